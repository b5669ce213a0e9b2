/** Does this work item exist? Only a definitive answer says missing. */
export {};
