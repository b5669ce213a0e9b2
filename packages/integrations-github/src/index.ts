/** The closed set of GitHub operations: hosts, auth, throttling, errors, signatures. */
export {};
