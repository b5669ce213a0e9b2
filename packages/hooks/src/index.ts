/** The built-in hooks and the reading of people's replies. */
export {};
