/** One declaration per verb; CLI, HTTP and docs come from it. */
export {};
