import { renderIssue, renderLabel } from '../render/issue.ts';
import { renderRepository } from '../render/repository.ts';
import { type IssueRecord, type RepositoryRecord } from '../state/records.ts';
import { invalid, notFound } from '../state/refusal.ts';
import { editContent, newContent } from './content.ts';
import { type Scene } from './scene.ts';
import { tellItem } from './tell.ts';

export interface NewIssue {
  readonly title: string;
  readonly body?: string;
  readonly labels?: readonly string[];
}

/** The record of a new issue without telling anybody. */
export function addIssue({ world, by }: Scene, repository: RepositoryRecord, input: NewIssue): IssueRecord {
  if (input.title.trim() === '') throw invalid('Issue', 'title', 'missing_field');
  repository.lastNumber += 1;
  const issue: IssueRecord = {
    ...newContent(world, { prefix: 'I', author: by, body: input.body ?? '' }),
    repository,
    number: repository.lastNumber,
    title: input.title,
    labels: (input.labels ?? []).map((name) => world.label(repository, name)),
    state: 'open',
    stateReason: null,
    closedAt: null,
    closedBy: null,
    lastClosing: null,
    timeline: [],
    comments: [],
    pull: null,
    movedTo: null,
    deleted: false,
  };
  repository.issues.set(issue.number, issue);
  world.nodes.set(issue.nodeId, issue);
  return issue;
}

export function createIssue({ world, by }: Scene, repository: RepositoryRecord, input: NewIssue): IssueRecord {
  const issue = addIssue({ world, by }, repository, input);
  tellItem(world, issue, { action: 'opened', by });
  for (const label of issue.labels) {
    issue.timeline.push({ kind: 'LabeledEvent', at: world.time(), by, label });
    tellItem(world, issue, { action: 'labeled', by, extra: { label: renderLabel(label, repository, world.options) } });
  }
  return issue;
}

export function editIssue({ world, by }: Scene, issue: IssueRecord, change: { title?: string; body?: string }): void {
  const changes: Record<string, { from: string }> = {};
  if (change.title !== undefined && change.title !== issue.title) {
    changes['title'] = { from: issue.title };
    issue.title = change.title;
    issue.updatedAt = world.time();
  }
  if (change.body !== undefined && change.body !== issue.body) {
    changes['body'] = { from: editContent(world, issue, { editor: by, body: change.body }) };
  }
  if (Object.keys(changes).length > 0) tellItem(world, issue, { action: 'edited', by, extra: { changes } });
}

export function closeIssue(
  { world, by }: Scene,
  issue: IssueRecord,
  reason: 'completed' | 'not_planned' = 'completed',
): void {
  if (issue.state === 'closed') return;
  issue.state = 'closed';
  issue.stateReason = issue.pull ? null : reason;
  issue.closedAt = issue.updatedAt = world.time();
  issue.closedBy = by;
  issue.lastClosing = { at: issue.closedAt, byPull: false };
  tellItem(world, issue, { action: 'closed', by });
}

export function reopenIssue({ world, by }: Scene, issue: IssueRecord): void {
  if (issue.state === 'open') return;
  if (issue.pull?.merged) throw invalid('PullRequest', 'state', 'invalid');
  Object.assign(issue, { state: 'open', stateReason: issue.pull ? null : 'reopened', closedAt: null, closedBy: null });
  issue.updatedAt = world.time();
  issue.timeline.push({ kind: 'ReopenedEvent', at: issue.updatedAt, by, label: null });
  tellItem(world, issue, { action: 'reopened', by });
}

/** Makes the labels exactly these, telling each that came or went. */
export function setLabels({ world, by }: Scene, issue: IssueRecord, names: readonly string[]): void {
  const wanted = new Map(names.map((name) => [name.toLowerCase(), world.label(issue.repository, name)]));
  const before = issue.labels;
  const gone = before.filter((label) => !wanted.has(label.name.toLowerCase()));
  const come = [...wanted.values()].filter((label) => !before.includes(label));
  if (gone.length + come.length === 0) return;
  issue.labels = [...before.filter((label) => !gone.includes(label)), ...come];
  issue.updatedAt = world.time();
  const shown = (label: (typeof come)[number]) => ({ label: renderLabel(label, issue.repository, world.options) });
  for (const label of gone) tellItem(world, issue, { action: 'unlabeled', by, extra: shown(label) });
  for (const label of come) {
    issue.timeline.push({ kind: 'LabeledEvent', at: issue.updatedAt, by, label });
    tellItem(world, issue, { action: 'labeled', by, extra: shown(label) });
  }
}

export function addLabels({ world, by }: Scene, issue: IssueRecord, names: readonly string[]): void {
  setLabels({ world, by }, issue, [...issue.labels.map((label) => label.name), ...names]);
}

/** Refuses with 404 when the issue does not carry the label. */
export function removeLabel({ world, by }: Scene, issue: IssueRecord, name: string): void {
  const rest = issue.labels.filter((label) => label.name.toLowerCase() !== name.toLowerCase());
  if (rest.length === issue.labels.length) throw notFound();
  setLabels(
    { world, by },
    issue,
    rest.map((label) => label.name),
  );
}

/** Moves an issue to another repository; its old address answers 301. */
export function transferIssue({ world, by }: Scene, issue: IssueRecord, to: RepositoryRecord): IssueRecord {
  const moved = addIssue({ world, by: issue.author }, to, { title: issue.title, body: issue.body });
  moved.comments.push(...issue.comments);
  const changes = { new_issue: renderIssue(moved, world.options), new_repository: renderRepository(to, world.options) };
  tellItem(world, issue, { action: 'transferred', by, extra: { changes } });
  issue.movedTo = moved;
  return moved;
}

/** Deletes an issue for good; its address answers 410. */
export function deleteIssue({ world, by }: Scene, issue: IssueRecord): void {
  issue.deleted = true;
  tellItem(world, issue, { action: 'deleted', by });
}
