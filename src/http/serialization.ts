import fastJsonStringify from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify';
import type { TSchema } from '../shapes/type.ts';

/** What an answer is written with: its shape's fields and no others. Compiled on first use, as validators are. */
export const compileSerializer: FastifySerializerCompiler<TSchema> = ({ schema }) => {
  let serialize: ((answer: unknown) => string) | undefined;
  return (answer) => {
    serialize ??= fastJsonStringify(withoutChoices(schema) as TSchema);
    return serialize(answer);
  };
};

/** What has one of several shapes is written as it is: to find out which one would cost more than all the rest. */
function withoutChoices(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutChoices);
  if (typeof schema !== 'object' || schema === null) return schema;
  if ('oneOf' in schema) return {};
  return Object.fromEntries(Object.entries(schema).map(([key, inner]) => [key, withoutChoices(inner)]));
}
