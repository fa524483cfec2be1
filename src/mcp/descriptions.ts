import type { Tool as DescribedTool } from '@modelcontextprotocol/server';
import { type TObject, Type } from '../shapes/type.ts';
import { labelledShape } from './labels.ts';
import type { Tool } from './tool.ts';

const repeated = Type.Boolean({
  description:
    'Whether this call only repeated an earlier one, with no other change in between: then nothing was done now, and this is the current state.',
});

type JsonObject = { type: 'object'; [keyword: string]: unknown };

const described = new Map<Tool, DescribedTool>();

/** The tool as `tools/list` returns it. Cached, because it is long. */
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
    // Without examples: models that read it at all only need the fields.
    outputSchema: portable(labelledShape(answerShape(tool)), ['examples']),
    annotations: {
      title,
      readOnlyHint: isReadOnly,
      destructiveHint: tool.kind === 'changes' && tool.isDestructive,
      // A repeated call has no further effect.
      idempotentHint: true,
      // Changes may send mail to anybody.
      openWorldHint: !isReadOnly,
    },
  };
}

/** Formats of our own. Some programs refuse schemas with unknown formats. */
const OWN_FORMATS = ['time-of-day', 'time-zone', 'locale'];

/** A schema for other programs: drops keywords that only our own check knows, and those in `without`. */
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
