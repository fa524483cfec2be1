import type { CallOptions } from '../call.ts';
import type { Api, Body, Query } from '../operations.ts';

export function meetingRequests(api: Api) {
  return {
    /** Newest first. */
    list: (query?: Query<'listMeetingRequests'>, options?: CallOptions) =>
      api.list('listMeetingRequests', { query }, options),
    /** Times at which the request can take place. */
    slots: (id: string, query?: Query<'findMeetingRequestSlots'>, options?: CallOptions) =>
      api.body('findMeetingRequestSlots', { path: { id }, query }, options),
    get: (id: string, options?: CallOptions) => api.data('getMeetingRequest', { path: { id } }, options),
    /** What was written to whom about the request, newest first. */
    messages: (id: string, query?: Query<'listMeetingRequestMessages'>, options?: CallOptions) =>
      api.list('listMeetingRequestMessages', { path: { id }, query }, options),
    /** For a member, or for a team, which chooses the organizer. */
    create: (body: Body<'createMeetingRequest'>, options?: CallOptions) =>
      api.data('createMeetingRequest', { body }, options),
    /** Where it is. */
    update: (id: string, body: Body<'updateMeetingRequest'>, options?: CallOptions) =>
      api.data('updateMeetingRequest', { path: { id }, body }, options),
    book: (id: string, body: Body<'bookMeetingRequest'>, options?: CallOptions) =>
      api.data('bookMeetingRequest', { path: { id }, body }, options),
    /** To another time, or without one: it is open again. */
    reschedule: (id: string, body?: Body<'rescheduleMeetingRequest'>, options?: CallOptions) =>
      api.data('rescheduleMeetingRequest', { path: { id }, body }, options),
    cancel: (id: string, body?: Body<'cancelMeetingRequest'>, options?: CallOptions) =>
      api.data('cancelMeetingRequest', { path: { id }, body }, options),
    /** Says who didn't come, or with `by: null` that nobody was missing. */
    markNoShow: (id: string, body: Body<'markMeetingRequestNoShow'>, options?: CallOptions) =>
      api.data('markMeetingRequestNoShow', { path: { id }, body }, options),
    pause: (id: string, options?: CallOptions) => api.data('pauseMeetingRequest', { path: { id } }, options),
    resume: (id: string, options?: CallOptions) =>
      api.data('resumeMeetingRequest', { path: { id } }, options),
    changeOrganizer: (id: string, body: Body<'changeMeetingRequestOrganizer'>, options?: CallOptions) =>
      api.data('changeMeetingRequestOrganizer', { path: { id }, body }, options),
    /** Offers these times instead, or without any a fresh round. */
    offerOptions: (id: string, body?: Body<'offerMeetingRequestOptions'>, options?: CallOptions) =>
      api.data('offerMeetingRequestOptions', { path: { id }, body }, options),
    /** Says for a participant which options work, or that none does. */
    answer: (id: string, body: Body<'answerMeetingRequest'>, options?: CallOptions) =>
      api.data('answerMeetingRequest', { path: { id }, body }, options),
    /** Adds people, who are asked or invited like the others. */
    addParticipants: (id: string, body: Body<'addMeetingRequestParticipants'>, options?: CallOptions) =>
      api.data('addMeetingRequestParticipants', { path: { id }, body }, options),
    /** Asks those again who have not answered. */
    followUp: (id: string, options?: CallOptions) =>
      api.data('followUpMeetingRequest', { path: { id } }, options),
  };
}
