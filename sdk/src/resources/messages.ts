import type { CallOptions } from '../call.ts';
import type { Api, Query } from '../operations.ts';

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
