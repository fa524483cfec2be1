import { idPattern, idPrefixes } from '../ids.ts';

type Limit = 'minLength' | 'maxLength' | 'minimum' | 'maximum' | 'minItems' | 'maxItems';
type Text = 'title' | 'description' | 'format' | 'pattern';
type Variants = 'anyOf' | 'oneOf' | 'allOf';
/** The parts of JSON Schema that can be put into words. */
export type Schema = Partial<Record<Limit, number> & Record<Text, string>> & {
  [Key in Variants]?: Schema[];
} & {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  examples?: unknown[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  uniqueItems?: boolean;
  'x-trimmed'?: boolean;
};

/** "list of text or null" */
export function typeInWords(schema: Schema): string {
  if (schema.oneOf && schema.title) return schema.title;
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map(typeInWords))].join(' or ');
  const types = [schema.type ?? impliedType(schema)].flat();
  return types.map((type) => typeName(type, schema)).join(' or ');
}

function impliedType({ properties, allOf, const: only, enum: choices = [only] }: Schema): string {
  if (properties || allOf) return 'object';
  return choices[0] === undefined ? 'anything' : typeof choices[0];
}

function typeName(type: string, { title, format, pattern, items, additionalProperties }: Schema): string {
  if (type === 'array') return `list of ${typeInWords(items ?? {})}`;
  if (type === 'object' && typeof additionalProperties === 'object') {
    return `object whose every value is ${typeInWords(additionalProperties)}`;
  }
  if (type === 'object') return title ?? type;
  if (type !== 'string') return type;
  if (format === 'date-time') return 'timestamp';
  return prefixOfId(pattern) ? 'id' : (format ?? 'text');
}

/** An id's pattern says less to a person than what the id begins with. */
function prefixOfId(pattern: string | undefined): string | undefined {
  const prefixes = Object.entries(idPrefixes) as [keyof typeof idPrefixes, string][];
  return prefixes.find(([kind]) => idPattern(kind) === pattern)?.[1];
}

/** "1 to 200 characters; surrounding spaces do not count" */
export function limitsInWords(schema: Schema): string {
  const idPrefix = prefixOfId(schema.pattern);
  const ofItems = schema.items && limitsInWords(schema.items);
  const limits = [
    rangeInWords(schema.minLength, schema.maxLength, ' characters'),
    rangeInWords(schema.minimum, schema.maximum),
    rangeInWords(schema.minItems, schema.maxItems, ' items'),
    schema.format === 'date-time' && 'ISO 8601',
    schema.uniqueItems && 'no item twice',
    schema['x-trimmed'] && 'surrounding spaces do not count',
    idPrefix ? `begins with \`${idPrefix}_\`` : schema.pattern && `matches \`${schema.pattern}\``,
    schema.const !== undefined && `always \`${schema.const}\``,
    schema.enum && `one of ${schema.enum.map((choice) => `\`${choice}\``).join(', ')}`,
    schema.default !== undefined && `${JSON.stringify(schema.default)} when left out`,
    ofItems && `each: ${ofItems}`,
  ];
  return limits.filter(Boolean).join('; ');
}

function rangeInWords(least: number | undefined, most: number | undefined, unit = ''): string | undefined {
  if (least === undefined) return most === undefined ? undefined : `at most ${most}${unit}`;
  if (most === undefined) return `at least ${least}${unit}`;
  return least === most ? `exactly ${most}${unit}` : `${least} to ${most}${unit}`;
}
