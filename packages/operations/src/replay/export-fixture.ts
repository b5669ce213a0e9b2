import { safeParseRef } from '@the-loop/graph-core';
import { type RouteContext } from '@the-loop/router';
import { commentKeyOf, type Fixture, makeFixture } from './fixture.ts';
import { createPseudonyms, type Pseudonyms } from './pseudonyms.ts';
import { type RecordedDelivery, type ReplaySettings } from './recorded-delivery.ts';
import { redactDelivery } from './redact-delivery.ts';
import { type Outcome, replayDelivery, type SnapshotNow } from './replay-delivery.ts';

/** A fixture, and how many deliveries it lacks because they would be decided otherwise without their words. */
export interface ExportedFixture {
  readonly fixture: Fixture;
  readonly leftOut: number;
}

/** What is exported, and what it is decided by. */
export interface ExportInput {
  readonly deliveries: readonly RecordedDelivery[];
  readonly settings: ReplaySettings;
  readonly exportedAt: string;
}

const nothingKnown: SnapshotNow = () => Promise.reject(new Error('no snapshot was recorded'));

/**
 * Redacts deliveries and keeps those that are still decided as before. What a redacted delivery does is looked at, not
 * assumed: a word that mattered and was replaced shows.
 */
export async function exportFixture({ deliveries, settings, exportedAt }: ExportInput): Promise<ExportedFixture> {
  const names = createPseudonyms({
    repositories: repositoriesIn(deliveries),
    hosts: [...new Set([...settings.route.hosts, ...deliveries.map(({ host }) => host)])],
    phrases: phrasesIn(settings.route),
  });
  const redacted = redactSettings(settings, names);
  const kept: RecordedDelivery[] = [];
  const own = { ownComments: new Set<string>(), checklists: new Set<string>() };
  for (const delivery of deliveries) {
    const without = redactDelivery(delivery, { names, label: settings.route.label });
    const keys = ownKeys(settings.route, delivery, without);
    const route = { ...redacted.route, ...keys };
    if (!(await decidesAlike({ delivery, settings }, { delivery: without, settings: { ...redacted, route } })))
      continue;
    kept.push(without);
    for (const key of keys.ownComments) own.ownComments.add(key);
    for (const key of keys.checklists) own.checklists.add(key);
  }
  const fixture = makeFixture({
    exportedAt,
    settings: redacted,
    deliveries: kept,
    ownComments: [...own.ownComments],
    checklists: [...own.checklists],
  });
  return { fixture, leftOut: deliveries.length - kept.length };
}

interface Case {
  readonly delivery: RecordedDelivery;
  readonly settings: ReplaySettings;
}

/** A delivery that needs a snapshot and has none is left out: a fixture has no records to make one from. */
async function decidesAlike(original: Case, redacted: Case): Promise<boolean> {
  try {
    const [before, after] = await Promise.all(
      [original, redacted].map(({ delivery, settings }) => replayDelivery(delivery, settings, nothingKnown)),
    );
    return (
      before !== undefined &&
      after !== undefined &&
      shape(before.today) === shape(after.today) &&
      before.differs === after.differs
    );
  } catch {
    return false;
  }
}

function shape({ settle, reason, rule, effects, replies }: Outcome): string {
  const kinds = (texts: readonly string[]) => texts.map((text) => text.split(' ')[0]);
  return JSON.stringify([settle, reason, rule, kinds(effects), kinds(replies)]);
}

function redactSettings({ route, policy }: ReplaySettings, names: Pseudonyms): ReplaySettings {
  const { sharedIdentityAccepted, label, control, enabledEvents } = route;
  return {
    policy,
    route: {
      sharedIdentityAccepted,
      label,
      control,
      enabledEvents,
      authorizedUsers: route.authorizedUsers.map(names.person),
      ownLogins: route.ownLogins.map(names.person),
      hosts: route.hosts.map(names.places),
    },
  };
}

/** Whether the comment is ours is recorded by its key, which has another name now. */
function ownKeys({ ownComments, checklists }: RouteContext, original: RecordedDelivery, redacted: RecordedDelivery) {
  const before = commentKeyOf(original);
  const after = commentKeyOf(redacted);
  const has = (keys: RouteContext['ownComments']) => before !== null && after !== null && keys?.has(before) === true;
  return {
    ownComments: new Set(has(ownComments) && after !== null ? [after] : []),
    checklists: new Set(has(checklists) && after !== null ? [after] : []),
  };
}

function phrasesIn({ control }: RouteContext): readonly string[] {
  return Object.values(control.keywords ?? {}).filter((phrase) => typeof phrase === 'string');
}

/** `owner/repo` of everything that was decided about, and of the payloads themselves. */
function repositoriesIn(deliveries: readonly RecordedDelivery[]): readonly string[] {
  return deliveries.flatMap(({ payload, trace }) => [
    ...namesIn(payload),
    ...(trace === null
      ? []
      : [...JSON.stringify(trace).matchAll(/github:[\w.:/-]{3,300}#\d{1,10}/g)].flatMap(([text]) =>
          repositoryOf(text),
        )),
  ]);
}

function repositoryOf(text: string): readonly string[] {
  const ref = safeParseRef(text);
  return ref.ok ? [`${ref.value.owner}/${ref.value.repo}`] : [];
}

function namesIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(namesIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]: [string, unknown]) =>
    (key === 'full_name' || key === 'nameWithOwner') && typeof each === 'string' ? [each] : namesIn(each),
  );
}
