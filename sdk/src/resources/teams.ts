import type { CallOptions } from '../call.ts';
import type { Api, Body, Query } from '../operations.ts';

export function teams(api: Api) {
  return {
    /** Newest first. The items have no members: `get` has. */
    list: (query?: Query<'listTeams'>, options?: CallOptions) => api.list('listTeams', { query }, options),
    /** With its members, and who is next. */
    get: (id: string, options?: CallOptions) => api.data('getTeam', { path: { id } }, options),
    create: (body: Body<'createTeam'>, options?: CallOptions) => api.data('createTeam', { body }, options),
    update: (id: string, body: Body<'updateTeam'>, options?: CallOptions) =>
      api.data('updateTeam', { path: { id }, body }, options),
    /** Nothing new is routed to it from then on. */
    deactivate: (id: string, options?: CallOptions) => api.data('deactivateTeam', { path: { id } }, options),
    /** As it was, with its members and its turns. */
    reactivate: (id: string, options?: CallOptions) => api.data('reactivateTeam', { path: { id } }, options),
    /** The queue, and who had how many turns. */
    rotation: (id: string, options?: CallOptions) => api.data('getRotation', { path: { id } }, options),

    members: {
      add: (team_id: string, body: Body<'addTeamMember'>, options?: CallOptions) =>
        api.data('addTeamMember', { path: { team_id }, body }, options),
      update: (team_id: string, id: string, body: Body<'updateTeamMember'>, options?: CallOptions) =>
        api.data('updateTeamMember', { path: { team_id, id }, body }, options),
      remove: (team_id: string, id: string, options?: CallOptions) =>
        api.data('removeTeamMember', { path: { team_id, id } }, options),
      /** Out of the rotation, for good or `until` a time. */
      pause: (team_id: string, id: string, body?: Body<'pauseTeamMember'>, options?: CallOptions) =>
        api.data('pauseTeamMember', { path: { team_id, id }, body }, options),
      /** Back, to the front of the queue. */
      unpause: (team_id: string, id: string, options?: CallOptions) =>
        api.data('unpauseTeamMember', { path: { team_id, id } }, options),
    },

    /** Every turn that was taken, and why it fell on whom. */
    assignments: {
      list: (id: string, query?: Query<'listAssignments'>, options?: CallOptions) =>
        api.list('listAssignments', { path: { id }, query }, options),
      /** All that the query finds as CSV, with a line for the names of the columns. */
      csv: (id: string, query?: Query<'listAssignments'>, options?: CallOptions) =>
        api.text('listAssignments', { path: { id }, query }, 'text/csv', options),
      /** With who was considered for it: the items of a list have no candidates. */
      get: (id: string, turn_id: string, options?: CallOptions) =>
        api.data('getAssignment', { path: { id, turn_id } }, options),
      /** Takes the next turn. */
      create: (id: string, options?: CallOptions) => api.data('createAssignment', { path: { id } }, options),
    },
  };
}
