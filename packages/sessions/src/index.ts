/** Workspaces, runners and agent adapters. */
export {};
