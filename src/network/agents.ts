import type { Agent } from 'undici';
import type { Clock } from '../time/clock.ts';
import { type ConnectorOptions, createConnector } from './connect.ts';
import { withLimits } from './names.ts';

const MAX_LOOKUPS_PER_WORKSPACE = 100;
/** Each workspace has its own connections. Above this number of workspaces, the least recently used connections are closed. */
const MAX_AGENTS = 1_000;

export interface AgentOptions extends ConnectorOptions {
  clock: Clock;
  /** Connections to one origin; further requests wait. Unlimited by default. */
  maxConcurrent?: number;
}

/** Keeps connections by workspace. Each has its own look-ups, so that these can be limited by workspace, too. */
export function createAgents(options: AgentOptions) {
  const { policy } = options;
  let wasLocal = policy.isLocal;
  let undici: Promise<typeof import('undici')> | undefined;
  /** The most recently used last. */
  const agents = new Map<string, Agent>();
  const closing = new Set<Agent>();

  async function agentOf(workspaceId: string): Promise<Agent> {
    // Loaded with the first request, because loading it takes longer than starting the service.
    undici ??= import('undici');
    const parts = await undici;
    if (wasLocal && !policy.isLocal) {
      // Some open connections may no longer be allowed.
      wasLocal = false;
      for (const id of [...agents.keys()]) closeSoon(id);
    }
    const agent = agents.get(workspaceId) ?? createAgent(parts, options);
    agents.delete(workspaceId);
    agents.set(workspaceId, agent);
    const [oldest] = agents.keys();
    if (agents.size > MAX_AGENTS && oldest !== undefined) closeSoon(oldest);
    return agent;
  }

  /** Lets requests in flight finish. */
  function closeSoon(workspaceId: string): void {
    const agent = agents.get(workspaceId);
    if (!agent) return;
    agents.delete(workspaceId);
    closing.add(agent);
    // Rejects if `close` ends everything in the meantime.
    const onClosed = () => closing.delete(agent);
    agent.close().then(onClosed, onClosed);
  }

  return {
    agentOf,
    /** Ends every connection, with the requests in flight. */
    async close(): Promise<void> {
      await undici;
      await Promise.all([...agents.values(), ...closing].map((agent) => agent.destroy()));
    },
  };
}

function createAgent(undici: typeof import('undici'), options: AgentOptions): Agent {
  const { timeoutMs: maxWaitMs, clock } = options;
  const limits = { maxConcurrent: MAX_LOOKUPS_PER_WORKSPACE, maxWaitMs, clock };
  const resolve = withLimits(options.resolve, limits);
  const connect = createConnector(undici.buildConnector, { ...options, resolve });
  const connections = options.maxConcurrent ?? null;
  // Undici's own timeouts are off: one deadline covers everything.
  return new undici.Agent({ connect, connections, headersTimeout: 0, bodyTimeout: 0, allowH2: false });
}
