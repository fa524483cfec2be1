import type { OpenApiDocument } from './openapi.ts';
import { referenceStyle } from './reference-style.ts';
import { limitsInWords, type Schema, typeInWords } from './schema-in-words.ts';

// The parts of an OpenAPI description that the page reads.

/** A parameter, or a field of a body or an answer. */
type Field = { name: string; in?: string; required?: boolean; description?: string; schema: Schema };
type Content = { schema: Schema; example?: unknown; examples?: Record<string, { value: unknown }> };
type Contents = Record<string, Content>;
type Headers = Record<string, { description?: string }>;
type Response = { description: string; headers?: Headers; content?: Contents };
interface Operation {
  method: string;
  path: string;
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  security?: unknown[];
  parameters?: Field[];
  requestBody?: { content: Contents };
  responses: Record<string, Response>;
}

const EXAMPLE_SERVER = 'http://127.0.0.1:3000';

/** The API description as one page that needs neither scripts nor the internet. */
export function renderReference(document: OpenApiDocument): string {
  const { title, version, summary, description } = document.info as Record<string, string | undefined>;
  const groups = groupOperations(document);
  const webhooks = webhooksOf(document);
  return html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} API reference</title>
<style>${new Markup(referenceStyle)}</style>
<nav aria-label="Groups">
<a href="#operations">All operations</a>
${groups.map(({ name, anchor }) => html`<a href="#${anchor}">${name}</a>\n`)}<a href="#webhooks">What is sent</a>
</nav>
<main>
<h1>${title} <span class="soft">API ${version}</span></h1>
<p>${prose(summary)}</p>
<p>${prose(description)}</p>
<p>An error answers <code>{"error": {"type": "…", "message": "…"}}</code>: the type is for programs, the message
for people. Only a 401 has no type; it answers <code>{"error": "…"}</code>.</p>
<p>The examples are for a shell that has the key in <code>$ROTA_KEY</code>, and for the service at
<code>${EXAMPLE_SERVER}</code>.</p>
<h2 id="operations">All operations</h2>
<table class="overview">
<thead><tr><th>Method</th><th>Path</th><th>What it does</th><th>Scope</th></tr></thead>
${groups.map(renderOverviewOf)}</table>
${groups.map(({ name, anchor, operations }) => [
  html`<h2 id="${anchor}">${name}</h2>\n`,
  operations.map(renderOperation),
])}<h2 id="webhooks">What is sent to webhook endpoints</h2>
<p>A POST for each event, with these headers:</p>
${fieldTable(webhooks[0]?.parameters ?? [], inAnswer)}
${webhooks.map(renderWebhook)}</main>
</html>
`.text;
}

type Group = { name: string; anchor: string; operations: Operation[] };

function groupOperations({ paths, components, tags }: OpenApiDocument): Group[] {
  const named = (components.schemas ?? {}) as Record<string, unknown>;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      return { ...(resolveReferences(operation, named) as Operation), method: method.toUpperCase(), path };
    }),
  );
  return tags.map(({ name }) => ({
    name,
    anchor: `group-${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`,
    operations: operations.filter((operation) => operation.tags.includes(name)),
  }));
}

type Webhook = Pick<Operation, 'summary' | 'parameters' | 'requestBody'> & { type: string };

function webhooksOf({ webhooks, components }: OpenApiDocument): Webhook[] {
  const named = (components.schemas ?? {}) as Record<string, unknown>;
  return Object.entries(webhooks).map(([type, { post }]) => {
    return { ...(resolveReferences(post, named) as Webhook), type };
  });
}

/** Puts the named schemas where they are referred to; one inside itself keeps only its name. */
function resolveReferences(value: unknown, named: Record<string, unknown>, within: string[] = []): unknown {
  if (Array.isArray(value)) return value.map((item) => resolveReferences(item, named, within));
  if (typeof value !== 'object' || value === null) return value;
  if ('$ref' in value && typeof value.$ref === 'string') {
    const name = value.$ref.replace('#/components/schemas/', '');
    if (within.includes(name)) return { type: 'object', title: name };
    return resolveReferences(named[name] ?? {}, named, [...within, name]);
  }
  const resolve = ([key, inner]: [string, unknown]) => [key, resolveReferences(inner, named, within)];
  return Object.fromEntries(Object.entries(value).map(resolve));
}

function renderOverviewOf({ name, operations }: Group): Markup {
  const rows = operations.map(({ method, path, operationId, summary, description, security }) => {
    const scope = isPublic(security) ? 'no key' : /scope (`[^`]+`)/.exec(description ?? '')?.[1];
    return html`<tr><td>${renderMethod(method)}</td><td><a href="#${operationId}"><code>${path}</code></a></td>
<td>${prose(summary)}</td><td>${prose(scope)}</td></tr>\n`;
  });
  return html`<tbody>\n<tr><th colspan="4" scope="rowgroup">${name}</th></tr>\n${rows}</tbody>\n`;
}

