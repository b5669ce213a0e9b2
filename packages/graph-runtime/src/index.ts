/** The graph's I/O: shipped loops, state files, hooks with capabilities, one function per verb. */
export {};
