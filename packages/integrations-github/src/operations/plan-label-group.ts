import { type LabelGroup } from '../github-operations.ts';

/** A label and its node id. */
export interface LabelIds {
  readonly id: string;
  readonly name: string;
}

/** Which labels of an item are of the group and not the wanted one, and whether that one is there. GitHub ignores case. */
export function planLabelGroup(
  labels: readonly LabelIds[],
  { prefix, label, known }: LabelGroup,
): { readonly isThere: boolean; readonly wrong: readonly LabelIds[] } {
  const wanted = label.toLowerCase();
  const ours = new Set(known.map((name) => name.toLowerCase()).filter((name) => name.startsWith(prefix.toLowerCase())));
  const wrong = labels.filter(({ name }) => ours.has(name.toLowerCase()) && name.toLowerCase() !== wanted);
  return { isThere: labels.some(({ name }) => name.toLowerCase() === wanted), wrong: prefix === '' ? [] : wrong };
}
