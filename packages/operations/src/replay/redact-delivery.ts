import { type DecidedTrace, type DecisionTrace } from '@the-loop/dispatcher';
import { type Pseudonyms } from './pseudonyms.ts';
import { type RecordedDelivery } from './recorded-delivery.ts';

/** Keys that routing reads; everything else of a payload is left out. */
const READ = new Set(
  `action repository full_name html_url default_branch sender login id issue pull_request number node_id body state
  state_reason labels name user draft merged merged_by merge_commit_sha closed_at updated_at created_at submitted_at head ref
  sha repo base closingIssuesReferences url nameWithOwner owner isCrossRepository comment commit_id review label workflow_run
  check_run check_suite status conclusion head_branch head_sha completed_at run_attempt head_repository pull_requests branches
  changes new_issue new_repository`.split(/\s+/),
);
const PROSE = new Set(['body', 'name', 'ref', 'head_branch', 'default_branch']);
const PLACES = new Set(['full_name', 'nameWithOwner', 'html_url', 'url']);
/** Words and times of GitHub's own, and digests. */
const FIXED = /^(?:action|state|state_reason|status|conclusion|[a-z]+_at|sha|head_sha|commit_id|merge_commit_sha)$/;
/** What has an id that routing reads. */
const NUMBERED = new Set(['comment', 'review', 'workflow_run', 'check_run', 'check_suite']);

/** A delivery without words, names, addresses and folders of anybody. `label` is the arming label, which stays. */
export function redactDelivery(
  { id, event, host, payload, trace }: RecordedDelivery,
  { names, label }: { readonly names: Pseudonyms; readonly label: string },
): RecordedDelivery {
  return {
    id,
    guid: `delivery-${id}`,
    event,
    host: names.places(host),
    payload: redactValue(payload, (key, text) => payloadText({ names, label }, key, text)),
    trace: trace === null ? null : redactTrace(trace, names),
  };
}

function redactValue(value: unknown, text: (key: string, text: string) => string, key = ''): unknown {
  if (typeof value === 'string') return text(key, value);
  if (Array.isArray(value)) return value.map((each: unknown) => redactValue(each, text, key));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => READ.has(name) && (name !== 'id' || NUMBERED.has(key)));
  return Object.fromEntries(kept.map(([name, each]) => [name, redactValue(each, text, name)]));
}

function payloadText(
  { names, label }: { readonly names: Pseudonyms; readonly label: string },
  key: string,
  text: string,
): string {
  if (key === 'login') return names.person(text);
  if (key === 'name' && text === label) return text;
  if (PROSE.has(key)) return names.prose(text);
  if (PLACES.has(key)) return placeText(names, text);
  if (key === 'node_id') return names.node(text);
  return FIXED.test(key) && /^[\w:.+-]{0,80}$/.test(text) ? text : '';
}

/** An address that still names something we do not know is left out. */
function placeText(names: Pseudonyms, text: string): string {
  const put = names.places(text);
  return put === text ? '' : (/^[^#?]*/.exec(put)?.[0] ?? '');
}

function redactTrace(trace: DecisionTrace, names: Pseudonyms): DecisionTrace {
  const links = trace.links.map((link) => ({
    ...link,
    ref: names.places(link.ref),
    evidence: link.evidence.map((each) => redactEvidence(each, names)),
  }));
  if (trace.kind === 'dropped') return { ...trace, actor: trace.actor && names.person(trace.actor), links };
  return {
    ...trace,
    event: { ...trace.event, actor: trace.event.actor && names.person(trace.event.actor) },
    links,
    ...(trace.moved === undefined ? {} : { moved: inPlaces(trace.moved, names) }),
    snapshot: redactSnapshot(trace.snapshot, names),
    snapshotDigest: '',
    decision: inPlaces({ ...trace.decision, replies: trace.decision.replies.map(wordless) }, names),
  };
}

function redactEvidence(evidence: unknown, names: Pseudonyms): unknown {
  if (typeof evidence !== 'object' || evidence === null) return null;
  return { ...evidence, ...('branch' in evidence ? { branch: names.prose(String(evidence.branch)) } : {}) };
}

function redactSnapshot(snapshot: DecidedTrace['snapshot'], names: Pseudonyms): DecidedTrace['snapshot'] {
  const handle = (text: string) => (text === '' ? '' : 'redacted');
  const own = <Conversation extends { agent: string; sessionId: string; cwd: string }>(one: Conversation) => ({
    ...one,
    agent: handle(one.agent),
    sessionId: handle(one.sessionId),
    cwd: handle(one.cwd),
    recentDeliveries: [],
  });
  const sessions = snapshot.sessions.map(({ item, record }) => ({
    item,
    record: { ...own(record), bindings: record.bindings.map(own) },
  }));
  // A ref stands in parts here, so it is put together anew.
  return {
    ...inPlaces({ ...snapshot, sessions: [] }, names),
    sessions: sessions.map((one) => placedSession(one, names)),
  };
}

type Sessions = DecidedTrace['snapshot']['sessions'];

function placedSession({ item, record }: Sessions[number], names: Pseudonyms): Sessions[number] {
  const [owner = '', repo = ''] = names.places(`${item.owner}/${item.repo}`).split('/');
  return { item: { ...item, host: names.places(item.host), owner, repo }, record: inPlaces(record, names) };
}

function wordless(reply: DecidedTrace['decision']['replies'][number]) {
  return reply.kind === 'comment' ? { ...reply, text: '' } : reply;
}

/** Every text and key of a value of ours. */
function inPlaces<Value>(value: Value, names: Pseudonyms): Value {
  return JSON.parse(JSON.stringify(value), (_key, each: unknown) => {
    if (typeof each === 'string') return names.places(each);
    if (typeof each !== 'object' || each === null || Array.isArray(each)) return each;
    return Object.fromEntries(Object.entries(each).map(([key, inner]) => [names.places(key), inner]));
  }) as Value;
}
