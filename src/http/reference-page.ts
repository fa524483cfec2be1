import { idPattern, idPrefixes } from '../ids.ts';
import type { OpenApiDocument } from './openapi.ts';
import { referenceStyle } from './reference-style.ts';

// The parts of an OpenAPI description that the page reads.

interface Schema {
  type?: string | string[];
  title?: string;
  description?: string;
  format?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  examples?: unknown[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  'x-trimmed'?: boolean;
}

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
}

interface Content {
  schema: Schema;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}

interface Response {
  description: string;
  headers?: Record<string, { description?: string }>;
  content?: Record<string, Content>;
}

interface Operation {
  method: string;
  path: string;
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  security?: unknown[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, Response>;
}

const EXAMPLE_SERVER = 'http://127.0.0.1:3000';

/** The API description as one page that needs neither scripts nor the internet. */
export function renderReference(document: OpenApiDocument): string {
  const info = document.info as { title: string; version: string; summary?: string; description?: string };
  const groups = groupOperations(document);
  const page = html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${info.title} API reference</title>
<style>${new Markup(referenceStyle)}</style>
<nav aria-label="Groups">
<a href="#operations">All operations</a>
${groups.map(({ name, anchor }) => html`<a href="#${anchor}">${name}</a>\n`)}
</nav>
<main>
<h1>${info.title} <span class="version">API ${info.version}</span></h1>
${info.summary && html`<p>${prose(info.summary)}</p>`}
${info.description && html`<p>${prose(info.description)}</p>`}
<p>An error answers <code>{"error": {"type": "…", "message": "…"}}</code>, where the type is for programs and
the message for people; only a 401 answers <code>{"error": "…"}</code>, a plain text.</p>
<p>The examples are for a shell with the key in <code>$ROTA_KEY</code> and the service at
<code>${EXAMPLE_SERVER}</code>.</p>
<h2 id="operations">All operations</h2>
${renderOverview(groups)}
${groups.map(renderGroup)}
</main>
</html>
`;
  return page.text;
}

interface Group {
  name: string;
  anchor: string;
  operations: Operation[];
}

function groupOperations(document: OpenApiDocument): Group[] {
  const named = (document.components.schemas ?? {}) as Record<string, unknown>;
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      return { ...(resolveReferences(operation, named) as Operation), method: method.toUpperCase(), path };
    }),
  );
  return document.tags.map(({ name }) => ({
    name,
    anchor: `group-${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`,
    operations: operations.filter(({ tags }) => tags.includes(name)),
  }));
}

/** Puts the named schemas where they are referred to; one inside itself keeps only its name. */
function resolveReferences(value: unknown, named: Record<string, unknown>, within: string[] = []): unknown {
  if (Array.isArray(value)) return value.map((item) => resolveReferences(item, named, within));
  if (typeof value !== 'object' || value === null) return value;
  if ('$ref' in value && typeof value.$ref === 'string') {
    const name = value.$ref.replace('#/components/schemas/', '');
    if (within.includes(name)) return { type: 'object', title: name };
    return resolveReferences(named[name], named, [...within, name]);
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, resolveReferences(inner, named, within)]),
  );
}

function renderOverview(groups: Group[]): Markup {
  const sections = groups.map(
    ({ name, operations }) => html`<tbody>
<tr><th colspan="3" scope="rowgroup">${name}</th></tr>
${operations.map(
  (operation) => html`<tr>
<td><a href="#${operation.operationId}">${methodAndPath(operation)}</a></td>
<td>${prose(operation.summary)}</td><td>${renderScope(operation)}</td>
</tr>\n`,
)}</tbody>\n`,
  );
  return html`<table class="overview">
<thead><tr><th>Operation</th><th>What it does</th><th>Scope</th></tr></thead>
${sections}</table>`;
}

function renderScope({ description = '', security }: Operation): Markup {
  if (security?.length === 0) return html`<span class="soft">no key</span>`;
  return prose(/scope (`[^`]+`)/.exec(description)?.[1] ?? '');
}

function methodAndPath({ method, path }: Operation): Markup {
  return html`<span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code>`;
}

function renderGroup({ name, anchor, operations }: Group): Markup {
  return html`<h2 id="${anchor}">${name}</h2>\n${operations.map(renderOperation)}`;
}

function renderOperation(operation: Operation): Markup {
  const { operationId, summary, description, security, parameters = [], requestBody } = operation;
  return html`<section class="operation" id="${operationId}">
<h3><a href="#${operationId}">${methodAndPath(operation)}</a></h3>
<p class="summary">${prose(summary)}</p>
<p class="soft">${prose(description ?? '')} ${security?.length === 0 && 'Needs no key.'}</p>
${parameters.length > 0 && renderParameters(parameters)}
${requestBody && renderBody(requestBody.content)}
<h4>Example call</h4>
<pre><code>${curlCommand(operation)}</code></pre>
${renderResponses(operation)}
</section>
`;
}

function renderParameters(parameters: Parameter[]): Markup {
  const rows = parameters.map(({ name, in: place, required, description = '', schema }) => [
    html`<code>${name}</code>`,
    place,
    prose(typeInWords(schema)),
    required ? 'required' : 'optional',
    prose(limitsInWords(schema)),
    prose(description),
  ]);
  return html`<h4>Parameters</h4>
${table(['Name', 'In', 'Type', 'Required', 'Limits', 'Description'], rows)}`;
}

function renderBody(content: Record<string, Content>): (Markup | undefined)[] {
  return Object.entries(content).map(([contentType, body]) => {
    const rows = fieldsOf(body.schema).map(({ name, schema, required }) => [
      html`<code>${name}</code>`,
      prose(typeInWords(schema)),
      required ? 'required' : 'optional',
      prose(limitsInWords(schema)),
      prose(schema.description ?? ''),
    ]);
    return html`<h4>Body <code>${contentType}</code></h4>
${table(['Field', 'Type', 'Required', 'Limits', 'Description'], rows)}
${renderJson(exampleIn(body))}`;
  });
}

function renderResponses({ responses }: Operation): Markup {
  const all = Object.entries(responses);
  const successes = all.filter(([status]) => status.startsWith('2'));
  const errors = all.filter(([status]) => !status.startsWith('2'));
  const usualHeaders = successes.flatMap(([, { headers }]) => Object.keys(headers ?? {}));
  return html`${successes.map(renderSuccess)}
${errors.length > 0 && renderErrors(errors, usualHeaders)}`;
}

function renderSuccess([status, { description, headers = {}, content = {} }]: [string, Response]): Markup {
  const headerRows = Object.entries(headers).map(([name, header]) => [
    html`<code>${name}</code>`,
    prose(header.description ?? ''),
  ]);
  return html`<h4>Answer</h4>
<p><strong>${status}</strong> ${prose(description)}</p>
${Object.entries(content).map(renderAnswerBody)}
${headerRows.length > 0 && folded('Headers', table(['Header', 'Description'], headerRows))}`;
}

function renderAnswerBody([contentType, content]: [string, Content]): Markup {
  if (contentType !== 'application/json') return html`<p>Sent as <code>${contentType}</code>.</p>`;
  const rows = fieldsOf(content.schema).map(({ name, schema, required }) => [
    html`<code>${name}</code>`,
    prose(typeInWords(schema)),
    required ? '' : 'may be absent',
    prose(limitsInWords(schema)),
    prose(schema.description ?? ''),
  ]);
  const fields = table(['Field', 'Type', 'Presence', 'Limits', 'Description'], rows);
  return html`${renderJson(exampleIn(content))}
${rows.length > 0 && folded('Fields', fields)}`;
}

function renderErrors(errors: [string, Response][], usualHeaders: string[]): Markup {
  const rows = errors.flatMap(([status, { headers = {}, content = {} }]) => {
    const ownHeaders = Object.keys(headers).filter((name) => !usualHeaders.includes(name));
    const examples = Object.values(content).flatMap(({ examples = {} }) => Object.values(examples));
    return examples.map(({ value }) => {
      const { error } = value as { error: string | { type: string; message: string } };
      const [type, message] = typeof error === 'string' ? ['', error] : [error.type, error.message];
      return [status, prose(type && `\`${type}\``), prose(ownHeaders.join(', ')), message];
    });
  });
  const statuses = errors.map(([status]) => status).join(', ');
  return folded(`Errors: ${statuses}`, table(['Status', 'Type', 'Header', 'Example of the message'], rows));
}

function curlCommand({ method, path, security, parameters = [], requestBody }: Operation): string {
  const query = new URLSearchParams();
  const headers = security?.length === 0 ? [] : ['"Authorization: Bearer $ROTA_KEY"'];
  let url = EXAMPLE_SERVER + path;
  for (const { name, in: place, required, schema } of parameters.filter(({ required }) => required)) {
    const example = String(schema.examples?.[0] ?? schema.default ?? schema.enum?.[0] ?? name.toUpperCase());
    if (place === 'path') url = url.replaceAll(`{${name}}`, () => encodeURIComponent(example));
    else if (place === 'query') query.append(name, example);
    else if (place === 'header' && required) headers.push(shellQuoted(`${name}: ${example}`));
  }
  if (query.size > 0) url = shellQuoted(`${url}?${query}`);
  const [contentType, body] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (contentType) headers.push(`"Content-Type: ${contentType}"`);
  const lines = [`curl ${method === 'GET' ? '' : `-X ${method} `}${url}`];
  lines.push(...headers.map((header) => `-H ${header}`));
  if (body) lines.push(`-d ${shellQuoted(JSON.stringify(exampleIn(body)))}`);
  return lines.join(' \\\n  ');
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function exampleIn({ example, examples = {} }: Content): unknown {
  return example ?? Object.values(examples)[0]?.value ?? {};
}

interface Field {
  name: string;
  schema: Schema;
  required: boolean;
}

/** The fields of an object and, under dotted names, those of the objects and lists inside it. */
function fieldsOf(schema: Schema, prefix = ''): Field[] {
  const inVariants = variantsOf(schema).flatMap((variant) => fieldsOf(variant, prefix));
  const inItems = schema.items ? fieldsOf(schema.items, prefix.replace(/\.?$/, '[].')) : [];
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
    { name: prefix + name, schema: field, required: schema.required?.includes(name) ?? false },
    ...fieldsOf(field, `${prefix}${name}.`),
  ]);
  return [...own, ...inItems, ...inVariants];
}

