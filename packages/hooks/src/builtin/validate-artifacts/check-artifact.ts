import { type HookMessage } from '@the-loop/graph-core';
import { type FrontMatter, readFrontMatter } from '@the-loop/markdown';
import {
  type ArtifactReading,
  filledBlocks,
  readArtifact,
  sectionsNamed,
} from '../../artifact-content/read-artifact.ts';
import { type ValidateArtifactsOptions } from './options.ts';

/** A finding before it has a path. */
export type Finding = Required<Pick<HookMessage, 'text' | 'code'>> & Pick<HookMessage, 'detail'>;

type SectionDemand = Exclude<ValidateArtifactsOptions['sections'][number], string>;

const LOCKED: ReadonlySet<unknown> = new Set(['approved', 'ready']);

/** Everything that is wrong with one artifact, in the order of the options. */
export function checkArtifact(text: string, options: ValidateArtifactsOptions): Finding[] {
  const reading = readArtifact(text);
  return [
    ...checkFrontMatter(readFrontMatter(text), options),
    ...options.sections.flatMap((entry) =>
      checkSection(reading, typeof entry === 'string' ? { title: entry, mustMention: [] } : entry, options),
    ),
    ...checkBoxes(reading, options),
  ];
}

function checkFrontMatter(
  frontMatter: FrontMatter,
  { locked, frontMatter: wanted }: ValidateArtifactsOptions,
): Finding[] {
  const keys = Object.entries(wanted);
  if (frontMatter.malformed && (locked || keys.length > 0)) {
    const text = 'the front matter cannot be read: it must be a YAML mapping between two lines of ---';
    return [{ code: locked ? 'VA_NOT_LOCKED' : 'VA_FRONT_MATTER', text, detail: 'malformed' }];
  }
  const findings = keys
    .filter(([key, value]) => !equals(frontMatter.data, key, value))
    .map(
      ([key, value]): Finding => ({
        code: 'VA_FRONT_MATTER',
        text: `front matter \`${key}\` must be \`${String(value)}\``,
        detail: key,
      }),
    );
  if (!locked || LOCKED.has(frontMatter.data['status'])) return findings;
  const found = describeStatus(frontMatter.data['status']);
  return [
    { code: 'VA_NOT_LOCKED', text: `front matter \`status\` must be \`approved\` or \`ready\`, and ${found}` },
    ...findings,
  ];
}

function describeStatus(status: unknown): string {
  if (status === undefined) return 'it is not set';
  return typeof status === 'string' && /^[A-Za-z0-9 _-]{1,40}$/.test(status)
    ? `it is \`${status}\``
    : 'it is something else';
}

function equals(data: Record<string, unknown>, key: string, wanted: string | number | boolean): boolean {
  const value = Object.hasOwn(data, key) ? data[key] : undefined;
  return ['string', 'number', 'boolean'].includes(typeof value) && String(value) === String(wanted);
}

function checkSection(reading: ArtifactReading, demand: SectionDemand, options: ValidateArtifactsOptions): Finding[] {
  const { title } = demand;
  const sections = sectionsNamed(reading, title);
  if (sections.length === 0)
    return [{ code: 'VA_SECTION_MISSING', text: `there is no section "${title}"`, detail: title }];
  const filled = filledBlocks(reading, sections, options.allowPlaceholder.includes(title)).map(({ text }) => text);
  if (filled.length === 0) {
    const text = `the section "${title}" says nothing yet (headings, comments and placeholders do not count)`;
    return [{ code: 'VA_SECTION_EMPTY', text, detail: title }];
  }
  return checkText(filled.join('\n'), demand);
}

function checkText(text: string, { title, minChars = 0, mustMention }: SectionDemand): Finding[] {
  const short = text.length < minChars;
  const missing = mustMention.filter((word) => !text.toLowerCase().includes(word.toLowerCase()));
  return [
    ...(short
      ? [
          {
            code: 'VA_SECTION_SHORT',
            text: `the section "${title}" has less than ${minChars} characters`,
            detail: title,
          },
        ]
      : []),
    ...missing.map((word) => ({
      code: 'VA_SECTION_MENTION',
      text: `the section "${title}" must mention "${word}"`,
      detail: title,
    })),
  ];
}

function checkBoxes({ checkboxes }: ArtifactReading, { checkmarks, allowNone }: ValidateArtifactsOptions): Finding[] {
  if (checkmarks === undefined) return [];
  if (checkboxes.length === 0)
    return allowNone ? [] : [{ code: 'VA_NO_TASKS', text: 'it has no boxes (`- [ ] …`) to tick' }];
  const open = checkboxes.filter(({ ticked }) => !ticked).length;
  if (open === 0) return [];
  return [{ code: 'VA_UNTICKED', text: `${open} of ${checkboxes.length} boxes are not ticked`, detail: String(open) }];
}
