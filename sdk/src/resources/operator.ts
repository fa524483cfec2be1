import type { CallOptions } from '../call.ts';
import type { Api, Body, Query } from '../operations.ts';

/** All workspaces of the service. */
export function workspaces(api: Api) {
  return {
    /** Newest first. */
    list: (query?: Query<'listOperatedWorkspaces'>, options?: CallOptions) =>
      api.list('listOperatedWorkspaces', { query }, options),
    /** With its owner, and what was bought for it: all of it or nothing. */
    create: (body: Body<'createOperatedWorkspace'>, options?: CallOptions) =>
      api.data('createOperatedWorkspace', { body }, options),
    /** With its limits, entitlements and seats, and what it has used this month. */
    get: (id: string, options?: CallOptions) => api.data('getOperatedWorkspace', { path: { id } }, options),
    update: (id: string, body: Body<'updateOperatedWorkspace'>, options?: CallOptions) =>
      api.data('updateOperatedWorkspace', { path: { id }, body }, options),
    /** Nobody gets in and nothing goes out, until `resume`. */
    suspend: (id: string, body?: Body<'suspendWorkspace'>, options?: CallOptions) =>
      api.data('suspendWorkspace', { path: { id }, body }, options),
    resume: (id: string, options?: CallOptions) => api.data('resumeWorkspace', { path: { id } }, options),
    /** Everything in it is removed after `grace_days`, 30 unless told otherwise. Until then, `restore` takes it back. */
    delete: (id: string, query?: Query<'deleteWorkspace'>, options?: CallOptions) =>
      api.data('deleteWorkspace', { path: { id }, query }, options),
    restore: (id: string, options?: CallOptions) => api.data('restoreWorkspace', { path: { id } }, options),
    /** Months in which it has used something, oldest first. */
    usage: (id: string, query?: Query<'getWorkspaceUsage'>, options?: CallOptions) =>
      api.data('getWorkspaceUsage', { path: { id }, query }, options),
    apiKeys: {
      /** Only this response shows the `key`. */
      create: (id: string, body: Body<'createWorkspaceApiKey'>, options?: CallOptions) =>
        api.data('createWorkspaceApiKey', { path: { id }, body }, options),
    },
    entitlements: {
      /** Newest first, also those that have ended. */
      list: (id: string, query?: Query<'listEntitlements'>, options?: CallOptions) =>
        api.list('listEntitlements', { path: { id }, query }, options),
      create: (id: string, body: Body<'createEntitlement'>, options?: CallOptions) =>
        api.data('createEntitlement', { path: { id }, body }, options),
      update: (id: string, entitlement_id: string, body: Body<'updateEntitlement'>, options?: CallOptions) =>
        api.data('updateEntitlement', { path: { id, entitlement_id }, body }, options),
      /** No seat can be assigned under it any more. Those that there are stay. */
      end: (id: string, entitlement_id: string, body?: Body<'endEntitlement'>, options?: CallOptions) =>
        api.data('endEntitlement', { path: { id, entitlement_id }, body }, options),
    },
    limits: {
      get: (id: string, options?: CallOptions) => api.data('getWorkspaceLimits', { path: { id } }, options),
      /** Null is for the limit of the settings, 0 for none. */
      update: (id: string, body: Body<'updateWorkspaceLimits'>, options?: CallOptions) =>
        api.data('updateWorkspaceLimits', { path: { id }, body }, options),
    },
  };
}

export function usage(api: Api) {
  return {
    /** What each workspace has used in a month, newest workspace first. */
    list: (query?: Query<'listUsage'>, options?: CallOptions) => api.list('listUsage', { query }, options),
  };
}