function variantsOf({ anyOf = [], oneOf = [], allOf = [] }: Schema): Schema[] {
  return [...anyOf, ...oneOf, ...allOf];
}

function typeInWords(schema: Schema): string {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map(typeInWords))].join(' or ');
  if (schema.properties || schema.allOf) schema = { type: 'object', ...schema };
  const literal = schema.const ?? schema.enum?.[0];
  const types = schema.type ?? (literal === undefined ? 'anything' : typeof literal);
  return [types]
    .flat()
    .map((type) => wordFor(type, schema))
    .join(' or ');
}

function wordFor(type: string, { title, format, pattern, items, additionalProperties }: Schema): string {
  switch (type) {
    case 'string':
      if (prefixOfId(pattern)) return 'id';
      if (format === 'date-time') return 'timestamp';
      return format ? `text (${format})` : 'text';
    case 'array':
      return `list of ${typeInWords(items ?? {})}`;
    case 'object':
      if (typeof additionalProperties !== 'object') return title ?? 'object';
      return `object whose values are each ${typeInWords(additionalProperties)}`;
    default:
      return type;
  }
}

/** An id's pattern says less to a person than what the id begins with. */
function prefixOfId(pattern: string | undefined): string | undefined {
  const prefixes = Object.entries(idPrefixes) as [keyof typeof idPrefixes, string][];
  return prefixes.find(([kind]) => idPattern(kind) === pattern)?.[1];
}

