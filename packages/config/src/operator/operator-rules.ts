import { type OperatorConfig } from './operator-config.ts';

/** Something that only two keys together make wrong. */
export interface Contradiction {
  readonly keys: readonly (string | number)[];
  readonly message: string;
}

/** Agents that need no entry: their command line is known to whoever runs them. */
const KNOWN_AGENTS = ['claude', 'codex'];

const PLACEHOLDERS = ['promptFile', 'sessionId', 'workItem'];

/** What is wrong although every key by itself is right. */
export function contradictions(config: OperatorConfig): Contradiction[] {
  return [
    ...unsigned(config),
    ...polledNothing(config),
    ...polledHosts(config),
    ...agentChoice(config),
    ...placeholders(config),
    ...plainHosts(config),
    ...appKeys(config),
    ...sharedPhrases(config),
    ...channelNames(config),
  ];
}

/** Whether an address is reachable from this machine alone. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host);
}

function unsigned({ webhooks, service }: OperatorConfig): Contradiction[] {
  if (!webhooks.allowUnsigned || isLoopback(service.host)) return [];
  return [{ keys: ['webhooks', 'allowUnsigned'], message: 'only allowed where service.host is a loopback address' }];
}

function polledNothing({ polling }: OperatorConfig): Contradiction[] {
  if (!polling.enabled || polling.repositories.length > 0) return [];
  return [{ keys: ['polling', 'enabled'], message: 'polls nothing while polling.repositories is empty' }];
}

function polledHosts({ polling, integrations }: OperatorConfig): Contradiction[] {
  return polling.repositories.flatMap((name, index) => {
    const host = name.split('/').at(-3);
    if (host === undefined || Object.hasOwn(integrations.github.hosts, host)) return [];
    const message = 'names a host that is no entry of integrations.github.hosts';
    return [{ keys: ['polling', 'repositories', index], message }];
  });
}

function agentChoice({ sessions: { agent, agents } }: OperatorConfig): Contradiction[] {
  if (agent === '' || KNOWN_AGENTS.includes(agent) || Object.hasOwn(agents, agent)) return [];
  const names = Object.keys(agents).join(', ') || 'none';
  return [{ keys: ['sessions', 'agent'], message: `names no entry of sessions.agents (declared: ${names})` }];
}

function placeholders({ sessions: { agents } }: OperatorConfig): Contradiction[] {
  return Object.entries(agents).flatMap(([name, { command }]) =>
    command.flatMap((argument, index) => {
      const unknown = [...argument.matchAll(/\{([A-Za-z]{1,40})\}/g)].filter(
        ([, word = '']) => !PLACEHOLDERS.includes(word),
      );
      const keys = ['sessions', 'agents', name, 'command', index];
      const message = `unknown placeholder; known are ${PLACEHOLDERS.map((word) => `{${word}}`).join(', ')}`;
      return unknown.length === 0 ? [] : [{ keys, message }];
    }),
  );
}

/** A token must not travel in the clear. */
function plainHosts({ integrations }: OperatorConfig): Contradiction[] {
  return Object.entries(integrations.github.hosts).flatMap(([host, { apiBase }]) => {
    const { protocol, hostname } = new URL(apiBase);
    if (protocol === 'https:' || isLoopback(hostname.replaceAll(/[[\]]/g, ''))) return [];
    const keys = ['integrations', 'github', 'hosts', host, 'apiBase'];
    return [{ keys, message: 'expected https; http is only allowed for a loopback address' }];
  });
}

function appKeys({ integrations }: OperatorConfig): Contradiction[] {
  return Object.entries(integrations.github.hosts).flatMap(([host, { app }]) => {
    if (app === undefined || (app.privateKeyEnv === undefined) !== (app.privateKeyPath === undefined)) return [];
    const keys = ['integrations', 'github', 'hosts', host, 'app'];
    return [{ keys, message: 'expected either privateKeyEnv or privateKeyPath' }];
  });
}

function sharedPhrases({ routing }: OperatorConfig): Contradiction[] {
  const seen = new Map<string, string>();
  return Object.entries(routing.control.keywords).flatMap(([verb, phrase]) => {
    const plain = phrase.toLowerCase();
    const other = seen.get(plain);
    if (plain !== '') seen.set(plain, verb);
    const keys = ['routing', 'control', 'keywords', verb];
    return other === undefined ? [] : [{ keys, message: `is also the phrase of "${other}"` }];
  });
}

function channelNames({ notifications: { channels } }: OperatorConfig): Contradiction[] {
  const names = channels.map(({ name }) => name);
  return names.flatMap((name, index) =>
    names.indexOf(name) === index
      ? []
      : [{ keys: ['notifications', 'channels', index, 'name'], message: 'another channel has this name' }],
  );
}
