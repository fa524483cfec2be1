import { keyWith } from '../../../http/access/api-key.ts';
import { booleanQuery, choiceQuery, idQuery, pageQuery, slotQuery } from '../../../http/query.ts';
import { type Route, route } from '../../../http/route.ts';
import { Many, One } from '../../../shapes/fields.ts';
import { group as availabilityGroup } from '../../calendar/availability/shapes.ts';
import { SlotList } from '../../calendar/slots/shapes.ts';
import { path as memberPath } from '../../people/members/shapes.ts';
import { path as teamPath, turnsGroup } from '../../turns/rotation/shapes.ts';
import { poolHosts } from '../../turns/rotation/slots.ts';
import {
  createMeetingType,
  deleteMeetingType,
  getMeetingType,
  listMeetingTypes,
  updateMeetingType,
} from './operations.ts';
import { group, MeetingType, MeetingTypeChange, NewMeetingType, path } from './shapes.ts';
import { findMemberSlotsOf, findTeamSlotsOf, findTypeSlots } from './slots.ts';

const url = '/api/v1/meeting_types';

export const meetingTypeRoutes: Route[] = [
  route({
    method: 'GET',
    url,
    access: keyWith('meeting_types.read'),
    operation: 'listMeetingTypes',
    group,
    summary: 'List meeting types',
    description: 'Lists the meeting types of the workspace, newest first.',
    query: {
      ...pageQuery('meetingType'),
      team_id: idQuery('team', 'Only types of this team.'),
      workspace_membership_id: idQuery('member', 'Only types of this member.'),
      active: booleanQuery('`true` lists active types only, `false` the others only.'),
    },
    response: { status: 200, description: 'A page of meeting types.', shape: Many(MeetingType) },
    handle: (context, { query }) => listMeetingTypes(context, query, query),
  }),
  route({
    method: 'GET',
    url: `${url}/:id`,
    access: keyWith('meeting_types.read'),
    operation: 'getMeetingType',
    group,
    summary: 'Read a meeting type',
    description: 'Reads one meeting type, with the address of its page. A deleted one is not found.',
    path,
    response: { status: 200, description: 'The meeting type.', shape: One(MeetingType) },
    handle: async (context, { path: { id } }) => ({ data: await getMeetingType(context, id) }),
  }),
  route({
    method: 'POST',
    url,
    access: keyWith('meeting_types.write'),
    operation: 'createMeetingType',
    group,
    summary: 'Create a meeting type',
    description:
      'Creates a kind of meeting of a team or a member. Refused for a deactivated member, for a team that is deactivated or in manual mode, for an ' +
      'address that another type has or had, and above 1,000 types. Fires no event.',
    body: NewMeetingType,
    response: {
      status: 201,
      description: 'The new meeting type.',
      shape: One(MeetingType),
      example: { data: { updated_at: '2026-11-02T08:35:12.904Z' } },
    },
    refusals: {
      validation_error: 'slug demo is taken by another meeting type, which has it now or had it before',
    },
    handle: async (context, { body }) => ({ data: await createMeetingType(context, body) }),
  }),
  route({
    method: 'PATCH',
    url: `${url}/:id`,
    access: keyWith('meeting_types.write'),
    operation: 'updateMeetingType',
    group,
    summary: 'Change a meeting type',
    description:
      'Changes what is given, and leaves the rest; `null` clears. A list of questions replaces the former one. A former address leads to the new ' +
      'one for as long as the type exists. It counts from the next booking on: requests keep their duration and what was answered. Fires no event.',
    path,
    body: MeetingTypeChange,
    response: { status: 200, description: 'The meeting type as it is now.', shape: One(MeetingType) },
    refusals: { validation_error: 'slug f is reserved: choose another' },
    handle: async (context, { path: { id }, body }) => ({ data: await updateMeetingType(context, id, body) }),
  }),
  route({
    method: 'DELETE',
    url: `${url}/:id`,
    access: keyWith('meeting_types.write'),
    operation: 'deleteMeetingType',
    group,
    summary: 'Delete a meeting type',
    description:
      "Removes it and its page at once, and its addresses are free for other types. Requests of it stay, and go on without its limits; booking links that named it go on without it. This can't be undone.",
    path,
    response: { status: 204, description: 'The meeting type was deleted.' },
    handle: (context, { path: { id } }) => deleteMeetingType(context, id),
  }),
];

const ofType = (whose: string) =>
  idQuery(
    'meetingType',
    `For a meeting of this type: its duration, interval and limits count, too. Refused for a type of another ${whose}.`,
  );

/** Searches for free times that may be for a meeting type. */
export const slotRoutes: Route[] = [
  route({
    method: 'GET',
    url: '/api/v1/meeting_types/:id/slots',
    access: keyWith('meeting_types.read'),
    operation: 'findMeetingTypeSlots',
    group,
    summary: 'Find times for a meeting type',
    description:
      'Finds slots for a meeting of the type, with its duration and limits beside those of each host, as its page shows them. Pool team: when ' +
      'anybody is free who can take a turn; each slot names the first in the queue who is free. Stack team: when every host is free. Without `to`, ' +
      'the `booking_window_days` of the type decide. Refused when its team or member is deactivated.',
    path,
    query: slotQuery,
    response: { status: 200, description: 'The slots, in order of time.', shape: SlotList },
    refusals: { validation_error: 'The team is deactivated' },
    handle: (context, { path: { id }, query }) => findTypeSlots(context, id, query),
  }),
  route({
    method: 'GET',
    url: '/api/v1/workspace_members/:id/slots',
    access: keyWith('members.read'),
    operation: 'findWorkspaceMemberSlots',
    group: availabilityGroup,
    summary: 'Find times at which a member is free',
    description:
      "Finds slots within the member's hours, beside busy times and bookings, with buffers, notice period and the maximum of a day. A deactivated member is refused.",
    path: memberPath,
    query: { ...slotQuery, meeting_type_id: ofType('member') },
    response: { status: 200, description: 'The slots, in order of time.', shape: SlotList },
    refusals: { validation_error: 'The member is deactivated' },
    handle: (context, { path: { id }, query }) => findMemberSlotsOf(context, id, query),
  }),
  route({
    method: 'GET',
    url: '/api/v1/teams/:id/slots',
    access: keyWith('teams.read'),
    operation: 'findTeamSlots',
    group: turnsGroup,
    summary: 'Find times at which a team can meet somebody',
    description:
      'Finds slots for a request to the team. Stack: times when every host is free. Pool: times when the next assignee is free, or with `hosts=any` ' +
      'anybody who can take a turn; each slot then names the first in the queue who is free. Hosts who take part in every ' +
      'request have to be free, too. Without anybody in the team, there are no slots. Refused in manual mode, and for a deactivated team.',
    path: teamPath,
    query: {
      ...slotQuery,
      hosts: choiceQuery(
        poolHosts,
        'For a pool team: the `next` assignee (the default), or `any` member who can take a turn. Refused for other teams.',
      ),
      meeting_type_id: ofType('team'),
    },
    response: { status: 200, description: 'The slots, in order of time.', shape: SlotList },
    refusals: { validation_error: 'The team is deactivated' },
    handle: (context, { path: { id }, query }) => findTeamSlotsOf(context, id, query),
  }),
];
