import fastJsonStringify from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify';
import type { TSchema } from './type.ts';

/** What an answer is written with: its shape's fields and no others. Compiled on first use, as validators are. */
export const compileSerializer: FastifySerializerCompiler<TSchema> = ({ schema }) => {
  let serialize: ((answer: unknown) => string) | undefined;
  return (answer) => {
    serialize ??= fastJsonStringify(schema);
    return serialize(answer);
  };
};
