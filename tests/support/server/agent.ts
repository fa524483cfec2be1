// An agent without a model: the official MCP client, which checks every answer against the schema of its tool.
import assert from 'node:assert/strict';
import { after } from 'node:test';
import {
  type CallToolResult,
  Client,
  type JsonSchemaType,
  type JsonSchemaValidator,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv';
import { BIN, type Environment } from './process.ts';
import type { Node } from './rota.ts';

/** The 2026 version has no handshake; those of 2025 do. */
export type Era = '2026-07-28' | '2025-11-25';

export interface AgentOptions {
  key?: string;
  era?: Era;
}

/** Every connection gets the same schemas. Measured: compiling them only once, these tests take 70 s of CPU instead of 81. */
const validators = new Map<string, JsonSchemaValidator<unknown>>();
const jsonSchemaValidator = {
  getValidator<Answer>(schema: JsonSchemaType): JsonSchemaValidator<Answer> {
    const key = JSON.stringify(schema);
    const validator = validators.get(key) ?? new AjvJsonSchemaValidator().getValidator(schema);
    validators.set(key, validator);
    return validator as JsonSchemaValidator<Answer>;
  },
};

export class Agent {
  readonly client: Client;

  constructor(client: Client) {
    this.client = client;
  }

  /** The full result, even of a refused call. */
  async result(name: string, input: object = {}): Promise<CallToolResult> {
    return (await this.client.callTool({ name, arguments: { ...input } })) as CallToolResult;
  }

  /** The answer of a call that must succeed. */
  async call<Answer = Record<string, unknown>>(name: string, input: object = {}): Promise<Answer> {
    const result = await this.result(name, input);
    assert.equal(result.isError ?? false, false, `${name} was refused: ${textOf(result)}`);
    assert.equal(textOf(result), JSON.stringify(result.structuredContent));
    return result.structuredContent as Answer;
  }

  /**
   * The progress messages of a call, caught as they arrive, because the client drops those that it reads together with the answer.
   */
  async stepsOf(name: string, input: object = {}): Promise<object[]> {
    const steps: object[] = [];
    const { transport } = this.client;
    assert.ok(transport?.onmessage);
    const { onmessage } = transport;
    transport.onmessage = (message, extra) => {
      if ('method' in message && message.method === 'notifications/progress') {
        const { progressToken: _, ...step } = message.params ?? {};
        steps.push(step);
      }
      onmessage(message, extra);
    };
    try {
      await this.client.callTool({ name, arguments: { ...input } }, { onprogress() {} });
      return steps;
    } finally {
      transport.onmessage = onmessage;
    }
  }

  /** The text of a call that must be refused. */
  async refusal(name: string, input: object = {}): Promise<string> {
    const result = await this.result(name, input);
    assert.equal(result.isError, true, `${name} was not refused: ${textOf(result)}`);
    return textOf(result);
  }
}

function textOf({ content }: CallToolResult): string {
  const [block] = content;
  return block?.type === 'text' ? block.text : '';
}

/** Connects to `/mcp` of the node. Closed after the test. */
export async function connectAgent(node: Node, options: AgentOptions = {}): Promise<Agent> {
  const { key = node.rawKey, era } = options;
  const headers = { authorization: `Bearer ${key}` };
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', node.url), {
    requestInit: { headers },
  });
  return connectBy(transport, era);
}

/** The same over any transport. */
export async function connectBy(transport: Transport, era: Era = '2026-07-28'): Promise<Agent> {
  const mode = era === '2026-07-28' ? { pin: era } : 'legacy';
  const options = { versionNegotiation: { mode }, jsonSchemaValidator } as const;
  const client = new Client({ name: 'test', version: '1.0.0' }, options);
  await client.connect(transport);
  after(() => client.close());
  assert.equal(client.getNegotiatedProtocolVersion(), era);
  // Loads the tools' schemas into the client.
  await client.listTools();
  return new Agent(client);
}

/** The same through `rota mcp`, which the client starts. */
export function startAgent(environment: Environment, era?: Era): Promise<Agent> {
  const args = [BIN, 'mcp'];
  return connectBy(
    new StdioClientTransport({ command: process.execPath, args, env: environment, stderr: 'pipe' }),
    era,
  );
}
