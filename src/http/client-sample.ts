import { exampleOf } from '../shapes/examples.ts';
import { Id } from '../shapes/fields.ts';
import { operatorKey } from './access/operator-key.ts';
import { clientMethods } from './client-methods.ts';
import type { Route } from './route.ts';

/** The server's address in samples: the one it has without any settings. */
export const SAMPLE_ADDRESS = 'http://127.0.0.1:3000';

/** A program that makes the call with the client, for the reference page. */
export function clientSample(route: Route): string | undefined {
  const method = clientMethods[route.operation];
  if (!method) return undefined;
  const ids = Object.values(route.path ?? {}).map(({ kind }) => `'${exampleOf(Id(kind))}'`);
  const body = route.body
    ? [asCode(exampleOf(route.body))]
    : route.bytes
      ? [`await readFile('${route.bytes.file}')`]
      : [];
  const { name, type, variable } = clientFor(route);
  const call = `${name}.${method}(${[...ids, ...body].join(', ')})`;
  const reading = route.bytes ? "import { readFile } from 'node:fs/promises';\n" : '';
  return `${reading}import { ${type} } from '@rota/client';

const ${name} = new ${type}({ url: '${SAMPLE_ADDRESS}', key: process.env.${variable} ?? '' });

${statement(route, call)}`;
}

/** Operators have their own client, with another kind of key. */
const clientFor = ({ access }: Route) =>
  access === operatorKey
    ? { name: 'operator', type: 'RotaOperator', variable: 'ROTA_OPERATOR_KEY' }
    : { name: 'rota', type: 'Rota', variable: 'ROTA_KEY' };

function statement({ response, operation }: Route, call: string): string {
  if (operation.startsWith('list')) return `for await (const item of ${call}) {\n  console.log(item);\n}`;
  return response.shape ? `const answer = await ${call};\nconsole.log(answer);` : `await ${call};`;
}

/** JSON as a person writes it in a program: names without quotes. */
function asCode(example: unknown): string {
  return JSON.stringify(example, null, 2)
    .replace(/^( +)"(\w+)":/gm, '$1$2:')
    .replace(/"((?:[^"'\\])*)"/g, "'$1'");
}
