import type { CallOptions } from '../call.ts';
import type { Api, Body, Query } from '../operations.ts';

/** What the first bytes say. Whatever else it may be is refused. */
const imageType = ([first]: Uint8Array) =>
  first === 0xff ? 'image/jpeg' : first === 0x52 ? 'image/webp' : 'image/png';

/** The key's workspace. */
export function workspace(api: Api) {
  return {
    get: (options?: CallOptions) => api.data('getWorkspace', {}, options),
    update: (body: Body<'updateWorkspace'>, options?: CallOptions) =>
      api.data('updateWorkspace', { body }, options),
    /** How meetings are scheduled. */
    scheduling: {
      get: (options?: CallOptions) => api.data('getSchedulingSettings', {}, options),
      update: (body: Body<'updateSchedulingSettings'>, options?: CallOptions) =>
        api.data('updateSchedulingSettings', { body }, options),
    },
    /** What guests see of the company. */
    branding: {
      get: (options?: CallOptions) => api.data('getBranding', {}, options),
      update: (body: Body<'updateBranding'>, options?: CallOptions) =>
        api.data('updateBranding', { body }, options),
      /** A PNG, JPEG or WebP file. What it is, its own bytes tell. */
      setLogo: (image: Uint8Array<ArrayBuffer>, options?: CallOptions) =>
        api.sentData('setLogo', {}, { type: imageType(image), content: image }, options),
      deleteLogo: (options?: CallOptions) => api.data('deleteLogo', {}, options),
    },
    /** How long things are kept. */
    retention: {
      get: (options?: CallOptions) => api.data('getRetention', {}, options),
      update: (body: Body<'updateRetention'>, options?: CallOptions) =>
        api.data('updateRetention', { body }, options),
    },
  };
}

export function apiKeys(api: Api) {
  return {
    /** Usable keys, newest first. */
    list: (query?: Query<'listApiKeys'>, options?: CallOptions) =>
      api.list('listApiKeys', { query }, options),
    /** Only this response shows the `key`. */
    create: (body: Body<'createApiKey'>, options?: CallOptions) =>
      api.data('createApiKey', { body }, options),
    /** Changes the name of a key, or the networks that it may be used from. */
    update: (id: string, body: Body<'updateApiKey'>, options?: CallOptions) =>
      api.data('updateApiKey', { path: { id }, body }, options),
    /** A new key in its place, shown once. The old one goes on working for some hours. */
    reroll: (id: string, body?: Body<'rerollApiKey'>, options?: CallOptions) =>
      api.data('rerollApiKey', { path: { id }, body }, options),
    /** With `with_descendants: true`, also revokes every key made by it, by those, and so on. */
    revoke: (id: string, query?: Query<'revokeApiKey'>, options?: CallOptions) =>
      api.data('revokeApiKey', { path: { id }, query }, options),
  };
}

/** Every change: actor, action, time, values before and after. */
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
    /** Whether the process lives. */
    health: (options?: CallOptions) => api.body('getHealth', {}, options),
    /** Whether it can serve calls. */
    readiness: (options?: CallOptions) => api.body('getReadiness', {}, options),
    /** Metrics in Prometheus's text format. */
    metrics: (options?: CallOptions) => api.body('getMetrics', {}, options),
    /** The whole API as OpenAPI 3.1. */
    description: (options?: CallOptions) => api.body('getApiDescription', {}, options),
    /** The whole API as an HTML page. */
    reference: (options?: CallOptions) => api.body('getReference', {}, options),
  };
}
