// The API description for agents that write programs. It is too large to read whole, so agents start with an index.
import type { OpenApiDocument } from '../http/openapi.ts';

export type DescribeApi = () => OpenApiDocument;

type Json = Record<string, unknown>;

interface Operation extends Json {
  operationId: string;
  summary: string;
  description: string;
  /** Only if it differs from the document's default, an API key. */
  security?: unknown;
}

interface Found {
  method: string;
  path: string;
  operation: Operation;
}

/** The operations that accept an API key. */
function operationsOf({ paths }: OpenApiDocument): Found[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, described]) => {
      const operation = described as Operation;
      return operation.security === undefined ? [{ method, path, operation }] : [];
    }),
  );
}

/** Ends the description of every operation that takes a key. */
const NEEDED_SCOPE = /Needs the scope `([^`]+)`/;

export function apiIndex(document: OpenApiDocument): object {
  return {
    operations: operationsOf(document).map(({ method, path, operation }) => ({
      operation: operation.operationId,
      method: method.toUpperCase(),
      path,
      summary: operation.summary,
      scope: NEEDED_SCOPE.exec(operation.description)?.[1] ?? null,
    })),
  };
}

/** An OpenAPI document of one operation, with every schema it refers to. */
export function describeOperation(document: OpenApiDocument, name: string): object | undefined {
  const found = operationsOf(document).find(({ operation }) => operation.operationId === name);
  if (!found) return undefined;
  const { method, path } = found;
  const operation = withoutBoilerplate(found.operation) as Json;
  const { schemas: known, securitySchemes } = document.components as Record<string, Json>;
  const needed = new Set<string>();
  const collect = (value: unknown) => {
    for (const title of referencesIn(value)) {
      if (needed.has(title)) continue;
      needed.add(title);
      collect(known?.[title]);
    }
  };
  collect(operation);
  return {
    openapi: document.openapi,
    info: { title: document.info.title, version: document.info.version },
    security: document.security,
    paths: { [path]: { [method]: operation } },
    components: {
      schemas: Object.fromEntries([...needed].map((title) => [title, known?.[title]])),
      securitySchemes: { apiKey: securitySchemes?.apiKey },
    },
  };
}

const REFERENCE = /"\$ref":"#\/components\/schemas\/([^"]+)"/g;

const referencesIn = (value: unknown): string[] =>
  [...(JSON.stringify(value) ?? '').matchAll(REFERENCE)].map(([, title]) => title as string);

/** Repeated in every operation, and longer than the rest: response headers, and code samples. */
const BOILERPLATE = ['headers', 'x-codeSamples'];

function withoutBoilerplate(operation: Operation): object {
  const without = (value: object) =>
    Object.fromEntries(Object.entries(value).filter(([name]) => !BOILERPLATE.includes(name)));
  const responses = Object.entries(operation.responses as Record<string, object>);
  return {
    ...without(operation),
    responses: Object.fromEntries(responses.map(([status, response]) => [status, without(response)])),
  };
}
