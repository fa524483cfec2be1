// The conformance suite of MCP finds nothing wrong but what does not apply to Rota, each with its reason.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before } from 'node:test';
import { describe, test } from '../support/lanes.ts';
import { freshStorage, type Node, startNode } from '../support/server/rota.ts';
import { checkConformance } from './clients/mcp-tools.ts';

const SAMPLE_TOOL = 'calls a tool of the sample server that comes with the suite';
const SAMPLE_RESOURCE = 'reads a resource of that server';
const NO_PROMPTS = 'there are no prompts';
const NO_COMPLETION = 'there is nothing to complete';
const NO_LOGGING = 'the log is not for clients';
const NO_SUBSCRIPTIONS = 'nothing is told of its own accord';
const NO_QUESTIONS = 'no tool asks back, which that server has tools for';
const NO_TASKS = 'an extension that Rota does not have: calls are short';
const NO_MARKED_ARGUMENTS = 'no tool has arguments that go into headers';
const NO_SESSIONS = 'recommended where answers are kept for clients that come back: every call stands alone';

/** A scenario, why some checks in it fail, and which: without, the one that is called like the scenario. */
type Row = [scenario: string, because: string, ...checks: string[]];

const inBoth: Row[] = [
  ['completion-complete', NO_COMPLETION],
  ['json-schema-2020-12', SAMPLE_TOOL, 'json-schema-2020-12-tool-found'],
  ['prompts-get-embedded-resource', NO_PROMPTS],
  ['prompts-get-simple', NO_PROMPTS],
  ['prompts-get-with-args', NO_PROMPTS],
  ['prompts-get-with-image', NO_PROMPTS],
  ['prompts-list', NO_PROMPTS],
  ['resources-read-binary', SAMPLE_RESOURCE],
  ['resources-read-text', SAMPLE_RESOURCE],
  ['resources-templates-read', SAMPLE_RESOURCE],
  ['tools-call-audio', SAMPLE_TOOL],
  ['tools-call-embedded-resource', SAMPLE_TOOL],
  ['tools-call-error', SAMPLE_TOOL],
  ['tools-call-image', SAMPLE_TOOL],
  ['tools-call-mixed-content', SAMPLE_TOOL],
  ['tools-call-simple-text', SAMPLE_TOOL],
  ['tools-call-with-progress', SAMPLE_TOOL],
];

