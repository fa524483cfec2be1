import fastJsonStringify from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify';
import type { TSchema } from '../shapes/type.ts';

/** Serializes the fields of a response's shape and no others. Compiled on first use, like validators. */
export const compileSerializer: FastifySerializerCompiler<TSchema> = ({ schema }) => {
  let serialize: ((response: unknown) => string) | undefined;
  return (response) => {
    serialize ??= fastJsonStringify(withoutChoices(schema) as TSchema);
    return serialize(response);
  };
};

/** A value with one of several shapes is serialized as it is: finding its shape would cost more than all the rest. */
function withoutChoices(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutChoices);
  if (typeof schema !== 'object' || schema === null) return schema;
  if ('oneOf' in schema) return {};
  return Object.fromEntries(Object.entries(schema).map(([key, inner]) => [key, withoutChoices(inner)]));
}
