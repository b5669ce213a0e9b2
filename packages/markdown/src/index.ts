/** Front matter, sections, check boxes and the operative text of comments. */
export {};
