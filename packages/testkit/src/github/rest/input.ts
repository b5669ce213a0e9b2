import { type IssueRecord, type RepositoryRecord } from '../state/records.ts';
import { invalid, notFound } from '../state/refusal.ts';
import { type Call } from './route.ts';

/** The repository that the path names. */
export function repositoryOf({ world, params }: Call): RepositoryRecord {
  return world.repository(`${params['owner'] ?? ''}/${params['repo'] ?? ''}`);
}

/** The issue or pull request that the path names. */
export function issueOf(call: Call): IssueRecord {
  return call.world.issue(`${call.params['owner'] ?? ''}/${call.params['repo'] ?? ''}`, numberParam(call, 'number'));
}

/** A number of the path; refuses with 404 when it is none. */
export function numberParam({ params }: Call, name: string): number {
  const text = params[name] ?? '';
  if (!/^\d{1,15}$/.test(text)) throw notFound();
  return Number(text);
}

/** The record of that id in the repository of the path. */
export function ownOf<Item extends { readonly issue: IssueRecord }>(
  call: Call,
  items: ReadonlyMap<number, Item>,
): Item {
  const item = items.get(numberParam(call, 'id'));
  if (!item || item.issue.repository !== repositoryOf(call)) throw notFound();
  return item;
}

/** A text of the body; refuses with 422 when it is missing or no text. */
export function textField({ body }: Call, resource: string, field: string): string {
  const value = body[field];
  if (typeof value !== 'string') throw invalid(resource, field, 'missing_field');
  return value;
}

/** A list of texts of the body, or the body itself where GitHub takes a bare list. */
export function textsField({ body }: Call, resource: string, field: string): string[] {
  const value = Array.isArray(body) ? (body as unknown) : body[field];
  if (!Array.isArray(value) || value.some((entry) => typeof entry !== 'string'))
    throw invalid(resource, field, 'invalid');
  return value as string[];
}

export function optionalText({ body }: Call, field: string): string | undefined {
  const value = body[field];
  return typeof value === 'string' ? value : undefined;
}

/** Keeps what changed at or after `since`, and sorts as the query asks. */
export function sinceAndSorted<
  Item extends { readonly createdAt: string; readonly updatedAt: string; readonly id: number },
>(call: Call, items: readonly Item[], byDefault: 'asc' | 'desc'): Item[] {
  const since = Date.parse(call.query.get('since') ?? '1970-01-01T00:00:00Z');
  if (Number.isNaN(since)) throw invalid('Search', 'since', 'invalid');
  const key = call.query.get('sort') === 'updated' ? 'updatedAt' : 'createdAt';
  const sign = (call.query.get('direction') ?? byDefault) === 'asc' ? 1 : -1;
  return items
    .filter((item) => Date.parse(item.updatedAt) >= since)
    .sort((a, b) => sign * (a[key] === b[key] ? a.id - b.id : a[key] < b[key] ? -1 : 1));
}
