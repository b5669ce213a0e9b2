import { clipped } from './clipped.ts';
import {
  type ContainerFields,
  containerFields,
  containersOf,
  isContainer,
  type NestedField,
  STATUS_FIELDS,
} from './containers.ts';

/** Longest excerpt, in UTF-16 units. */
export const EXCERPT_LENGTH = 4000;

/** Fields that hold prose get most of the room. */
const PROSE: ReadonlySet<string> = new Set(['body', 'description', 'summary']);
const PROSE_LENGTH = 3500;
const OTHER_LENGTH = 400;

/**
 * What an agent is shown of a payload: JSON of listed fields only, at most {@link EXCERPT_LENGTH} long. Text that is
 * too long is cut with a visible mark. Because it is JSON, no text can leave its string. Total; `{}` when nothing is
 * known. Nothing is ever decided on an excerpt.
 */
export function excerpt(event: string, payload: unknown): string {
  for (let share = 1; share > 1 / 4096; share /= 2) {
    const text = JSON.stringify(shown(event, payload, share));
    if (text.length <= EXCERPT_LENGTH) return text;
  }
  return '{}';
}

type Shown = Record<string, unknown>;

function shown(event: string, payload: unknown, share: number): Shown {
  if (!isContainer(payload)) return {};
  if (event === 'status') return picked(payload, STATUS_FIELDS, share);
  const result: Shown = {};
  const { containers, actor } = containersOf(event);
  const login = actor ? loginOf(payload['sender']) : '';
  if (login !== '') result['actor'] = clipped(login, 100);
  for (const name of containers) {
    const value = Object.hasOwn(payload, name) ? payload[name] : undefined;
    const fields = containerFields[name];
    if (isContainer(value) && fields !== undefined) result[name] = picked(value, fields, share);
  }
  return result;
}

type Container = Readonly<Record<string, unknown>>;

function picked(container: Container, fields: ContainerFields, share: number): Shown {
  const result: Shown = {};
  for (const field of fields) {
    const name = typeof field === 'string' ? field : field.name;
    const value = typeof field === 'string' ? scalar(container, field, share) : nested(container, field, share);
    if (value !== undefined) result[name] = value;
  }
  return result;
}

function nested(container: Container, field: NestedField, share: number): Shown | undefined {
  const value = container[field.name];
  return isContainer(value) ? picked(value, field.fields, share) : undefined;
}

function scalar(container: Container, name: string, share: number): string | number | boolean | undefined {
  if (name === 'author') return loginOf(container['user']) || undefined;
  const value = Object.hasOwn(container, name) ? container[name] : undefined;
  if (typeof value === 'string') return clipped(value, Math.floor(room(name) * share));
  return typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value)) ? value : undefined;
}

function room(name: string): number {
  return PROSE.has(name) ? PROSE_LENGTH : OTHER_LENGTH;
}

function loginOf(account: unknown): string {
  const login = isContainer(account) ? account['login'] : undefined;
  return typeof login === 'string' ? clipped(login, 100) : '';
}