const isPublic = (security: unknown[] | undefined) => security?.length === 0;

const renderMethod = (method: string) => html`<span class="method ${method.toLowerCase()}">${method}</span>`;

function renderOperation(operation: Operation): Markup {
  const { operationId, method, path, summary, description, security, parameters = [] } = operation;
  const all = Object.entries(operation.responses);
  const answers = all.filter(([status]) => status.startsWith('2'));
  const errors = all.filter(([status]) => !status.startsWith('2'));
  return html`<section id="${operationId}">
<h3><a href="#${operationId}">${renderMethod(method)} <code>${path}</code></a></h3>
<p>${prose(summary)}</p>
<p class="soft">${isPublic(security) && 'Needs no key.'}${prose(description)}</p>
${parameters.length > 0 && [html`<h4>Parameters</h4>\n`, fieldTable(parameters)]}
${Object.entries(operation.requestBody?.content ?? {}).map((body) => renderBody(body))}
<h4>Example call</h4>
<pre><code>${curlCommand(operation)}</code></pre>
${answers.map(renderAnswer)}
${errors.length > 0 && renderErrors(errors)}
</section>
`;
}

function renderWebhook({ type, summary, requestBody }: Webhook): Markup {
  return html`<section id="event-${type}">
<h3><a href="#event-${type}"><code>${type}</code></a></h3>
<p>${prose(summary)}</p>
${Object.entries(requestBody?.content ?? {}).map((body) => renderBody(body, inAnswer))}
</section>
`;
}

function renderBody([contentType, body]: [string, Content], presence = inRequest): Part {
  const heading = html`<h4>Body, as <code>${contentType}</code></h4>\n`;
  return [heading, fieldTable(fieldsOf(body.schema), presence), renderExample(body)];
}

function renderAnswer([status, { description, headers = {}, content = {} }]: [string, Response]): Markup {
  const headerRows = Object.entries(headers).map(([name, header]) => [
    codeName(name),
    prose(header.description),
  ]);
  const bodies = Object.entries(content).map(([contentType, body]) => {
    if (contentType !== 'application/json') {
      const isOther = 'application/json' in content;
      return html`<p>${isOther ? 'Or, to those who accept that, what comes to be, sent' : 'Sent'} as <code>${contentType}</code>.</p>`;
    }
    const fields = fieldsOf(body.schema);
    return [renderExample(body), fields.length > 0 && folded('Fields', fieldTable(fields, inAnswer))];
  });
  return html`<h4>Answer</h4>
<p><strong>${status}</strong> ${prose(description)}${bodies.length === 0 && ' There is no body.'}</p>
${bodies}
${headerRows.length > 0 && folded('Headers', table(['Header', 'Description'], headerRows))}`;
}

function renderErrors(errors: [string, Response][]): Markup {
  const rows = errors.flatMap(([status, { headers = {}, content = {} }]) => {
    const retry = 'Retry-After' in headers ? prose('with `Retry-After`') : '';
    const examples = Object.values(content).flatMap((body) => Object.values(body.examples ?? {}));
    return examples.map(({ value }) => {
      const { error } = value as { error: string | { type: string; message: string } };
      if (typeof error === 'string') return [status, 'no type', retry, error];
      return [status, html`<code>${error.type}</code>`, retry, error.message];
    });
  });
  const title = `Errors: ${errors.map(([status]) => status).join(', ')}`;
  return folded(title, table(['Status', 'Type', 'Header', 'Example of the message'], rows));
}

