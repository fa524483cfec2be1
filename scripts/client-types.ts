import type { OpenApiDocument } from '../src/http/openapi.ts';

/** The part of JSON Schema in the API description. */
interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: (string | null)[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  description?: string;
}

interface Operation {
  operationId: string;
  summary: string;
  parameters: { name: string; in: string; required?: boolean; description?: string; schema: Schema }[];
  requestBody?: { required: boolean; content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

/** Renders sdk/src/api.ts: the types of all requests and responses, from the API description. */
export function renderClientTypes({ paths, components }: OpenApiDocument): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      return { ...(operation as unknown as Operation), method: method.toUpperCase(), path };
    }),
  );
  const wanted = operations.map(renderOperation).join('\n');
  return `// Made by \`npm run generate\` from /openapi.json: change the routes in src/features/ instead.

${renderNamed((components.schemas ?? {}) as Record<string, Schema>, wanted).join('\n\n')}

/** The input and the response of each operation. */
export interface Operations {
${indented(wanted)}
}

/** The method and the path of each operation. */
export const routes = {
${operations.map(({ operationId, method, path }) => `  ${operationId}: ['${method}', '${path}'],`).join('\n')}
} as const satisfies Record<keyof Operations, readonly [method: string, path: string]>;
`;
}

/** The named schemas that the text refers to, directly or indirectly, in the order of the description. */
function renderNamed(schemas: Record<string, Schema>, text: string): string[] {
  const rendered = Object.entries(schemas).map(([name, schema]) => ({ name, text: declare(name, schema) }));
  const reached = new Set<string>();
  for (let texts = [text]; texts.length > 0; ) {
    const found = rendered.filter(
      ({ name }) => !reached.has(name) && texts.some((one) => new RegExp(`\\b${name}\\b`).test(one)),
    );
    for (const { name } of found) reached.add(name);
    texts = found.map((one) => one.text);
  }
  return rendered.filter(({ name }) => reached.has(name)).map((one) => one.text);
}

function declare(name: string, schema: Schema): string {
  const isInterface = schema.properties && !Array.isArray(schema.type);
  return commented(
    schema,
    isInterface ? `export interface ${name} ${typeOf(schema)}` : `export type ${name} = ${typeOf(schema)};`,
  );
}

function renderOperation({ operationId, summary, parameters, requestBody, responses }: Operation): string {
  const inside = (place: string) => parameters.filter((parameter) => parameter.in === place);
  const fields = (place: string) =>
    inside(place).map(({ name, required, description, schema }) =>
      field(name, { ...schema, ...(description && { description }) }, required ?? false),
    );
  const body = requestBody?.content['application/json']?.schema;
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
  const answer = Object.values(success?.content ?? {})[0]?.schema;
  const parts = [
    ...(inside('path').length > 0 ? [`path: ${block(fields('path'))};`] : []),
    ...(inside('query').length > 0 ? [`query?: ${block(fields('query'))};`] : []),
    ...(body ? [`body${requestBody?.required ? '' : '?'}: ${typeOf(body)};`] : []),
    `answer: ${answer ? typeOf(answer) : 'undefined'};`,
  ];
  const sentence = summary.endsWith('?') ? summary : `${summary}.`;
  return `/** ${sentence} */\n${operationId}: ${block(parts)};`;
}

function typeOf(schema: Schema): string {
  if (schema.$ref) return schema.$ref.replace('#/components/schemas/', '');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map(typeOf).join(' | ');
  return [schema.type ?? 'unknown']
    .flat()
    .map((type) => typeNamed(type, schema))
    .join(' | ');
}

function typeNamed(type: string, schema: Schema): string {
  switch (type) {
    case 'integer':
      return 'number';
    case 'string':
      return choicesOf(schema.enum) ?? 'string';
    case 'array':
      return arrayOf(typeOf(schema.items ?? {}));
    case 'object':
      return objectOf(schema);
    default:
      return type;
  }
}

/** `true` and `false` in a URL become booleans. */
function choicesOf(choices: (string | null)[] | undefined): string | undefined {
  const isBoolean = choices?.join() === 'true,false';
  // Null is a type of its own.
  const texts = choices?.filter((choice) => choice !== null);
  return isBoolean ? 'boolean' : texts?.map((choice) => `'${choice}'`).join(' | ');
}

const arrayOf = (item: string) =>
  item.includes(' | ') && !item.startsWith('{') ? `(${item})[]` : `${item}[]`;

function objectOf({ properties = {}, required = [], additionalProperties }: Schema): string {
  const fields = Object.entries(properties).map(([name, schema]) =>
    field(name, schema, required.includes(name)),
  );
  if (fields.length > 0) return block(fields);
  return typeof additionalProperties === 'object'
    ? `Record<string, ${typeOf(additionalProperties)}>`
    : 'Record<string, unknown>';
}

function field(name: string, schema: Schema, isRequired: boolean): string {
  return commented(schema, `${name}${isRequired ? '' : '?'}: ${typeOf(schema)};`);
}

const commented = ({ description }: Schema, text: string) =>
  description ? `/** ${description} */\n${text}` : text;

const block = (parts: string[]) => `{\n${indented(parts.join('\n'))}\n}`;
const indented = (text: string) => text.replace(/^(?=.)/gm, '  ');
