import fastJsonStringify from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify';
import type { TSchema } from '../shapes/type.ts';

/** Serializes only the fields in a response's shape. Compiled on first use, like validators. */
export const compileSerializer: FastifySerializerCompiler<TSchema> = ({ schema }) => {
  let serialize: ((response: unknown) => string) | undefined;
  return (response) => {
    serialize ??= fastJsonStringify(withoutChoices(schema) as TSchema);
    return serialize(response);
  };
};

/** A value with several possible shapes is serialized unchecked: finding out its shape would cost more than all the rest. */
function withoutChoices(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutChoices);
  if (typeof schema !== 'object' || schema === null) return schema;
  if ('oneOf' in schema) return {};
  return Object.fromEntries(Object.entries(schema).map(([key, inner]) => [key, withoutChoices(inner)]));
}
