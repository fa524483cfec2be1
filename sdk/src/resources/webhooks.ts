import type { Call, CallOptions, Wait } from '../call.ts';
import { type FollowOptions, follow } from '../follow.ts';
import { type Api, type Body, pathOf, type Query } from '../operations.ts';

export function webhookEndpoints(api: Api) {
  return {
    /** Newest first. */
    list: (query?: Query<'listWebhookEndpoints'>, options?: CallOptions) =>
      api.list('listWebhookEndpoints', { query }, options),
    get: (id: string, options?: CallOptions) => api.data('getWebhookEndpoint', { path: { id } }, options),
    /** Only this response shows the `signing_secret`. */
    create: (body: Body<'createWebhookEndpoint'>, options?: CallOptions) =>
      api.data('createWebhookEndpoint', { body }, options),
    update: (id: string, body: Body<'updateWebhookEndpoint'>, options?: CallOptions) =>
      api.data('updateWebhookEndpoint', { path: { id }, body }, options),
    /** Also deletes its deliveries. */
    delete: (id: string, options?: CallOptions) =>
      api.data('deleteWebhookEndpoint', { path: { id } }, options),
    /** Sends it a `test` event. */
    test: (id: string, options?: CallOptions) => api.data('testWebhookEndpoint', { path: { id } }, options),
    /** The former secret also signs for a day. */
    rotateSecret: (id: string, options?: CallOptions) =>
      api.data('rotateWebhookSecret', { path: { id } }, options),
    /** Sends again everything that failed since a time. */
    recover: (webhook_endpoint_id: string, body: Body<'recoverWebhookDeliveries'>, options?: CallOptions) =>
      api.data('recoverWebhookDeliveries', { path: { webhook_endpoint_id }, body }, options),

    deliveries: {
      /** Newest first. */
      list: (webhook_endpoint_id: string, query?: Query<'listWebhookDeliveries'>, options?: CallOptions) =>
        api.list('listWebhookDeliveries', { path: { webhook_endpoint_id }, query }, options),
      /** With its attempts. */
      get: (webhook_endpoint_id: string, id: string, options?: CallOptions) =>
        api.data('getWebhookDelivery', { path: { webhook_endpoint_id, id } }, options),
      /** Sends it again. */
      retry: (webhook_endpoint_id: string, id: string, options?: CallOptions) =>
        api.data('retryWebhookDelivery', { path: { webhook_endpoint_id, id } }, options),
      /** Makes the next attempt of a waiting one at once. */
      retryNow: (webhook_endpoint_id: string, id: string, options?: CallOptions) =>
        api.data('retryWebhookDeliveryNow', { path: { webhook_endpoint_id, id } }, options),
    },
  };
}

/** All events, with or without an endpoint. */
export function events(api: Api, call: Call, wait: Wait) {
  return {
    /** Newest first; with `after`, the events after it, oldest first. */
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