function limitsInWords(schema: Schema): string {
  const { pattern, format, items } = schema;
  const idPrefix = prefixOfId(pattern);
  const limits = [
    rangeInWords(schema.minLength, schema.maxLength, 'character'),
    rangeInWords(schema.minimum, schema.maximum),
    rangeInWords(schema.minItems, schema.maxItems, 'item'),
    schema.uniqueItems && 'no item twice',
    schema['x-trimmed'] && 'surrounding spaces do not count',
    idPrefix && `begins with \`${idPrefix}_\``,
    pattern && !idPrefix && `matches \`${pattern}\``,
    format === 'date-time' && 'RFC 3339',
    schema.const !== undefined && `always \`${schema.const}\``,
    schema.enum && `one of ${schema.enum.map((choice) => `\`${choice}\``).join(', ')}`,
    schema.default !== undefined && `\`${JSON.stringify(schema.default)}\` when left out`,
  ].filter(Boolean);
  const limitsOfItem = items && limitsInWords(items);
  if (limitsOfItem) limits.push(`each item: ${limitsOfItem}`);
  return limits.join('; ');
}

function rangeInWords(least: number | undefined, most: number | undefined, unit = ''): string | undefined {
  const counted = (text: string, last: number) => (unit ? `${text} ${unit}${last === 1 ? '' : 's'}` : text);
  if (least !== undefined && least === most) return counted(`exactly ${most}`, most);
  if (least !== undefined && most !== undefined) return counted(`${least} to ${most}`, most);
  if (most !== undefined) return counted(`at most ${most}`, most);
  if (least !== undefined && least > 0) return counted(`at least ${least}`, least);
}

/** A table without the columns that have nothing in any row. */
function table(headings: string[], rows: Part[][]): Markup | undefined {
  if (rows.length === 0) return undefined;
  const isUsed = (_: unknown, column: number) => rows.some((row) => render(row[column]) !== '');
  return html`<table>
<thead><tr>${headings.filter(isUsed).map((heading) => html`<th>${heading}</th>`)}</tr></thead>
<tbody>
${rows.map((row) => html`<tr>${row.filter(isUsed).map((cell) => html`<td>${cell}</td>`)}</tr>\n`)}</tbody>
</table>`;
}

function folded(title: string, content: Part): Markup {
  return html`<details><summary>${title}</summary>\n${content}\n</details>`;
}

function renderJson(value: unknown): Markup {
  return html`<pre><code>${JSON.stringify(value, null, 2)}</code></pre>`;
}

/** Text in which backticks mark code. */
function prose(text: string): Markup {
  return new Markup(escaped(text).replace(/`([^`]+)`/g, '<code>$1</code>'));
}

/** Text that is HTML already. Anything else is escaped on its way into a page. */
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
  if (Array.isArray(part)) return part.map(render).join('');
  return escaped(part || '');
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] as string);
}
