/** Where an agent asks: on the ticket, or at the terminal it runs in. */
export type InteractionMode = 'work-item' | 'cli';

const DIRECTIVES: Readonly<Record<InteractionMode, string>> = {
  'work-item': [
    'How to ask: nobody watches this session. When a decision is not yours to make, ask once on the ticket and stop;',
    'the answer comes back as a new message. Never wait at a prompt. Silence is not consent.',
    'Artifacts are discussed and changed in review, not in questions.',
  ].join('\n'),
  cli: [
    'How to ask: someone sits at this terminal. Ask here, and write what was decided on the ticket.',
    'Artifacts are discussed and changed in review, not in questions.',
  ].join('\n'),
};

/** The constant text of a mode; nothing is filled into it. */
export function interactionDirective(mode: InteractionMode): string {
  return DIRECTIVES[mode];
}
