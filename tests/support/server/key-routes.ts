import type { Caller } from '../../../src/context.ts';
import type { KeyAccess } from '../../../src/http/access/api-key.ts';
import type { QueryShape } from '../../../src/http/query.ts';
import type { PathShape, Route } from '../../../src/http/route.ts';
import type { TObject } from '../../../src/shapes/type.ts';

/** A route for callers with an API key. */
export type KeyRoute = Route<PathShape, QueryShape, TObject, { caller: Caller }> & { access: KeyAccess };

export const isKeyRoute = (route: Route): route is KeyRoute => route.access.kind === 'api_key';

/** A route for callers with an operator key. */
export const isOperatorRoute = (route: Route): boolean => route.access.kind === 'operator_key';
