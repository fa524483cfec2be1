import type { CallOptions } from '../call.ts';
import type { Api, Body, Query } from '../operations.ts';

export function meetingTypes(api: Api) {
  return {
    /** Newest first. */
    list: (query?: Query<'listMeetingTypes'>, options?: CallOptions) =>
      api.list('listMeetingTypes', { query }, options),
    get: (id: string, options?: CallOptions) => api.data('getMeetingType', { path: { id } }, options),
    create: (body: Body<'createMeetingType'>, options?: CallOptions) =>
      api.data('createMeetingType', { body }, options),
    update: (id: string, body: Body<'updateMeetingType'>, options?: CallOptions) =>
      api.data('updateMeetingType', { path: { id }, body }, options),
    /** Times for a meeting of the type. */
    slots: (id: string, query?: Query<'findMeetingTypeSlots'>, options?: CallOptions) =>
      api.body('findMeetingTypeSlots', { path: { id }, query }, options),
    /** Requests of it stay. */
    delete: (id: string, options?: CallOptions) => api.data('deleteMeetingType', { path: { id } }, options),
  };
}
