/** Names of fields, or of a container inside a container with its own fields. */
export type ContainerFields = readonly (string | NestedField)[];

/** A container inside a container. */
export interface NestedField {
  readonly name: string;
  readonly fields: ContainerFields;
}

/** What may be shown of each container of a payload. Everything else stays out. */
export const containerFields: Readonly<Record<string, ContainerFields>> = {
  comment: ['path', 'line', 'body', 'html_url', 'author'],
  review: ['state', 'body', 'html_url', 'author'],
  issue: ['number', 'title', 'state', 'html_url'],
  pull_request: ['number', 'title', 'state', 'draft', 'merged', 'html_url'],
  label: ['name'],
  workflow_run: ['name', 'event', 'status', 'conclusion', 'head_branch', 'html_url'],
  check_run: [
    'name',
    'status',
    'conclusion',
    { name: 'output', fields: ['title', 'summary'] },
    'html_url',
    'details_url',
  ],
  check_suite: ['status', 'conclusion', 'head_branch', 'head_sha'],
};

/** A `status` event holds its fields at the top. */
export const STATUS_FIELDS: ContainerFields = ['state', 'context', 'description', 'target_url'];

interface EventContainers {
  readonly containers: readonly string[];
  /** Whether to say who did it, where no author of words says so. */
  readonly actor: boolean;
}

const BY_EVENT: Readonly<Record<string, EventContainers>> = {
  issue_comment: { containers: ['comment'], actor: false },
  pull_request_review_comment: { containers: ['comment'], actor: false },
  pull_request_review: { containers: ['review'], actor: false },
  issues: { containers: ['issue', 'label'], actor: true },
  pull_request: { containers: ['pull_request', 'label'], actor: true },
  pull_request_review_thread: { containers: ['pull_request'], actor: true },
  workflow_run: { containers: ['workflow_run'], actor: false },
  check_run: { containers: ['check_run'], actor: false },
  check_suite: { containers: ['check_suite'], actor: false },
};

const ANY: EventContainers = { containers: Object.keys(containerFields), actor: false };

/** Which containers an event shows; an unknown event shows every known one that is there. */
export function containersOf(event: string): EventContainers {
  return (Object.hasOwn(BY_EVENT, event) ? BY_EVENT[event] : undefined) ?? ANY;
}

/** A JSON object. */
export function isContainer(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
