// Why this component, and what it must not do: docs/decisions/0013-client-event-stream-and-reference.md.
import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sourceFile } from '../source-file.ts';
import { SAMPLE_ADDRESS } from './client-sample.ts';
import { type Encodings, lazily, PublicFile } from './public-file.ts';

const COMPONENT = '@scalar/fastify-api-reference';
export const SCRIPT_URL = '/docs/reference.js';

/** Turns off all requests to other hosts, and features that readers don't need. */
const options = {
  telemetry: false,
  withDefaultFonts: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  documentDownloadType: 'none',
  persistAuth: false,
  authentication: { preferredSecurityScheme: 'apiKey' },
  metaData: { title: 'Rota API reference' },
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  orderSchemaPropertiesBy: 'preserve',
  defaultOpenFirstTag: false,
  // Hides links to the component's maker, which would reveal where the reader comes from.
  customCss: 'a[href*="scalar.com"] { display: none }',
};

// The description is the same for every caller. Only the reader's browser knows the server's address.
const START = `
const description = await (await fetch('/openapi.json')).text();
const content = JSON.parse(description.replaceAll('${SAMPLE_ADDRESS}', location.origin));
content.servers = [{ url: location.origin }];
Scalar.createApiReference('#reference', { content, ...${JSON.stringify(options)} });
`;

const POLICY = [
  "default-src 'none'",
  `script-src 'self' 'sha256-${createHash('sha256').update(START).digest('base64')}'`,
  // The component uses inline styles.
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Shows the API description, with search, samples and a way to try each call. */
export const referencePage = lazily(() =>
  PublicFile.of(
    `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Rota API reference</title>
<link rel="icon" href="data:,">
</head>
<body>
<noscript>This page needs JavaScript. The same is at <a href="/openapi.json">/openapi.json</a>, as OpenAPI 3.1.</noscript>
<div id="reference"></div>
<script src="${SCRIPT_URL}?v=${componentVersion()}"></script>
<script type="module">${START}</script>
</body>
</html>
`,
    {
      contentType: 'text/html; charset=utf-8',
      headers: { 'content-security-policy': POLICY },
    },
  ),
);

/** The component's script. The page's link contains its version, so that browsers may cache it forever. */
export const referenceScript = lazily(async () =>
  PublicFile.ofCompressed(await loadScript(), {
    contentType: 'text/javascript; charset=utf-8',
    headers: {},
    version: componentVersion(),
  }),
);

function componentVersion(): string {
  const file = new URL('../package.json', import.meta.resolve(COMPONENT));
  return JSON.parse(readFileSync(file, 'utf8')).version;
}

/** Loads it in a short-lived process: the rest of the package would stay in memory (60 MB, measured). */
function loadScript(): Promise<Encodings> {
  const script = fileURLToPath(sourceFile('http/reference-script.ts'));
  const child = fork(script, { serialization: 'advanced', env: {}, execArgv: [] });
  // Don't keep a stopping server waiting.
  child.unref();
  child.channel?.unref();
  return new Promise((resolve, reject) => {
    child.once('message', (encodings) => resolve(encodings as Encodings));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The script of the reference was not made: exit ${code}`)));
  });
}
