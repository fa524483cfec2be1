import type { CallOptions } from '../call.ts';
import type { Api, Body, Query } from '../operations.ts';

/** Where the busy times of members come from. */
export function calendars(api: Api) {
  return {
    /** Those of a member, newest first. */
    list: (member_id: string, query?: Query<'listCalendars'>, options?: CallOptions) =>
      api.list('listCalendars', { path: { id: member_id }, query }, options),
    get: (id: string, options?: CallOptions) => api.data('getCalendar', { path: { id } }, options),
    create: (member_id: string, body: Body<'createCalendar'>, options?: CallOptions) =>
      api.data('createCalendar', { path: { id: member_id }, body }, options),
    update: (id: string, body: Body<'updateCalendar'>, options?: CallOptions) =>
      api.data('updateCalendar', { path: { id }, body }, options),
    delete: (id: string, options?: CallOptions) => api.data('deleteCalendar', { path: { id } }, options),
    /** Reads it again at once. */
    sync: (id: string, options?: CallOptions) => api.data('syncCalendar', { path: { id } }, options),
    /** Replaces the busy times of a time range of a `pushed` calendar. */
    replaceBusyTimes: (id: string, body: Body<'replaceBusyTimes'>, options?: CallOptions) =>
      api.data('replaceBusyTimes', { path: { id }, body }, options),
  };
}
