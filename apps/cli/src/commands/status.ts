import {
  type InstanceInfo,
  missingAgent,
  operatorToken,
  processTable,
  readInstance,
  type ServiceStatus,
} from '@the-loop/service';
import { Command } from 'commander';
import { type CommandLine } from '../io.ts';
import { AGENT_REMEDY } from '../render/agent-remedy.ts';
import { table } from '../render/table.ts';
import { surroundings } from '../surroundings.ts';

/** `the-loop status` */
export function statusCommand(line: CommandLine): Command {
  return new Command('status')
    .description('show the service and the work items it drives')
    .option('--config <file>', "the operator's configuration")
    .option('--json', 'print one JSON object')
    .action(async (options: { config?: string; json?: true }) => {
      const { stateRoot, config } = await surroundings(line, options.config);
      const agent = await missingAgent(config, line.env);
      const running = await readInstance(stateRoot, await processTable());
      const status = running === null ? null : await ask(running, operatorToken(stateRoot));
      const exitCode = status === null ? 1 : 0;
      line.out(
        options.json === true
          ? `${JSON.stringify({ verb: 'status', exitCode, result: { running, status, missingAgent: agent } })}\n`
          : `${[text(running, status), ...missingText(agent)].join('\n')}\n`,
      );
      process.exitCode = exitCode;
    });
}

/** Said beside whatever else is so: without its program no agent gets a turn. */
function missingText(problem: string | null): readonly string[] {
  return problem === null ? [] : [`no turn will start: ${problem}; ${AGENT_REMEDY}`];
}

async function ask({ url }: InstanceInfo, token: string): Promise<ServiceStatus | null> {
  const response = await fetch(`${url}/api/v1/status`, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(5000),
  }).catch(() => null);
  return response?.ok === true ? ((await response.json()) as ServiceStatus) : null;
}

function text(running: InstanceInfo | null, status: ServiceStatus | null): string {
  if (running === null) return 'no service runs; start it with: the-loop up';
  if (status === null) return `the service (process ${running.pid}) does not answer at ${running.url}`;
  const { deliveries, writes, turns, items } = status;
  return [
    `the service runs at ${running.url} (process ${running.pid}, version ${status.version})`,
    `deliveries: ${deliveries.open} open, ${deliveries.dead} dead ${deliveries.dead === 1 ? 'letter' : 'letters'}; writes: ${writes.waiting + writes['in-flight']} waiting, ${writes.dead} dead; turns: ${turns.running} running, ${turns.waiting} waiting`,
    ...(writes.dead === 0 ? [] : ['writes that were given up: the-loop outbox list --status dead']),
    ...(deliveries.dead === 0 ? [] : ['deliveries that were given up: the-loop deliveries list --status dead']),
    ...status.gapFill
      .filter(({ unavailable }) => unavailable !== '')
      .map(({ repository, unavailable }) => `lost deliveries of ${repository} cannot be asked for: ${unavailable}`),
    ...(items.length === 0
      ? ['no work item is driven by the service; those of a checkout: the-loop check --all']
      : [
          table(
            ['Work item', 'Session', 'Node', 'Pull requests'],
            items.map((item) => [item.ref, item.status, item.node, String(item.pullRequests)]),
          ),
        ]),
  ].join('\n');
}
