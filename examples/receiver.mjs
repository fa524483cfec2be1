// A receiver of Rota's webhooks, with nothing but Node (20 or later):
//   ROTA_SIGNING_SECRET=whsec_… node examples/receiver.mjs
import { createHmac, timingSafeEqual } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';

const BODY_LIMIT = 1024 * 1024;
const MAX_SEEN_IDS = 10_000;

/**
 * Verifies the signature of id, time and body, by the Standard Webhooks specification.
 * `rawBody`: the bytes as they arrived, not parsed and serialized again. `headers`: with names in lower case.
 */
export function verify(rawBody, headers, secret, toleranceSeconds = 300) {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures } = headers;
  if (!id || !/^[0-9]{1,12}$/.test(time)) return false;
  const isRecent = Math.abs(Date.now() / 1000 - Number(time)) <= toleranceSeconds;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${time}.`).update(rawBody).digest();
  const isSigned = String(signatures)
    .split(' ')
    .filter((signature) => signature.startsWith('v1,'))
    .map((signature) => Buffer.from(signature.slice('v1,'.length), 'base64'))
    .some((given) => given.length === expected.length && timingSafeEqual(given, expected));
  return isRecent && isSigned;
}

/** Your work goes here. The response was sent already, so it may take its time. */
function handle(id, payload) {
  console.log(`verified ${payload.event} ${id} ${JSON.stringify(payload)}`);
}

// Lost at a restart: store the ids in your database, together with your work.
const seen = new Set();

function isRepeat(id) {
  if (seen.has(id)) return true;
  seen.add(id);
  if (seen.size > MAX_SEEN_IDS) seen.delete(seen.values().next().value);
  return false;
}

async function receive(request, response, secret) {
  const respond = (status) => response.writeHead(status).end();
  if (request.method !== 'POST' || request.url !== '/hook') return respond(404);
  const rawBody = await readBody(request);
  if (!rawBody) return respond(413);
  if (!verify(rawBody, request.headers, secret)) {
    respond(401);
    return console.log('refused a request: its signature is wrong or too old');
  }
  respond(204);
  // The signature covers this id, unlike X-Webhook-Id.
  const id = request.headers['webhook-id'];
  const payload = JSON.parse(rawBody);
  if (isRepeat(id)) console.log(`repeated ${payload.event} ${id} ${JSON.stringify(payload)}`);
  else handle(id, payload);
}

/** Undefined if it is too large. The rest is still read, or the sender would not see the response. */
async function readBody(request) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size <= BODY_LIMIT) chunks.push(chunk);
  }
  return size <= BODY_LIMIT ? Buffer.concat(chunks) : undefined;
}

function main() {
  const { ROTA_SIGNING_SECRET: secret, PORT } = process.env;
  if (!secret) {
    console.error("Set ROTA_SIGNING_SECRET to the endpoint's signing_secret.");
    process.exitCode = 2;
    return;
  }
  const server = createServer((request, response) => {
    receive(request, response, secret).catch((error) => {
      console.error(error);
      // Closes the connection, unless the response was sent already.
      if (!response.writableEnded) response.destroy();
    });
  });
  server.listen(Number(PORT || 4000), '127.0.0.1', () => {
    console.log(`Listening on http://127.0.0.1:${server.address().port}/hook`);
  });
  server.on('error', ({ message }) => {
    console.error(`${message}: is a receiver running there already? PORT chooses another port.`);
    process.exitCode = 1;
  });
  // Requests in flight still get their response. A second signal ends it at once.
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => server.close());
}

// Runs only as a program, not when another file imports `verify`.
if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) main();
