import { catalogueMarkdown } from '../../packages/events/src/index.ts';
import { page } from './markdown-page.ts';

const INTRODUCTION = `Everything that happens is one of these events. \`the-loop events\` lists them; \`--type\`, \`--work-item\`, \`--delivery-id\`,
\`--level\` and \`--since\` narrow the list. Beside its own fields every record has \`ts\`, \`event\`, \`level\`, \`source\` and \`pid\`. A \`?\` marks
what may be left out.`;

/** The catalogue of events. */
export function eventsPage(): string {
  return page('Events', INTRODUCTION, [catalogueMarkdown()]);
}
