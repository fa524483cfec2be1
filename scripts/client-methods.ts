import { Rota } from '@rota/client';
import type { OpenApiDocument } from '../src/http/openapi.ts';

/** src/http/client-methods.ts: which method of the client makes which call, for the samples in the description. */
export async function renderClientMethods({ paths }: OpenApiDocument): Promise<string> {
  const methodOf = await callEveryMethod();
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => ({
      operationId,
      call: `${method.toUpperCase()} ${path.replace(/\{\w+\}/g, 'id')}`,
    })),
  );
  const lines = operations
    .filter(({ call }) => methodOf.has(call))
    .map(({ operationId, call }) => `  ${operationId}: '${methodOf.get(call)}',`);
  return `// Made by \`npm run generate\` from the client in sdk/: change that instead.

/** The method of \`@rota/client\` for each operation. */
export const clientMethods: Record<string, string> = {
${lines.join('\n')}
};
`;
}

/** What each method asks for, by method and path, of a server that has nothing. */
async function callEveryMethod(): Promise<Map<string, string>> {
  const methodOf = new Map<string, string>();
  let current = '';
  const rota = new Rota({
    url: 'http://rota.invalid',
    key: 'none',
    fetch: async (input, init) => {
      const call = `${init?.method} ${new URL(String(input)).pathname}`;
      // Of two methods for one call, as JSON and as CSV, the first is the usual one.
      if (!methodOf.has(call)) methodOf.set(call, current);
      return Response.json({ data: [], meta: { has_more: false } });
    },
  });
  for (const [name, method] of methodsIn(rota)) {
    current = name;
    const answer = await method('id', 'id');
    if (answer && typeof answer === 'object' && 'page' in answer)
      await (answer as { page(): unknown }).page();
  }
  return methodOf;
}

type Method = (...given: string[]) => unknown;

/** By their names, such as `teams.members.pause`; but for the one whose answer does not end. */
function methodsIn(resource: object, name = ''): [name: string, method: Method][] {
  return Object.entries(resource).flatMap(([key, value]): [string, Method][] => {
    const path = name === '' ? key : `${name}.${key}`;
    if (typeof value === 'function') return path === 'events.follow' ? [] : [[path, value as Method]];
    return typeof value === 'object' && value !== null ? methodsIn(value, path) : [];
  });
}
