/** From a GitHub payload to a routed event: links with evidence, guards, commands. Pure. */

// What people ask for
export { COMMANDS, type Command, type ParsedCommand } from './command/command.ts';
export { type CommandMatch, matchCommands } from './command/match-commands.ts';
export { parseCommand } from './command/parse-command.ts';
export type { CommandOptions } from './command/phrases.ts';
// What a delivery is about
export { logicalKeyOf } from './event/logical-key.ts';
export {
  movedItemEvent,
  type RefMove,
  type RepositoryMove,
  repositoryMove,
  repositoryMoveEvent,
  transferredIssueEvent,
} from './event/move.ts';
export {
  branchDerivedRefs,
  explainLinks,
  extractWorkItems,
  type LinkOptions,
  prWorkItem,
  workItemSources,
} from './evidence/explain-links.ts';
export type { Link, LinkEvidence, LinkSource } from './evidence/link.ts';
export { linkedWorkItems } from './evidence/linked-items.ts';
// What an agent is shown, and how our own words are known
export { EXCERPT_LENGTH, excerpt } from './excerpt/excerpt.ts';
// What may be an input
export { actionMatrix, type MatrixEntry, routableEvents } from './guards/action-matrix.ts';
export { type DropReason, dropReasons } from './guards/drop-reason.ts';
export { type Treatment, treatments } from './guards/treatment.ts';
export { CHECKLIST_MARKER, GOAL_MARKER, hasSelfMarker, SELF_MARKER } from './markers.ts';
// The way in
export { type Dropped, type Routing, route } from './route.ts';
export {
  type CommentAddress,
  type CommentKeys,
  commentKey,
  type Delivery,
  type RouteContext,
} from './route-context.ts';
export type { Closing, EventActor, EventEntity, RoutedEvent } from './routed-event.ts';
