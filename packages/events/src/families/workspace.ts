import { event } from '../catalogue/define-event.ts';
import { maybe, oneOf, text, texts } from '../catalogue/field.ts';

/** Checkouts in which agents work. */
export const workspaceEvents = {
  'workspace.prepared': event(
    'info',
    { work_item: text, strategy: text, checkout: text, branch: maybe(text), base: maybe(text) },
    'A checkout is ready for an agent.',
  ),
  'workspace.prepare_failed': event(
    'error',
    { work_item: text, error: text, checkout: maybe(text) },
    'A checkout could not be made ready.',
  ),
  'workspace.preserved': event(
    'warning',
    {
      work_item: text,
      checkout: text,
      reason: oneOf('uncommitted', 'unpushed', 'unknown', 'in-use'),
      files: maybe(texts),
    },
    'A checkout holds work that exists nowhere else and was not removed.',
  ),
  'workspace.cleaned': event(
    'info',
    { work_item: text, strategy: text, checkout: maybe(text) },
    'A checkout was removed.',
  ),
} as const;
