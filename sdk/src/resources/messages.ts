import type { CallOptions } from '../call.ts';
import type { Api, Query } from '../operations.ts';

/** Mail that somebody else has taken in for this workspace. */
export function inboundMessages(api: Api) {
  return {
    /** The mail as it came in, with its headers. It is stored now, and read a moment later. */
    create: (
      raw: string | Uint8Array<ArrayBuffer>,
      query?: Query<'createInboundMessage'>,
      options?: CallOptions,
    ) => api.sent('createInboundMessage', { query }, { type: 'message/rfc822', content: raw }, options),
  };
}

/** People who asked not to be written to any more. */
export function optOuts(api: Api) {
  return {
    /** Newest first. */
    list: (query?: Query<'listOptOuts'>, options?: CallOptions) =>
      api.list('listOptOuts', { query }, options),
    /** They may be written to again. */
    delete: (id: string, options?: CallOptions) => api.data('deleteOptOut', { path: { id } }, options),
  };
}

/** Mail, and what became of it. */
export function messages(api: Api) {
  return {
    /** Newest first. */
    list: (query?: Query<'listMessages'>, options?: CallOptions) =>
      api.list('listMessages', { query }, options),
    get: (id: string, options?: CallOptions) => api.data('getMessage', { path: { id } }, options),
    /** The same message, once more. */
    resend: (id: string, options?: CallOptions) => api.data('resendMessage', { path: { id } }, options),
  };
}
