import type { CallOptions } from '../call.ts';
import type { Api, Body, Query } from '../operations.ts';

/** People who want nothing about them to be kept. */
export function erasures(api: Api) {
  return {
    /** Begins one: ask with `get` whether it is done. */
    create: (body: Body<'createErasure'>, options?: CallOptions) =>
      api.data('createErasure', { body }, options),
    get: (id: string, options?: CallOptions) => api.data('getErasure', { path: { id } }, options),
    /** Newest first. */
    list: (query?: Query<'listErasures'>, options?: CallOptions) =>
      api.list('listErasures', { query }, options),
  };
}

/** What is kept about people. */
export function exports(api: Api) {
  return {
    /** One page: pass `meta.next_cursor` as `after` to go on. */
    page: (body: Body<'exportPerson'>, options?: CallOptions) => api.body('exportPerson', { body }, options),
  };
}
