/** The typed catalogue of events, the sink port and redaction. */
export {};
