import { ConfigError } from '../../settings/config.ts';
import { USER_AGENT } from '../../version.ts';
import { CALLS_THE_SERVICE, requiredKey, requiredServiceUrl } from '../caller.ts';
import { type Command, type Invocation, visible } from '../command.ts';

export const mcpCommand: Command = {
  name: 'mcp',
  summary: 'serve the tools for agents by MCP, over standard input and output',
  details:
    `${CALLS_THE_SERVICE}, until its input ends. The scopes of the key\n` +
    'decide which tools there are. For programs that start an MCP server as a command. Those that can call one over HTTP\n' +
    "don't need it: give them the address of the service, followed by /mcp.",
  async run(invocation) {
    const { config } = invocation;
    const key = requiredKey(config);
    // The error of `fetch` for a bad header would repeat the header, which has the key.
    if (!/^[\x21-\x7e]+$/.test(key))
      throw new ConfigError('ROTA_KEY must be an API key: printable ASCII characters without spaces');
    const url = new URL(`${requiredServiceUrl(config).replace(/\/$/, '')}/mcp`);
    const headers = { authorization: `Bearer ${key}`, 'user-agent': USER_AGENT };
    await bridge(url, headers, invocation);
  },
};

async function bridge(
  url: URL,
  headers: Record<string, string>,
  { output, host }: Invocation,
): Promise<void> {
  // Imported here because no other command needs it.
  const [{ createBridge }, { linesOf }] = await Promise.all([import('./bridge.ts'), import('./lines.ts')]);
  // Standard output is reserved for the protocol.
  const log = (sentence: string) => output.error(`rota: ${visible(sentence)}`);
  const { stdin, stdout } = host;
  const passing = createBridge(
    { url, headers },
    { log, write: (message) => stdout.write(`${JSON.stringify(message)}\n`) },
  );
  const ending = Promise.withResolvers<void>();
  let isEnding = false;
  function end(): void {
    // On a second signal, don't wait for answers.
    if (isEnding) passing.abandon();
    isEnding = true;
    ending.resolve();
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) host.on(signal, end);
  // Nobody reads the answers any more.
  stdout.on('error', () => {
    passing.abandon();
    end();
  });
  log(`forwarding messages to ${url} until the input ends`);
  // Keep reading to the end: the end of the input may be the second signal to stop.
  const reading = (async () => {
    for await (const line of linesOf(stdin)) if (!isEnding) passing.take(line);
    end();
  })();
  // While stopping, errors of the input no longer matter.
  reading.catch(() => {});
  await Promise.race([reading, ending.promise]);
  await passing.settled();
  stdin.destroy();
}
