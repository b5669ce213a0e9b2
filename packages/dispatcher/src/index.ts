/** From one inbox row to its effects: decide, lanes, delivery, outbox draining. */
export {};
