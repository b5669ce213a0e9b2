/** What to do where the program of the chosen agent is not there. */
export const AGENT_REMEDY = 'install it, or change sessions.agent';
