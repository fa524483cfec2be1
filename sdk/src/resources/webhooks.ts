import type { Call, CallOptions, Wait } from '../call.ts';
import { type FollowOptions, follow } from '../follow.ts';
import { type Api, type Body, pathOf, type Query } from '../operations.ts';

export function webhookEndpoints(api: Api) {
  return {
    /** Newest first. */
    list: (query?: Query<'listWebhookEndpoints'>, options?: CallOptions) =>
      api.list('listWebhookEndpoints', { query }, options),
    get: (id: string, options?: CallOptions) => api.data('getWebhookEndpoint', { path: { id } }, options),
    /** Its `signing_secret` is shown here, and never again. */
    create: (body: Body<'createWebhookEndpoint'>, options?: CallOptions) =>
      api.data('createWebhookEndpoint', { body }, options),
    update: (id: string, body: Body<'updateWebhookEndpoint'>, options?: CallOptions) =>
      api.data('updateWebhookEndpoint', { path: { id }, body }, options),
    /** With all its deliveries. */
    delete: (id: string, options?: CallOptions) =>
      api.data('deleteWebhookEndpoint', { path: { id } }, options),
    /** Sends it a `test` event. */
    test: (id: string, options?: CallOptions) => api.data('testWebhookEndpoint', { path: { id } }, options),
    /** The former secret signs too for a day. */
    rotateSecret: (id: string, options?: CallOptions) =>
      api.data('rotateWebhookSecret', { path: { id } }, options),
    /** Sends again what has failed since a time. */
    recover: (webhook_endpoint_id: string, body: Body<'recoverWebhookDeliveries'>, options?: CallOptions) =>
      api.data('recoverWebhookDeliveries', { path: { webhook_endpoint_id }, body }, options),

    deliveries: {
      /** Newest first. */
      list: (webhook_endpoint_id: string, query?: Query<'listWebhookDeliveries'>, options?: CallOptions) =>
        api.list('listWebhookDeliveries', { path: { webhook_endpoint_id }, query }, options),
      /** With every attempt. */
      get: (webhook_endpoint_id: string, id: string, options?: CallOptions) =>
        api.data('getWebhookDelivery', { path: { webhook_endpoint_id, id } }, options),
      /** Sends it again. */
      retry: (webhook_endpoint_id: string, id: string, options?: CallOptions) =>
        api.data('retryWebhookDelivery', { path: { webhook_endpoint_id, id } }, options),
    },
  };
}

/** What has happened, whether or not an endpoint was told of it. */
export function events(api: Api, call: Call, wait: Wait) {
  return {
    /** Newest first; with `after`, those that follow, in the order in which they happened. */
    list: (query?: Query<'listEvents'>, options?: CallOptions) => api.list('listEvents', { query }, options),
    /** Events as they happen: `for await (const event of rota.events.follow())`. */
    follow: ({ after, ...options }: FollowOptions = {}) =>
      follow(
        (lastEventId) =>
          call(
            {
              method: 'GET',
              path: pathOf('listEvents', { query: { after } }),
              headers: {
                accept: 'text/event-stream',
                ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
              },
            },
            { signal: options.signal },
            async (response) => response,
          ),
        options,
        wait,
      ),
  };
}