function curlCommand({ method, path, security, parameters = [], requestBody }: Operation): string {
  const query = new URLSearchParams();
  const headers = isPublic(security) ? [] : ['"Authorization: Bearer $ROTA_KEY"'];
  let url = EXAMPLE_SERVER + path;
  for (const { name, in: place, schema } of parameters.filter(({ required }) => required)) {
    const example = String(schema.examples?.[0] ?? schema.default ?? schema.enum?.[0] ?? name.toUpperCase());
    if (place === 'path') url = url.replaceAll(`{${name}}`, () => encodeURIComponent(example));
    if (place === 'query') query.append(name, example);
    if (place === 'header') headers.push(shellQuoted(`${name}: ${example}`));
  }
  if (query.size > 0) url = shellQuoted(`${url}?${query}`);
  const [contentType, body] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (contentType) headers.push(`"Content-Type: ${contentType}"`);
  const lines = [method === 'GET' ? `curl ${url}` : `curl -X ${method} ${url}`];
  lines.push(...headers.map((header) => `-H ${header}`));
  if (body) lines.push(`-d ${shellQuoted(JSON.stringify(body.example ?? {}))}`);
  return lines.join(' \\\n  ');
}

const shellQuoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** The fields of an object and, under dotted names, those of the objects and lists inside it. */
function fieldsOf(schema: Schema, prefix = ''): Field[] {
  const { properties = {}, required = [], items, anyOf = [], allOf = [] } = schema;
  const own = Object.entries(properties).flatMap(([name, field]) => [
    { name: prefix + name, schema: field, required: required.includes(name) },
    ...fieldsOf(field, `${prefix}${name}.`),
  ]);
  const inItems = items ? fieldsOf(items, prefix.replace(/\.?$/, '[].')) : [];
  // Not those of `oneOf`: the payloads of events have a section of their own.
  const inVariants = [...anyOf, ...allOf].flatMap((variant) => fieldsOf(variant, prefix));
  return [...own, ...inItems, ...inVariants];
}

const inRequest = { required: 'required', optional: 'optional' };
/** What an answer requires of itself is simply there. */
const inAnswer = { required: '', optional: 'not always' };

function fieldTable(fields: Field[], presence = inRequest): Markup {
  const rows = fields.map(({ name, in: place = '', required, description, schema }) => [
    codeName(name),
    place,
    prose(typeInWords(schema)),
    required ? presence.required : presence.optional,
    prose(limitsInWords(schema)),
    prose(description ?? schema.description),
  ]);
  return table(['Name', 'In', 'Type', 'Presence', 'Limits', 'Description'], rows);
}

/** A table without the columns that have nothing in any row. */
function table(headings: string[], rows: Part[][]): Markup {
  if (rows.length === 0) return html``;
  const used = headings.map((_, column) => rows.some((row) => render(row[column]) !== ''));
  const isUsed = (_: unknown, column: number) => used[column];
  return html`<table>
<thead><tr>${headings.filter(isUsed).map((heading) => html`<th>${heading}</th>`)}</tr></thead>
<tbody>
${rows.map((row) => html`<tr>${row.filter(isUsed).map((cell) => html`<td>${cell}</td>`)}</tr>\n`)}</tbody>
</table>\n`;
}

const codeName = (name: string) => html`<code class="name">${name}</code>`;

const folded = (title: string, content: Part) =>
  html`<details><summary>${title}</summary>\n${content}</details>\n`;

const renderExample = ({ example }: Content) =>
  html`<pre><code>${JSON.stringify(example, null, 2)}</code></pre>\n`;

/** Text in which backticks mark code. */
function prose(text = ''): Markup {
  return new Markup(escaped(text).replace(/`([^`]+)`/g, '<code>$1</code>'));
}

/** Text that is HTML already. Everything else is escaped on its way into the page. */
class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Markup | string | false | undefined | Part[];

function html(texts: TemplateStringsArray, ...parts: Part[]): Markup {
  return new Markup(texts.map((text, index) => text + render(parts[index])).join(''));
}

function render(part: Part): string {
  if (part instanceof Markup) return part.text;
  return Array.isArray(part) ? part.map(render).join('') : escaped(part || '');
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
