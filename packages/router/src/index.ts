/** From a GitHub payload to a routed event: links with evidence, guards, commands. */
export {};
