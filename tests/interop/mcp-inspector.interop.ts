// The official inspector calls every tool and reads resources, over HTTP and `rota mcp`, in both versions of MCP.
import assert from 'node:assert/strict';
import { describe, test } from '../support/lanes.ts';
import { goodCall, type Stage, setStage } from '../support/makers/tool-calls.ts';
import { BIN } from '../support/server/process.ts';
import { type Node, onBothEngines } from '../support/server/rota.ts';
import { inspect, type Way } from './clients/mcp-tools.ts';

interface Listed {
  tools: { name: string; annotations: { readOnlyHint: boolean } }[];
}

interface Called {
  isError?: boolean;
  content: { type: string; text: string }[];
  structuredContent: Record<string, unknown>;
}

/** The addresses of resources that are there, by the name of their template. */
const addresses: Record<string, (stage: Stage) => string> = {
  meeting: ({ offered }) => `rota://meetings/${offered.id}`,
  rotation: ({ team }) => `rota://teams/${team}/rotation`,
  api_operation: () => 'rota://api/createMeetingRequest',
};

const overHttp = ({ url, rawKey }: Node): Way => ({
  options: ['--header', `Authorization: Bearer ${rawKey}`],
  target: [`${url}/mcp`],
});

const overStdio = ({ url, rawKey }: Node): Way => ({
  options: ['-e', `ROTA_URL=${url}`, '-e', `ROTA_KEY=${rawKey}`],
  target: [process.execPath, BIN, 'mcp'],
});

// A call takes a second. So each tool is called one way, on one engine, in one version, and the next tool in another.
onBothEngines('The inspector', (node, storage) => {
  const ways = [
    ['HTTP', overHttp, 0],
    ['rota mcp', overStdio, 1],
  ] as const;

  describe('calls every tool', { concurrency: ways.length }, () => {
    for (const [name, wayTo, turn] of ways) {
      test(`whose turn it is, over ${name}`, async () => {
        const way = wayTo(node());
        const own = 2 * turn + (storage().engine === 'sqlite' ? 0 : 1);
        // It ends with an error if a schema is one that clients have trouble with.
        const { tools } = await inspect<Listed>(way, 'tools/list', ['--strict']);
        for (const [place, tool] of tools.entries()) {
          if (place % 4 !== own) continue;
          const version = Math.floor(place / 4) % 2 === 0 ? 'modern' : 'legacy';
          const input = JSON.stringify(goodCall(tool, await setStage(node())));
          const { isError, content, structuredContent } = await inspect<Called>(way, 'tools/call', [
            ...['--protocol-era', version, '--tool-name', tool.name, '--tool-args-json', input],
          ]);
          const text = content[0]?.text ?? '';
          assert.equal(isError ?? false, false, `${tool.name}: ${text}`);
          assert.deepEqual(JSON.parse(text), structuredContent);
          const repeated = tool.annotations.readOnlyHint ? undefined : false;
          assert.equal(structuredContent.repeated, repeated, tool.name);
        }
      });
    }
  });

  test('reads a resource of every kind', async () => {
    const way = storage().engine === 'sqlite' ? overStdio(node()) : overHttp(node());
    const stage = await setStage(node());
    const { resources } = await inspect<{ resources: { uri: string }[] }>(way, 'resources/list');
    const { resourceTemplates } = await inspect<{ resourceTemplates: { name: string }[] }>(
      way,
      'resources/templates/list',
    );
    const made = resourceTemplates.map(({ name }) => addresses[name]?.(stage) ?? assert.fail(name));
    for (const uri of [...resources.map((resource) => resource.uri), ...made]) {
      const { contents } = await inspect<{ contents: { uri: string; text: string }[] }>(
        way,
        'resources/read',
        [...['--uri', uri]],
      );
      assert.deepEqual(
        contents.map((content) => content.uri),
        [uri],
      );
      assert.ok(JSON.parse(contents[0]?.text ?? ''));
    }
  });
});
