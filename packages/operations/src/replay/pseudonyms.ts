import { COMMANDS } from '@the-loop/router';

/** Replaces names by others, the same one everywhere the same way. Nothing leads back from the others to the names. */
export interface Pseudonyms {
  /** A login. */
  readonly person: (login: string) => string;
  /** GitHub's node id of something. */
  readonly node: (id: string) => string;
  /** Repositories and hosts within any text, also in keys of records. */
  readonly places: (text: string) => string;
  /** Free text: every word but those that commands, links and approvals are made of. */
  readonly prose: (text: string) => string;
}

/** What there is to be replaced. */
export interface KnownNames {
  /** `owner/repo`. */
  readonly repositories: readonly string[];
  readonly hosts: readonly string[];
  /** Phrases of commands that are not the shipped ones. */
  readonly phrases: readonly string[];
}

const WORDS_THAT_MEAN = `the loop close closes closed fix fixes fixed resolve resolves resolved gh http https github com
  issues issue pull approve approved approves lgtm changes request requested not no with comments on in out default yes
  goal criteria acceptance done over and or`;

/** Pseudonyms that have met no name yet. */
export function createPseudonyms({ repositories, hosts, phrases }: KnownNames): Pseudonyms {
  const people = numbered('user-');
  const words = numbered('w');
  const kept = new Set([...wordsIn(WORDS_THAT_MEAN), ...COMMANDS.flatMap(wordsIn), ...phrases.flatMap(wordsIn)]);
  const places = [...new Map(repositories.map((name) => [name.toLowerCase(), name])).values()].flatMap(placesOf);
  const hostPlaces = hosts
    .filter((host) => host.toLowerCase() !== 'github.com')
    .map((host, index) => ({ pattern: literal(host), put: `ghe-${index + 1}.example` }));
  const inPlaces = (text: string) =>
    [...hostPlaces, ...places].reduce((result, { pattern, put }) => result.replaceAll(pattern, put), text);
  return {
    person: people,
    node: numbered('node-'),
    places: inPlaces,
    prose: (text) =>
      inPlaces(text).replaceAll(/[\p{L}\p{N}_]+/gu, (word) =>
        kept.has(word.toLowerCase()) || /^\d{1,10}$|^owner\d*$|^repo\d*$|^ghe$|^example$/.test(word)
          ? word
          : words(word),
      ),
  };
}

function placesOf(slug: string, index: number): readonly { readonly pattern: RegExp; readonly put: string }[] {
  const [owner = '', repo = ''] = slug.split('/');
  const n = index + 1;
  return [
    { pattern: literal(`${owner}/${repo}`), put: `owner${n}/repo${n}` },
    { pattern: literal(`${owner}~${repo}`), put: `owner${n}~repo${n}` },
  ];
}

/** The text itself, in any letter case, and not as a part of a longer name. */
function literal(text: string): RegExp {
  const escaped = text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\w.-])${escaped}(?![\\w-])`, 'gi');
}

function numbered(prefix: string): (name: string) => string {
  const known = new Map<string, string>();
  return (name) => {
    if (name === '') return '';
    const key = name.trim().replace(/^@/, '').toLowerCase();
    const put = known.get(key) ?? `${prefix}${known.size + 1}`;
    known.set(key, put);
    return put;
  };
}

function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
}
