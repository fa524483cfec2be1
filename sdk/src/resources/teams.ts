import type { CallOptions } from '../call.ts';
import type { Api, Body, Query } from '../operations.ts';

export function teams(api: Api) {
  return {
    /** Newest first, without their members: use `get`. */
    list: (query?: Query<'listTeams'>, options?: CallOptions) => api.list('listTeams', { query }, options),
    /** With its members and next assignee. */
    get: (id: string, options?: CallOptions) => api.data('getTeam', { path: { id } }, options),
    create: (body: Body<'createTeam'>, options?: CallOptions) => api.data('createTeam', { body }, options),
    update: (id: string, body: Body<'updateTeam'>, options?: CallOptions) =>
      api.data('updateTeam', { path: { id }, body }, options),
    /** Stops routing requests to it. */
    deactivate: (id: string, options?: CallOptions) => api.data('deactivateTeam', { path: { id } }, options),
    /** With its former members and turns. */
    reactivate: (id: string, options?: CallOptions) => api.data('reactivateTeam', { path: { id } }, options),
    /** The queue, and the number of turns of each member. */
    rotation: (id: string, options?: CallOptions) => api.data('getRotation', { path: { id } }, options),
    /** Times at which the team can meet somebody. */
    slots: (id: string, query?: Query<'findTeamSlots'>, options?: CallOptions) =>
      api.body('findTeamSlots', { path: { id }, query }, options),

    members: {
      add: (team_id: string, body: Body<'addTeamMember'>, options?: CallOptions) =>
        api.data('addTeamMember', { path: { team_id }, body }, options),
      update: (team_id: string, id: string, body: Body<'updateTeamMember'>, options?: CallOptions) =>
        api.data('updateTeamMember', { path: { team_id, id }, body }, options),
      remove: (team_id: string, id: string, options?: CallOptions) =>
        api.data('removeTeamMember', { path: { team_id, id } }, options),
      /** Takes a member out of the rotation, with or without an end (`until`). */
      pause: (team_id: string, id: string, body?: Body<'pauseTeamMember'>, options?: CallOptions) =>
        api.data('pauseTeamMember', { path: { team_id, id }, body }, options),
      /** Returns a member to the front of the queue. */
      unpause: (team_id: string, id: string, options?: CallOptions) =>
        api.data('unpauseTeamMember', { path: { team_id, id } }, options),
    },

    /** Pages on which people outside book a time with the team. */
    bookingLinks: {
      list: (id: string, query?: Query<'listBookingLinks'>, options?: CallOptions) =>
        api.list('listBookingLinks', { path: { id }, query }, options),
      get: (team_id: string, id: string, options?: CallOptions) =>
        api.data('getBookingLink', { path: { team_id, id } }, options),
      create: (id: string, body?: Body<'createBookingLink'>, options?: CallOptions) =>
        api.data('createBookingLink', { path: { id }, body }, options),
      update: (team_id: string, id: string, body: Body<'updateBookingLink'>, options?: CallOptions) =>
        api.data('updateBookingLink', { path: { team_id, id }, body }, options),
      /** Meetings that were booked with it stay. */
      delete: (team_id: string, id: string, options?: CallOptions) =>
        api.data('deleteBookingLink', { path: { team_id, id } }, options),
    },

    /** The turns of a team, with their reasons. */
    assignments: {
      list: (id: string, query?: Query<'listAssignments'>, options?: CallOptions) =>
        api.list('listAssignments', { path: { id }, query }, options),
      /** All matching turns as CSV, with a header line. */
      csv: (id: string, query?: Query<'listAssignments'>, options?: CallOptions) =>
        api.text('listAssignments', { path: { id }, query }, 'text/csv', options),
      /** With its candidates, which a list does not have. */
      get: (id: string, turn_id: string, options?: CallOptions) =>
        api.data('getAssignment', { path: { id, turn_id } }, options),
      /** Takes the next turn. */
      create: (id: string, options?: CallOptions) => api.data('createAssignment', { path: { id } }, options),
    },
  };
}
