import { type HookSettings } from '@the-loop/graph-core';
import { commandOf } from '../replies/replies.ts';
import { classifyAdhocReply } from './classify-adhoc-reply.ts';

/** Does a reply end an ad-hoc task, by the operator's command or in plain words? */
export function readAdhocReply(body: string, settings: HookSettings): ReturnType<typeof classifyAdhocReply> {
  const command = commandOf(body, settings);
  return command.kind === 'command' && command.command === 'done' ? 'done' : classifyAdhocReply(body);
}
