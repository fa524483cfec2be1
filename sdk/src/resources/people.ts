import type { CallOptions } from '../call.ts';
import type { Api, Body, Query } from '../operations.ts';

/** The members of the workspace. */
export function members(api: Api) {
  return {
    /** Newest first, without deactivated members by default. */
    list: (query?: Query<'listWorkspaceMembers'>, options?: CallOptions) =>
      api.list('listWorkspaceMembers', { query }, options),
    get: (id: string, options?: CallOptions) => api.data('getWorkspaceMember', { path: { id } }, options),
    create: (body: Body<'createWorkspaceMember'>, options?: CallOptions) =>
      api.data('createWorkspaceMember', { body }, options),
    /** Sends a mail with a link that signs them in, once. */
    invite: (id: string, options?: CallOptions) =>
      api.data('inviteWorkspaceMember', { path: { id } }, options),
    update: (id: string, body: Body<'updateWorkspaceMember'>, options?: CallOptions) =>
      api.data('updateWorkspaceMember', { path: { id }, body }, options),
    /** Open meeting requests go to `transfer_to`. */
    deactivate: (id: string, body?: Body<'deactivateWorkspaceMember'>, options?: CallOptions) =>
      api.data('deactivateWorkspaceMember', { path: { id }, body }, options),
    reactivate: (id: string, options?: CallOptions) =>
      api.data('reactivateWorkspaceMember', { path: { id } }, options),
    /** Times at which the member is free; `meta` has what was asked, and with `explain` why other times are not. */
    slots: (id: string, query?: Query<'findWorkspaceMemberSlots'>, options?: CallOptions) =>
      api.body('findWorkspaceMemberSlots', { path: { id }, query }, options),
    /** When a member can be booked. */
    availability: {
      get: (id: string, options?: CallOptions) => api.data('getAvailability', { path: { id } }, options),
      /** Lists are replaced whole. */
      update: (id: string, body: Body<'updateAvailability'>, options?: CallOptions) =>
        api.data('updateAvailability', { path: { id }, body }, options),
    },
  };
}

export function seats(api: Api) {
  return {
    /** Active seats. The `meta` of a page has the entitlements. */
    list: (query?: Query<'listSeats'>, options?: CallOptions) => api.list('listSeats', { query }, options),
    assign: (membership_id: string, body?: Body<'assignSeat'>, options?: CallOptions) =>
      api.data('assignSeat', { path: { membership_id }, body }, options),
    /** Up to 100 at once. */
    assignMany: (body: Body<'assignSeats'>, options?: CallOptions) =>
      api.data('assignSeats', { body }, options),
    remove: (membership_id: string, options?: CallOptions) =>
      api.data('removeSeat', { path: { membership_id } }, options),
    setCapacity: (body: Body<'setSeatCapacity'>, options?: CallOptions) =>
      api.data('setSeatCapacity', { body }, options),
  };
}
