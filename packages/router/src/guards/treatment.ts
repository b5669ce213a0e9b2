/** What an event may do at most, by treatment. Each event and action has exactly one; the action matrix says which. */
export const treatments = {
  speech: 'Words of an authorized person, first hand. May command, answer gates and be delivered.',
  dismissal: 'A review was withdrawn. May change what a gate knows; never commands.',
  edited: 'Someone changed their words. Commands nothing, approves nothing and is not delivered; one hint at most.',
  checklist: 'Someone changed a checklist of ours. Handed to the graph; never a command.',
  notice: 'Something changed on the ticket or pull request. May bind, spawn as the policy allows, and be delivered.',
  arming: 'A label was added. May spawn as the policy allows; not delivered to a running session.',
  binding: 'Our own pull request was opened or changed. May bind to a live record and open its endpoint; nothing else.',
  closing: 'It ended. Ends what it is about, whoever did it; destroys only for an authorized actor.',
  moved:
    'It has another name: the issue was transferred, or its repository moved. Moves what is kept of it along, whoever did it; nothing else.',
  ci: 'A result of automation. Data for a live record; never spawns, commands or answers.',
} as const;

/** What an event may do at most. */
export type Treatment = keyof typeof treatments;
