import { type StateView } from '../state/state-view.ts';
import { type ArtifactDigests } from './enter-node.ts';

/** One line for each file that was approved and is not any more what was approved. */
export function changedSubjects(view: StateView, artifacts: ArtifactDigests): readonly string[] {
  const { workItem } = view;
  return Object.values(view.approvals).flatMap(({ node, subjects }) =>
    Object.entries(subjects).flatMap(([file, digest]) => {
      const now = Object.hasOwn(artifacts, file) ? artifacts[file] : undefined;
      if (now === digest) return [];
      const what = now === undefined ? 'is gone' : 'has changed';
      return [
        `${file} ${what} since ${node} approved it: restore it, or have it approved again with the-loop graph force ${workItem} --to ${node} --reason "<why>"`,
      ];
    }),
  );
}
