/** Reading Markdown artifacts and comments. Pure: text in, values out; says what is there, not whether it is enough. */

// Artifacts
export { LONGEST_ARTIFACT } from './artifact.ts';
export { type Block, readBlocks } from './blocks.ts';
export { type Checkbox, type ListItem, readCheckboxes, readListItems } from './checkboxes.ts';
export { type MermaidBlock, mermaidBlocks } from './diagrams.ts';
export { type FrontMatter, readFrontMatter } from './front-matter.ts';
// Comments
export { withoutHtmlComments } from './html-comments.ts';
// What an approval covers, and writing beside it
export { insertIntoSection } from './insert-into-section.ts';
export { isLivingSection, normalizeArtifact } from './normalize-artifact.ts';
export { operativeText } from './operative-text.ts';
export { remember } from './remember.ts';
export { readSectionList, readSections, type Section } from './sections.ts';
