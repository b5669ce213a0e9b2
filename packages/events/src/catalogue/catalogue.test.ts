import { expect, it } from 'vitest';
import { catalogue, eventTypes, isEventType } from './catalogue.ts';
import { catalogueMarkdown } from './catalogue-markdown.ts';
import { type EventDefinition, event, LEVELS } from './define-event.ts';
import { text } from './field.ts';
import { type Emit, type LoopEvent } from './loop-event.ts';

const rows = Object.entries<EventDefinition>(catalogue);

it('names events as family and thing, in lower case', () => {
  expect(rows.filter(([name]) => !/^[a-z]+\.[a-z]+(?:_[a-z]+)*$/.test(name))).toEqual([]);
});

it('names fields in snake case and none like a part of the envelope', () => {
  const fields = rows.flatMap(([, row]) => Object.keys(row.fields));
  expect(fields.filter((field) => !/^[a-z]+(?:_[a-z]+)*$/.test(field))).toEqual([]);
  expect(fields.filter((field) => ['ts', 'source', 'event', 'level', 'pid'].includes(field))).toEqual([]);
});

it('gives every event a sentence and known, distinct levels', () => {
  for (const [name, { levels, meaning }] of rows) {
    expect(meaning, name).toMatch(/^[A-Z].*\.$/);
    expect(meaning, name).not.toContain('|');
    expect(new Set(levels).size, name).toBe(levels.length);
    expect(LEVELS, name).toEqual(expect.arrayContaining([...levels]));
  }
});

it('says of every event of the graph which work item it is about', () => {
  const graph = rows.filter(([name]) => name.startsWith('graph.'));
  expect(graph.length).toBeGreaterThan(20);
  expect(graph.filter(([, row]) => row.fields['work_item']?.optional !== false)).toEqual([]);
});

it('lists every event once in the page', () => {
  const listed = [...catalogueMarkdown().matchAll(/^\| `([^`]+)` \|/gm)].map((match) => match[1]);
  expect(listed).toEqual(eventTypes());
});

it('knows its own names only', () => {
  expect(isEventType('graph.advanced')).toBe(true);
  expect(isEventType('graph.teleported')).toBe(false);
  expect(isEventType('toString')).toBe(false);
});

it('refuses wrong events when it is compiled', () => {
  const emit: Emit = () => undefined;
  const at = { work_item: 'github:octo/app#1', node: 'design' };
  emit({ event: 'graph.advanced', ...at, to: 'design-approval', outcome: 'passed' });
  emit({ event: 'graph.parked', ...at, reason: undefined });
  emit({ event: 'webhook.rejected', level: 'error', reason: 'invalid-payload' });
  // @ts-expect-error no such event
  emit({ event: 'graph.teleported', ...at });
  // @ts-expect-error `to` is demanded
  emit({ event: 'graph.advanced', ...at, outcome: 'passed' });
  // @ts-expect-error no such field
  emit({ event: 'graph.completed', ...at, mood: 'glad' });
  // @ts-expect-error the field is a number
  emit({ event: 'graph.escalated', ...at, attempts: '3', repeated: false });
  // @ts-expect-error not one of the reasons
  emit({ event: 'webhook.rejected', reason: 'bad-mood' });
  // @ts-expect-error the level is not one of this event's
  emit({ event: 'graph.completed', ...at, level: 'error' });
  // @ts-expect-error the envelope owns this name
  const stolen = event('info', { source: text }, 'A field that would hide the process name.');
  const advanced: LoopEvent<'graph.advanced'> = { event: 'graph.advanced', ...at, to: 'x', outcome: 'y' };
  expect([stolen.levels, advanced.to]).toEqual([['info'], 'x']);
});
