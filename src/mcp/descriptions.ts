import type { Tool as DescribedTool } from '@modelcontextprotocol/server';
import { type TObject, Type } from '../shapes/type.ts';
import { labelledShape } from './labels.ts';
import type { Tool } from './tool.ts';

const repeated = Type.Boolean({
  description:
    'Whether the same call was made before and nothing else has happened since: then nothing was done now, and this is how it is.',
});

type JsonObject = { type: 'object'; [keyword: string]: unknown };

const described = new Map<Tool, DescribedTool>();

/** As `tools/list` returns it. Made only once, because it is long. */
export function describeTool(tool: Tool): DescribedTool {
  const known = described.get(tool) ?? describe(tool);
  described.set(tool, known);
  return known;
}

function describe(tool: Tool): DescribedTool {
  const { name, title, description, input } = tool;
  const isReadOnly = tool.kind === 'reads';
  return {
    name,
    title,
    description,
    inputSchema: portable({ ...input, additionalProperties: false }),
    // Without examples: if a model reads it at all, then for the fields.
    outputSchema: portable(labelledShape(answerShape(tool)), ['examples']),
    annotations: {
      title,
      readOnlyHint: isReadOnly,
      destructiveHint: tool.kind === 'changes' && tool.isDestructive,
      // An equal call has no further effect.
      idempotentHint: true,
      // Mail may go to anybody.
      openWorldHint: !isReadOnly,
    },
  };
}

/** Our own formats. Some programs refuse a schema with a format they don't know. */
const OWN_FORMATS = ['time-of-day', 'time-zone'];

/** A schema for other programs: without the keywords that only our own check knows, and without those in `without`. */
function portable(shape: object, without: string[] = []): JsonObject {
  const isLeftOut = (keyword: string, value: unknown) =>
    keyword.startsWith('x-') ||
    without.includes(keyword) ||
    (keyword === 'format' && OWN_FORMATS.includes(value as string));
  return JSON.parse(
    JSON.stringify(shape, (keyword, value) => (isLeftOut(keyword, value) ? undefined : value)),
  );
}

/** What a tool answers, before other people's texts are labelled. */
export function answerShape({ kind, output }: Tool): TObject {
  return kind === 'reads' ? output : Type.Object({ ...output.properties, repeated });
}
