import type { Event, Rota } from '@rota/client';
import { generateSigningSecret } from '../features/events/webhook-endpoints/rules.ts';
import { USER_AGENT } from '../version.ts';
import { isSigningSecret, webhookHeaders } from '../webhooks/sign.ts';
import { CALLS_THE_SERVICE, withCaller } from './caller.ts';
import { type Command, type Invocation, json, type Output, UsageError } from './command.ts';

/** The result of forwarding one event. */
type Outcome = { status: number; duration_ms: number } | { error: string };

export const listenCommand: Command = {
  name: 'listen',
  summary: 'follow the events of a workspace, and forward them to a URL',
  details:
    `${CALLS_THE_SERVICE}, which needs the scope webhooks.read. Runs until Ctrl-C.\n` +
    'Forwarded events look like webhook deliveries, with the id of the event instead of a delivery, and are signed with a\n' +
    'secret that is printed at the start. The receiver needs no public address. Each event is sent once.',
  options: {
    forward: { type: 'string', value: 'URL', description: 'POST each event to this URL, like a webhook' },
    secret: { type: 'string', value: 'SECRET', description: 'sign with this instead of a new secret' },
    event: {
      type: 'string',
      value: 'TYPE',
      multiple: true,
      description: 'only events of this type; repeat for several',
    },
    after: {
      type: 'string',
      value: 'ID',
      description: 'start after this event; by default, with the next one that happens',
    },
    json,
  },
  run(invocation) {
    const target = forwardTo(invocation);
    return withCaller(invocation.config, (rota, url) => listen(rota, url, invocation, target));
  },
};

async function listen(
  rota: Rota,
  url: string,
  invocation: Invocation,
  target: Target | undefined,
): Promise<void> {
  const { options, config, print, output, host } = invocation;
  const types = options.event as string[] | undefined;
  const ending = new AbortController();
  // `on`, not `once`: npm forwards a Ctrl-C that this process has already received.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) host.on(signal, () => ending.abort());
  try {
    const events = rota.events.follow({
      after: options.after as string | undefined,
      signal: ending.signal,
      onConnection: reporter(output, () => introduce(url, invocation, target)),
    });
    for await (const event of events) {
      if (types && !types.includes(event.type)) continue;
      const outcome = target && (await forward(event, target, config.webhookTimeoutMs, ending.signal));
      print({ ...event, ...(outcome && { forwarded: outcome }) }, lineFor(event, outcome));
    }
  } catch (error) {
    if (!ending.signal.aborted) throw error;
  }
}

/** Reports lost connections on standard error. Standard output is for events. */
function reporter(output: Output, onFirst: () => void) {
  let wasLost: boolean | undefined;
  return (state: 'connected' | 'lost') => {
    const isLost = state === 'lost';
    if (wasLost === undefined) onFirst();
    else if (isLost !== wasLost) {
      output.error(isLost ? 'rota: connection lost; reconnecting' : 'rota: reconnected');
    }
    wasLost = isLost;
  };
}

interface Target {
  url: string;
  secret: string;
}

function forwardTo({ options }: Invocation): Target | undefined {
  const { forward: url, secret = generateSigningSecret() } = options as { forward?: string; secret?: string };
  if (url === undefined) return undefined;
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) {
    throw new UsageError('--forward must be an address that starts with http:// or https://');
  }
  if (!isSigningSecret(secret)) {
    throw new UsageError(
      '--secret must be a signing secret: whsec_ and base64 characters. Leave it out to use a new one',
    );
  }
  return { url, secret };
}

function introduce(url: string, { print }: Invocation, target: Target | undefined): void {
  const following = `Following the events at ${url}. Press Ctrl-C to stop.`;
  const data = {
    following: url,
    ...(target && { forwarding_to: target.url, signing_secret: target.secret }),
  };
  print(
    data,
    target
      ? [following, `Forwarding to ${target.url}, signed with this secret:`, '', `  ${target.secret}`, '']
      : following,
  );
}

async function forward(
  event: Event,
  { url, secret }: Target,
  timeoutMs: number,
  ending: AbortSignal,
): Promise<Outcome> {
  const body = JSON.stringify(event.payload);
  const seconds = Math.floor(Date.now() / 1000);
  const headers = webhookHeaders({ id: event.id, event: event.type, body, secrets: [secret], seconds });
  const start = performance.now();
  try {
    // Not `fetch`: it refuses some ports that developers use. Imported here because no other command needs it.
    const { request } = await import('undici');
    const response = await request(url, {
      method: 'POST',
      headers: [...headers, 'user-agent', USER_AGENT],
      body,
      signal: AbortSignal.any([ending, AbortSignal.timeout(timeoutMs)]),
    });
    await response.body.dump();
    return { status: response.statusCode, duration_ms: Math.round(performance.now() - start) };
  } catch (error) {
    return { error: (error as Error).message };
  }
}

function lineFor({ id, type, payload, created_at }: Event, outcome: Outcome | undefined): string {
  const start = `${created_at}  ${type}  ${id}`;
  if (!outcome) return `${start}  ${JSON.stringify(payload)}`;
  return 'error' in outcome
    ? `${start}  failed: ${outcome.error}`
    : `${start}  ${outcome.status} in ${outcome.duration_ms} ms`;
}
