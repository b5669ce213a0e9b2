import { finishWorkflow, setStatus } from './acts/checks.ts';
import { addComment, deleteComment, editComment } from './acts/comments.ts';
import {
  addLabels,
  closeIssue,
  createIssue,
  deleteIssue,
  editIssue,
  removeLabel,
  reopenIssue,
  setLabels,
  transferIssue,
} from './acts/issues.ts';
import { mergePull, openPull, pushToPull, setDraft } from './acts/pulls.ts';
import { react } from './acts/reactions.ts';
import { addReview, dismissReview, type NewReviewComment } from './acts/reviews.ts';
import { commitIdOf } from './state/commit-id.ts';
import { type CheckRecord, type ContentRecord, type ReactionContent, type StatusRecord } from './state/records.ts';
import { type World } from './state/world.ts';
import { type CommentView, type IssueView, type ReviewView, viewComment, viewIssue, viewReview } from './views.ts';

/** Who acts, and on which issue or pull request: `owner/repo#n`. */
export interface ActOn {
  readonly as: string;
  readonly on: string;
}

/** Who acts, on the comment of that id. */
export interface ActOnComment {
  readonly as: string;
  readonly id: number;
}

export interface OpenPull {
  readonly as: string;
  readonly repo: string;
  readonly title: string;
  readonly body?: string;
  readonly labels?: readonly string[];
  /** The branch, its commit (a made-up one when left out), and its repository when it is a fork. */
  readonly head: { readonly ref: string; readonly sha?: string; readonly repo?: string };
  /** The default branch when left out. */
  readonly base?: { readonly ref: string; readonly sha?: string };
  readonly draft?: boolean;
}

/**
 * What people do on the web pages of the emulated GitHub. Each act takes place at once and its webhooks are queued;
 * what GitHub would refuse throws.
 */
export function createPeople(world: World) {
  const scene = (as: string) => ({ world, by: world.user(as) });
  return { ...issueActs(world, scene), ...conversationActs(world, scene), ...pullActs(world, scene) };
}

type SceneOf = (as: string) => { world: World; by: ReturnType<World['user']> };

function issueActs(world: World, scene: SceneOf) {
  return {
    createIssue: (input: {
      as: string;
      repo: string;
      title: string;
      body?: string;
      labels?: readonly string[];
    }): IssueView => viewIssue(createIssue(scene(input.as), world.repository(input.repo), input), world),
    editIssue: ({ as, on, ...change }: ActOn & { title?: string; body?: string }): void =>
      editIssue(scene(as), world.at(on), change),
    closeIssue: ({ as, on, reason }: ActOn & { reason?: 'completed' | 'not_planned' }): void =>
      closeIssue(scene(as), world.at(on), reason),
    reopenIssue: ({ as, on }: ActOn): void => reopenIssue(scene(as), world.at(on)),
    addLabel: ({ as, on, name }: ActOn & { name: string }): void => addLabels(scene(as), world.at(on), [name]),
    removeLabel: ({ as, on, name }: ActOn & { name: string }): void => removeLabel(scene(as), world.at(on), name),
    setLabels: ({ as, on, names }: ActOn & { names: readonly string[] }): void =>
      setLabels(scene(as), world.at(on), names),
    /** The old address answers 301 from now on. */
    transferIssue: ({ as, on, to }: ActOn & { to: string }): IssueView =>
      viewIssue(transferIssue(scene(as), world.at(on), world.repository(to)), world),
    /** The address answers 410 from now on. */
    deleteIssue: ({ as, on }: ActOn): void => deleteIssue(scene(as), world.at(on)),
  };
}

function conversationActs(world: World, scene: SceneOf) {
  const commentOf = (id: number) => {
    const comment = world.comments.get(id);
    if (!comment) throw new Error(`the emulated GitHub has no comment ${id}`);
    return comment;
  };
  return {
    comment: ({ as, on, body }: ActOn & { body: string }): CommentView =>
      viewComment(addComment(scene(as), world.at(on), body), world),
    /** `as` is the one who edits, who need not be the author. */
    editComment: ({ as, id, body }: ActOnComment & { body: string }): void =>
      editComment(scene(as), commentOf(id), body),
    deleteComment: ({ as, id }: ActOnComment): void => deleteComment(scene(as), commentOf(id)),
    /** On an issue or pull request (`on`), or on a comment or line comment (`id`). */
    react: (input: { as: string; content: ReactionContent } & ({ on: string } | { id: number })): void => {
      const subject: ContentRecord | undefined =
        'on' in input ? world.at(input.on) : (world.comments.get(input.id) ?? world.reviewComments.get(input.id));
      if (!subject) throw new Error('the emulated GitHub has nothing of that id to react to');
      react(world, subject, { by: world.user(input.as), reaction: input.content });
    },
  };
}

function pullActs(world: World, scene: SceneOf) {
  return {
    openPullRequest: (input: OpenPull): IssueView => {
      const repository = world.repository(input.repo);
      const headRepository = world.repository(input.head.repo ?? input.repo);
      const base = input.base ?? { ref: repository.defaultBranch };
      const opened = openPull(scene(input.as), repository, {
        title: input.title,
        body: input.body ?? '',
        labels: input.labels ?? [],
        draft: input.draft ?? false,
        head: {
          ref: input.head.ref,
          sha: input.head.sha ?? commitIdOf(`${input.head.ref}@head`),
          repository: headRepository,
        },
        base: { ref: base.ref, sha: base.sha ?? commitIdOf(`${base.ref}@base`), repository },
      });
      return viewIssue(opened, world);
    },
    /** New commits on the head branch: `synchronize`. */
    push: ({ as, on, sha }: ActOn & { sha: string }): void => pushToPull(scene(as), world.at(on), sha),
    setDraft: ({ as, on, draft }: ActOn & { draft: boolean }): void => setDraft(scene(as), world.at(on), draft),
    /** A workflow of one job ended on the head: `check_run`, `check_suite` and `workflow_run`, each `completed`. */
    finishWorkflow: ({ as, on, ...ended }: ActOn & { name: string; conclusion: CheckRecord['conclusion'] }): void =>
      finishWorkflow(scene(as), world.at(on), ended),
    /** A service set a commit status on the head. */
    setStatus: ({ as, on, ...said }: ActOn & Pick<StatusRecord, 'context' | 'state'>): void =>
      setStatus(scene(as), world.at(on), said),
    review: ({
      as,
      on,
      ...review
    }: ActOn & {
      state: 'APPROVED' | 'CHANGES_REQUESTED' | 'COMMENTED';
      body?: string;
      commitId?: string;
      comments?: readonly NewReviewComment[];
    }): ReviewView => viewReview(addReview(scene(as), world.at(on), review), world),
    dismissReview: ({ as, id }: ActOnComment): void => {
      const review = world.reviews.get(id);
      if (!review) throw new Error(`the emulated GitHub has no review ${id}`);
      dismissReview(scene(as), review);
    },
    /** Merges at the head, or refuses when the head is not `sha`. Closes what the body closes, in the name of `as`. */
    merge: ({ as, on, sha, mergeSha }: ActOn & { sha?: string; mergeSha?: string }): void => {
      const issue = world.at(on);
      const merged = mergeSha ?? commitIdOf(`merge of ${issue.nodeId}`);
      mergePull(scene(as), issue, { mergeSha: merged, ...(sha === undefined ? {} : { sha }) });
    },
  };
}
