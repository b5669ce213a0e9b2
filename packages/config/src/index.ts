/** The operator and harness YAML files: schemas, layering, messages with line numbers. */
export {};
