import { type ParsedDocument, parseBlocks } from './document.ts';
import { splitFrontMatter } from './front-matter.ts';
import { remember } from './remember.ts';

/** Characters of the longest artifact that is worth taking apart: no document that people read comes near. */
export const LONGEST_ARTIFACT = 1_048_576;

/** Reads an artifact's blocks with its front matter blanked out, so that line numbers stay those of the file. */
export const parseArtifact: (text: string) => ParsedDocument = remember((text) => {
  const { lines, bodyStart } = splitFrontMatter(text);
  if (bodyStart === 0) return parseBlocks(lines.join('\n'));
  return parseBlocks(`${'\n'.repeat(bodyStart)}${lines.slice(bodyStart).join('\n')}`);
});
