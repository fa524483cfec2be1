import type { CallOptions } from '../call.ts';
import type { Api, Body, Query } from '../operations.ts';

/** The workspace that the key belongs to. */
export function workspace(api: Api) {
  return {
    get: (options?: CallOptions) => api.data('getWorkspace', {}, options),
    update: (body: Body<'updateWorkspace'>, options?: CallOptions) =>
      api.data('updateWorkspace', { body }, options),
  };
}

export function apiKeys(api: Api) {
  return {
    /** Those that work, newest first. */
    list: (query?: Query<'listApiKeys'>, options?: CallOptions) =>
      api.list('listApiKeys', { query }, options),
    /** Its `key` is shown here, and never again. */
    create: (body: Body<'createApiKey'>, options?: CallOptions) =>
      api.data('createApiKey', { body }, options),
    /** With `with_descendants: true`, every key that it has made goes with it, and so on. */
    revoke: (id: string, query?: Query<'revokeApiKey'>, options?: CallOptions) =>
      api.data('revokeApiKey', { path: { id }, query }, options),
  };
}

/** Every change: who, what, when, before and after. */
export function auditLog(api: Api) {
  return {
    /** Newest first. */
    list: (query?: Query<'listAuditEntries'>, options?: CallOptions) =>
      api.list('listAuditEntries', { query }, options),
  };
}

/** The server itself. */
export function service(api: Api) {
  return {
    /** Does the process live? */
    health: (options?: CallOptions) => api.body('getHealth', {}, options),
    /** Can it serve? */
    readiness: (options?: CallOptions) => api.body('getReadiness', {}, options),
    /** Figures in the text format of Prometheus. */
    metrics: (options?: CallOptions) => api.body('getMetrics', {}, options),
    /** The whole API as OpenAPI 3.1. */
    description: (options?: CallOptions) => api.body('getApiDescription', {}, options),
    /** The whole API as a page to read. */
    reference: (options?: CallOptions) => api.body('getReference', {}, options),
  };
}
