import { Rota, RotaOperator, type RotaOptions } from '@rota/client';
import type { OpenApiDocument } from '../src/http/openapi.ts';

/** Renders src/http/client-methods.ts: the client method of each operation, for the samples in the description. */
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

/** Calls each method on a fake, empty server to learn its HTTP method and path. */
async function callEveryMethod(): Promise<Map<string, string>> {
  const methodOf = new Map<string, string>();
  let current = '';
  const options: RotaOptions = {
    url: 'http://rota.invalid',
    key: 'none',
    fetch: async (input, init) => {
      const call = `${init?.method} ${new URL(String(input)).pathname}`;
      // Two methods can make the same call, for JSON and for CSV. The first is the usual one.
      if (!methodOf.has(call)) methodOf.set(call, current);
      return Response.json({ data: [], meta: { has_more: false } });
    },
  };
  for (const [name, method] of [new Rota(options), new RotaOperator(options)].flatMap((client) =>
    methodsIn(client),
  )) {
    current = name;
    const result = await method('id', 'id');
    if (result && typeof result === 'object' && 'page' in result)
      await (result as { page(): unknown }).page();
  }
  return methodOf;
}

type Method = (...given: string[]) => unknown;

/** All methods by name, such as `teams.members.pause`, without the one that never ends. */
function methodsIn(resource: object, name = ''): [name: string, method: Method][] {
  return Object.entries(resource).flatMap(([key, value]): [string, Method][] => {
    const path = name === '' ? key : `${name}.${key}`;
    if (typeof value === 'function') return path === 'events.follow' ? [] : [[path, value as Method]];
    return typeof value === 'object' && value !== null ? methodsIn(value, path) : [];
  });
}
