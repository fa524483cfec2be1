import type { CallOptions } from '../call.ts';
import type { Api, Body, Query } from '../operations.ts';

/** Accounts at Google and Microsoft whose calendars belong to members. */
export function calendarConnections(api: Api) {
  return {
    /** Those of a member, newest first. */
    list: (member_id: string, query?: Query<'listCalendarConnections'>, options?: CallOptions) =>
      api.list('listCalendarConnections', { path: { id: member_id }, query }, options),
    get: (id: string, options?: CallOptions) => api.data('getCalendarConnection', { path: { id } }, options),
    /** Begins to connect an account: send the member's browser to `authorize_url`. */
    create: (member_id: string, body: Body<'createCalendarConnection'>, options?: CallOptions) =>
      api.data('createCalendarConnection', { path: { id: member_id }, body }, options),
    /** Disconnects the account. */
    delete: (id: string, options?: CallOptions) =>
      api.data('deleteCalendarConnection', { path: { id } }, options),
    /** One of this member. */
    getOfMember: (member_id: string, id: string, options?: CallOptions) =>
      api.data('getCalendarConnectionOfMember', { path: { id: member_id, connection_id: id } }, options),
    deleteOfMember: (member_id: string, id: string, options?: CallOptions) =>
      api.data('deleteCalendarConnectionOfMember', { path: { id: member_id, connection_id: id } }, options),
  };
}
