import { keyWith } from '../../../http/access/api-key.ts';
import { pageQuery } from '../../../http/query.ts';
import { type Route, route } from '../../../http/route.ts';
import { Many, One } from '../../../shapes/fields.ts';
import { updateCalendar } from './change.ts';
import {
  createCalendar,
  deleteCalendar,
  getCalendar,
  listCalendars,
  replaceBusyTimes,
  syncCalendar,
} from './operations.ts';
import { BusyRange, Calendar, CalendarChanges, NewCalendar } from './shapes.ts';

const group = { name: 'Calendars', description: 'Where the busy times of members come from.' };
const ofMember = { id: { kind: 'member', what: 'Workspace member' } } as const;
const path = { id: { kind: 'calendar', what: 'Calendar' } } as const;
const pushedExample = { type: 'pushed', url: null, last_synced_at: '2026-11-16T09:30:00.412Z' };

export const calendarRoutes: Route[] = [
  route({
    method: 'GET',
    url: '/api/v1/workspace_members/:id/calendars',
    access: keyWith('calendars.read'),
    operation: 'listCalendars',
    group,
    summary: "List a member's calendars",
    description: 'Lists the calendars of a member, newest first, each with the result of its last read.',
    path: ofMember,
    query: pageQuery('calendar'),
    response: { status: 200, description: 'A page of calendars.', shape: Many(Calendar) },
    handle: (context, input) => listCalendars(context, input.path.id, input.query),
  }),
  route({
    method: 'POST',
    url: '/api/v1/workspace_members/:id/calendars',
    access: keyWith('calendars.write'),
    operation: 'createCalendar',
    group,
    summary: 'Add a calendar',
    description:
      'Adds a calendar to a member. From now on, nobody can choose a time at which it is busy. An `ics` or `caldav` calendar is read at once, and then ' +
      'every ten minutes; `health` and `last_error` say whether that works. Refused with `validation_error` for the 21st calendar of a member, for a second one that receives bookings, ' +
      'and for a deactivated member. Calendars of type `google` and `microsoft` come with their account: they are connected, not added.',
    path: ofMember,
    body: NewCalendar,
    response: {
      status: 201,
      description: 'The calendar, not read yet.',
      shape: One(Calendar),
      example: { data: { health: 'new', last_synced_at: null } },
    },
    refusals: { validation_error: 'A member may have 20 calendars: delete one first' },
    handle: async (context, input) => ({ data: await createCalendar(context, input.path.id, input.body) }),
  }),
  route({
    method: 'GET',
    url: '/api/v1/calendars/:id',
    access: keyWith('calendars.read'),
    operation: 'getCalendar',
    group,
    summary: 'Read a calendar',
    description: 'Reads one calendar, with the result of its last read. Its password is not shown.',
    path,
    response: { status: 200, description: 'The calendar.', shape: One(Calendar) },
    handle: async (context, input) => ({ data: await getCalendar(context, input.path.id) }),
  }),
  route({
    method: 'PATCH',
    url: '/api/v1/calendars/:id',
    access: keyWith('calendars.write'),
    operation: 'updateCalendar',
    group,
    summary: 'Change a calendar',
    description:
      'Changes what is given, and leaves the rest; the type stays. With another `url`, `username` or `password`, it is read again at once; until then, the busy times of the last good ' +
      'copy count. A `url` at another origin needs the `password` again. Of calendars of a connected account, `name`, `is_read` and `receives_bookings` can change.',
    path,
    body: CalendarChanges,
    response: { status: 200, description: 'The calendar.', shape: One(Calendar) },
    refusals: {
      validation_error:
        'receives_bookings is true for another calendar of the member: set it to false there first',
    },
    handle: async (context, input) => ({ data: await updateCalendar(context, input.path.id, input.body) }),
  }),
  route({
    method: 'DELETE',
    url: '/api/v1/calendars/:id',
    access: keyWith('calendars.write'),
    operation: 'deleteCalendar',
    group,
    summary: 'Remove a calendar',
    description:
      "Its busy times no longer count. Bookings that were written to it stay on the server. This can't be undone. Refused for a calendar of a connected account: set `is_read` to false, or delete the connection.",
    path,
    response: { status: 204, description: 'The calendar is gone, with its busy times.' },
    refusals: {
      validation_error:
        "Calendars of type google come with a connected account: set is_read to false, or delete the account's calendar connection",
    },
    handle: (context, input) => deleteCalendar(context, input.path.id),
  }),
  route({
    method: 'POST',
    url: '/api/v1/calendars/:id/sync',
    access: keyWith('calendars.write'),
    operation: 'syncCalendar',
    group,
    summary: 'Read a calendar now',
    description:
      'Makes the next read due at once; if one is under way, another follows. `last_synced_at` and `last_error` say when it is done. Refused for a `pushed` calendar and while the ' +
      'member is deactivated.',
    path,
    response: { status: 202, description: 'It will be read as soon as possible.', shape: One(Calendar) },
    handle: async (context, input) => ({ data: await syncCalendar(context, input.path.id) }),
  }),
  route({
    method: 'POST',
    url: '/api/v1/calendars/:id/busy_times',
    access: keyWith('calendars.write'),
    operation: 'replaceBusyTimes',
    group,
    summary: 'Send busy times',
    description:
      'For a `pushed` calendar: replaces the busy times of a time range of at most 366 days, and leaves those outside it. A calendar keeps up to 20,000 busy times; those that ended more ' +
      'than a day ago are dropped.',
    path,
    body: BusyRange,
    response: {
      status: 200,
      description: 'The calendar.',
      shape: One(Calendar),
      example: { data: pushedExample },
    },
    refusals: {
      validation_error:
        'busy has too many: a calendar may have 20,000 busy times that do not touch each other',
    },
    handle: async (context, input) => ({ data: await replaceBusyTimes(context, input.path.id, input.body) }),
  }),
];
