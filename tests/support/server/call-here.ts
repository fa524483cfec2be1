// Calls a route without HTTP: checks the body, then runs the handler. For histories of thousands of calls, which would otherwise spend
// most of their time on HTTP.
import type { Context } from '../../../src/context.ts';
import { RotaError } from '../../../src/errors.ts';
import { parseQuery } from '../../../src/http/query.ts';
import type { Input, PathShape } from '../../../src/http/route.ts';
import { check } from '../../../src/shapes/check.ts';
import type { WireAnswer } from './http.ts';
import type { Node } from './rota.ts';

/** The response has no headers. Errors other than 422 are thrown. */
export async function callHere(
  { app, services, workspaceId }: Node,
  method: string,
  path: string,
  body?: unknown,
): Promise<WireAnswer> {
  const words = path.split('/');
  const isWord = (word: string, place: number) => word.startsWith(':') || word === words[place];
  const route = app.routes.find(({ method: other, url }) => {
    const pattern = url.split('/');
    return other === method && pattern.length === words.length && pattern.every(isWord);
  });
  if (!route) throw new Error(`There is no route for ${method} ${path}`);
  const ids = route.url.split('/').flatMap((word, place) => {
    return word.startsWith(':') ? [[word.slice(1), words[place]]] : [];
  });
  const input = {
    path: Object.fromEntries(ids),
    query: parseQuery(route.query ?? {}, {}),
    body: route.body && check(route.body, body ?? {}),
  };
  const context: Context = {
    ...services,
    caller: { workspaceId, actor: { type: 'system', id: 'tests' }, scopes: [] },
  };
  const answer = (status: number, result: unknown) => ({ status, headers: {}, text: '', body: result });
  try {
    const result = await route.handle(context, input as unknown as Input<PathShape, never, never>);
    return answer(route.response.status, result);
  } catch (error) {
    if (!(error instanceof RotaError)) throw error;
    if (error.type !== 'validation_error' && error.type !== 'invalid_request') throw error;
    return answer(422, { error: { type: error.type, message: error.message } });
  }
}
