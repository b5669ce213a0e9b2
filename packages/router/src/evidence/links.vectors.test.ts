import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { formatRef } from '@the-loop/graph-core';
import { describe, expect, it } from 'vitest';
import vectors from '../../vectors/links.json' with { type: 'json' };
import examples from '../../vectors/links-examples.json' with { type: 'json' };
import { excerpt } from '../excerpt/excerpt.ts';
import { branchDerivedRefs, explainLinks, extractWorkItems, prWorkItem, workItemSources } from './explain-links.ts';

type Expected = { links: [string, string[]][]; weak: string[]; prWorkItem: string | null };

const folded = (refs: readonly string[]): string[] => refs.map((ref) => ref.toLowerCase());

/** Asks every function about one payload; they have to agree with each other as well as with the table. */
function answers(event: string, payload: unknown): Expected {
  const links = explainLinks(event, payload);
  const sources = [...workItemSources(event, payload)];
  const named = links.map((link): [string, string[]] => [formatRef(link.ref).toLowerCase(), [...link.sources].sort()]);
  expect(sources.map(([ref, item]) => [ref.toLowerCase(), [...item.sources].sort()])).toEqual(named);
  expect(folded(extractWorkItems(event, payload).map(formatRef))).toEqual(named.map(([ref]) => ref));
  const own = prWorkItem(event, payload);
  return {
    links: named,
    weak: folded(branchDerivedRefs(event, payload)),
    prWorkItem: own && formatRef(own).toLowerCase(),
  };
}

function lowered(expected: Expected): Expected {
  return {
    links: expected.links.map(([ref, sources]) => [ref.toLowerCase(), [...sources].sort()]),
    weak: folded(expected.weak),
    prWorkItem: expected.prWorkItem?.toLowerCase() ?? null,
  };
}

/** The names of the fields of each container; top-level scalars under the empty name. */
function fieldsOf(text: string): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (const [name, value] of Object.entries(JSON.parse(text) as Record<string, unknown>)) {
    if (typeof value === 'object' && value !== null) fields[name] = Object.keys(value).sort();
    else fields[''] = [...(fields[''] ?? []), name].sort();
  }
  return fields;
}

describe('the conformance table of links', () => {
  it.each(vectors.cases.map((entry) => [entry.id, entry] as const))('%s', (_, { input, expected }) => {
    const { event, payload } = input;
    const kind = 'kind' in input ? input.kind : undefined;
    if (kind === 'closes') {
      const meant = new Map(explainLinks(event, payload).map((link) => [formatRef(link.ref), link.closesOnMerge]));
      for (const [ref, closes] of Object.entries(expected)) expect(meant.get(ref)).toBe(closes);
    } else if (kind === 'excerpt') {
      const text = excerpt(event, payload);
      const { fields, maxLength } = expected as unknown as { fields: Record<string, string[]>; maxLength: number };
      expect(text.length).toBeLessThanOrEqual(maxLength);
      expect(fieldsOf(text)).toEqual(fields);
    } else {
      expect(answers(event, payload)).toEqual(lowered(expected as unknown as Expected));
    }
  });
});

describe("the links of GitHub's published example deliveries", () => {
  const require = createRequire(import.meta.url);

  it.each(examples.cases.map((entry) => [entry.id, entry] as const))('%s', (_, { input, expected }) => {
    const published = require(`${input.package}/${input.source}/index.json`) as { name: string; examples: unknown[] }[];
    const payload = published.find(({ name }) => name === input.event)?.examples[input.index];
    expect(createHash('sha256').update(JSON.stringify(payload)).digest('hex')).toBe(input.sha256);
    expect(answers(input.event, payload)).toEqual(lowered(expected as unknown as Expected));
  });
});
