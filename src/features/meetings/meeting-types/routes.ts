import { keyWith } from '../../../http/access/api-key.ts';
import { booleanQuery, idQuery, pageQuery } from '../../../http/query.ts';
import { type Route, route } from '../../../http/route.ts';
import { Many, One } from '../../../shapes/fields.ts';
import {
  createMeetingType,
  deleteMeetingType,
  getMeetingType,
  listMeetingTypes,
  updateMeetingType,
} from './operations.ts';
import { MeetingType, MeetingTypeChange, NewMeetingType } from './shapes.ts';

const group = {
  name: 'Meeting types',
  description:
    'Kinds of meetings that a team or a member offers, such as a product demo: how long they take, what guests are asked, and how they are limited.',
};
const url = '/api/v1/meeting_types';
const path = { id: { kind: 'meetingType', what: 'Meeting type' } } as const;

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