const versions: Record<string, Row[]> = {
  '2025-11-25': [
    ['elicitation-sep1034-defaults', SAMPLE_TOOL, 'elicitation-sep1034-general'],
    ['elicitation-sep1330-enums', SAMPLE_TOOL, 'elicitation-sep1330-general'],
    ['logging-set-level', NO_LOGGING],
    ['resources-subscribe', NO_SUBSCRIPTIONS],
    ['resources-unsubscribe', NO_SUBSCRIPTIONS],
    ['server-sse-multiple-streams', NO_SESSIONS, 'server-sse-multiple-streams-session'],
    [
      'server-sse-polling',
      NO_SESSIONS,
      'server-sse-polling-session',
      'server-sse-priming-event',
      'server-sse-retry-field',
    ],
    ['tools-call-elicitation', SAMPLE_TOOL],
    ['tools-call-sampling', SAMPLE_TOOL],
    ['tools-call-with-logging', SAMPLE_TOOL],
  ],
  '2026-07-28': [
    ['caching', NO_PROMPTS, 'sep-2549-prompts-list-caching-hints'],
    [
      'http-custom-header-server-validation',
      NO_MARKED_ARGUMENTS,
      'sep-2243-server-no-xmcp-tool',
      'sep-2243-server-decode-base64',
      'sep-2243-server-validate-param-match',
      'sep-2243-server-reject-invalid-param-chars',
      'sep-2243-server-reject-param-mismatch',
    ],
    ['input-required-result-basic-elicitation', NO_QUESTIONS, 'sep-2322-elicitation-incomplete'],
    ['input-required-result-basic-list-roots', NO_QUESTIONS, 'sep-2322-list-roots-incomplete'],
    ['input-required-result-basic-sampling', NO_QUESTIONS, 'sep-2322-sampling-incomplete'],
    ['input-required-result-capability-check', NO_QUESTIONS, 'sep-2322-respect-client-capabilities'],
    ['input-required-result-ignore-extra-params', NO_QUESTIONS, 'sep-2322-ignore-unexpected-params'],
    ['input-required-result-missing-input-response', NO_QUESTIONS, 'sep-2322-missing-response-rerequests'],
    ['input-required-result-multi-round', NO_QUESTIONS, 'sep-2322-multi-round-r1'],
    ['input-required-result-multiple-input-requests', NO_QUESTIONS, 'sep-2322-multiple-inputs-incomplete'],
    ['input-required-result-non-tool-request', NO_QUESTIONS, 'sep-2322-non-tool-incomplete'],
    ['input-required-result-request-state', NO_QUESTIONS, 'sep-2322-request-state-incomplete'],
    ['input-required-result-result-type', NO_QUESTIONS, 'sep-2322-result-type-included'],
    ['input-required-result-tampered-state', NO_QUESTIONS, 'sep-2322-reject-tampered-state'],
    [
      'server-stateless',
      SAMPLE_TOOL,
      'sep-2575-server-rejects-undeclared-capability',
      'sep-2575-missing-capability-http-400',
      'sep-2575-http-server-no-independent-requests-on-stream',
      'sep-2575-server-no-log-without-loglevel',
    ],
    [
      'tasks-capability-negotiation',
      NO_TASKS,
      'tasks-extension-advertised',
      'sep-2663-tasks-methods-non-declaring',
      'sep-2663-server-rejects-undeclared-client',
      'tasks-per-request-meta-opt-in',
    ],
    [
      'tasks-dispatch-and-envelope',
      NO_TASKS,
      'tasks-server-directed-creation-no-hint',
      'sep-2663-legacy-task-param-ignored',
      'tasks-immediate-result-shortcut',
      'tasks-result-type-complete-on-non-task-responses',
      'sep-2663-durable-create-strong-consistency',
      'sep-2663-tasks-get-invalid-task-id-32602',
    ],
    [
      'tasks-lifecycle',
      NO_TASKS,
      'tasks-sync-tool-call',
      'sep-2663-result-type-task-on-create',
      'sep-2663-tasks-get-status-working',
      'sep-2663-tasks-get-status-completed',
      'sep-2663-tool-error-uses-completed-status',
      'sep-2663-tasks-get-status-failed',
      'sep-2663-cancel-ack-empty-result',
      'tasks-cancel-terminal-idempotent-ack',
    ],
    ['tasks-mrtr-composition', NO_TASKS, 'sep-2663-mrtr-synchronous-before-task-creation'],
    [
      'tasks-mrtr-input',
      NO_TASKS,
      'sep-2663-tasks-get-status-input-required',
      'tasks-mrtr-tasks-update-resumes',
      'tasks-mrtr-partial-fulfillment',
    ],
    [
      'tasks-request-headers',
      NO_TASKS,
      'tasks-headers-tolerate-mcp-method-on-tools-call',
      'sep-2663-routing-headers-accepted-on-tasks-get',
      'sep-2663-server-rejects-mismatched-mcp-name-on-tasks-get',
    ],
    ['tasks-request-state-removal', NO_TASKS, 'tasks-request-state-removal-setup'],
    ['tasks-required-task-error', NO_TASKS, 'sep-2663-server-returns-missing-capability-when-required'],
    [
      'tasks-wire-fields',
      NO_TASKS,
      'tasks-wire-field-renames',
      'tasks-no-early-ttl-expiry',
      'tasks-no-related-task-meta-on-inlined-result',
    ],
  ],
};

/** The suite sends no key: this adds it to every call, and changes nothing else. */
async function startRelay({ url, rawKey }: Node): Promise<AsyncDisposable & { url: string }> {
  const server = createServer((incoming, response) => {
    const { method, headers } = incoming;
    const options = { method, headers: { ...headers, authorization: `Bearer ${rawKey}` } };
    const outgoing = request(new URL(incoming.url ?? '/', url), options, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    outgoing.on('error', () => response.destroy());
    response.on('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    async [Symbol.asyncDispose]() {
      server.close().closeAllConnections();
    },
  };
}

// It does not depend on the database.
describe('The conformance suite of MCP', { concurrency: 2 }, () => {
  const opened = new AsyncDisposableStack();
  let url: string;
  before(async () => {
    const storage = await freshStorage('sqlite');
    opened.defer(storage.remove);
    const node = await startNode(storage);
    opened.defer(() => node.stop());
    ({ url } = opened.use(await startRelay(node)));
  });
  after(() => opened.disposeAsync());

  for (const [version, own] of Object.entries(versions)) {
    test(`finds nothing wrong with the version of ${version} that Rota speaks`, async () => {
      const expected = [...inBoth, ...own].map(([scenario, , ...checks]) => [
        scenario,
        (checks.length === 0 ? [scenario] : checks).toSorted(),
      ]);
      const checks = await checkConformance(url, version);
      const found = [...checks].map(([scenario, all]) => [
        scenario,
        all
          .filter(({ status }) => status === 'FAILURE' || status === 'WARNING')
          .map(({ id }) => id)
          .toSorted(),
      ]);
      const failing = found.filter(([, ids]) => (ids?.length ?? 0) > 0);
      assert.deepEqual(Object.fromEntries(failing), Object.fromEntries(expected));
      const passed = [...checks.values()].flat().filter(({ status }) => status === 'SUCCESS');
      assert.ok(passed.length > 0);
    });
  }
});
