import { findOptOut, optOut } from '../../src/features/people/opt-outs/operations.ts';
import { type Case, callApi, caseOf, type Input } from './case.ts';
import { OLDEST_ID, PAGE, type Past } from './past.ts';

let made = 0;
/** A unique name. */
const newName = (kind: string) => `${kind} ${++made}`;
const newEmail = () => `new-${++made}@example.com`;
const MAIL_ADDRESS = 'acme@rota.localhost';
/** A member without old requests. */
const ORGANIZER = 'eve@example.com';
/** The smallest PNG there is: one black pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABAQAAAAA3bvkkAAAACklEQVQI12NgAAAAAgAB4iG8MwAAAABJRU5ErkJggg==',
  'base64',
);
const guests = { participant_emails: ['guest@example.org'] };
const CALENDARS = 'calendars of deactivated members';
const calendar = { type: 'ics', url: 'http://127.0.0.1:9/a.ics' };
const endpoint = { url: 'http://127.0.0.1:9/hook', events: ['member.deactivated'] };

/** Something new to change: made by one operation, used by others. */
async function make(past: Past, operation: string, body: object, then: string[] = []): Promise<Input> {
  const { id } = await callApi(past, operation, { body });
  const input = { path: { id } };
  for (const next of then) await callApi(past, next, input);
  return input;
}

const newMember = (past: Past, then: string[] = []) =>
  make(past, 'createWorkspaceMember', { email: newEmail() }, then);
const newPlace = async (past: Past) => ({
  path: { team_id: past.renamedId },
  body: { workspace_membership_id: (await newMember(past)).path?.id },
});

async function newMembership(past: Past, then: string[] = []): Promise<Input> {
  const place = await newPlace(past);
  const { id } = await callApi(past, 'addTeamMember', place);
  const input = { path: { ...place.path, id } };
  for (const next of then) await callApi(past, next, input);
  return input;
}
const remove = (past: Past, input: Input) => callApi(past, 'removeTeamMember', input);

/** A change of a new request. */
function transition(operation: string, body: object = {}, after: string[] = []): Case {
  return caseOf(operation, 'requests', async (past) => ({
    ...(await make(past, 'createMeetingRequest', { ...guests, organizer_email: ORGANIZER }, after)),
    body,
  }));
}

const requestOfVeteran = (past: Past) =>
  make(past, 'createMeetingRequest', { ...guests, organizer_email: past.veteran.email });

interface Offered {
  id: string;
  options: { id: string }[];
}

/** Leaves the veteran without future meetings, which deactivation covers in another case. */
const cancel = (past: Past, { path = {} }: Input) => callApi(past, 'cancelMeetingRequest', { path });

/** A time at which nobody has a booking. */
const newTime = () => ({
  starts_at: new Date(Date.UTC(2030, 0, 1, ++made)).toISOString(),
  duration_minutes: 60,
});

const request = (how: string, beside: string, to: (past: Past) => object) =>
  caseOf(`createMeetingRequest, ${how}`, beside, (past) => ({ body: { ...guests, ...to(past) } }));

/** A different hour on a future day each time. */
function busyHour(): object {
  const hourMs = 60 * 60 * 1000;
  const day = Math.ceil(Date.now() / (24 * hourMs)) * 24 * hourMs;
  const hour = ++made % 24;
  const at = (hours: number) => new Date(day + hours * hourMs).toISOString();
  return { from: at(0), to: at(24), busy: [{ start: at(hour), end: at(hour + 1) }] };
}

const seatOf = (id: string): Input => ({ path: { membership_id: id } });
const ofFailing = ({ failingId }: Past) => ({ webhook_endpoint_id: failingId });

/** Every write of the API. */
export const writes: Case[] = [
  caseOf('createTeam', 'deactivated teams', ({ memberIds }) => ({
    body: { name: newName('Team'), member_ids: memberIds },
  })),
  caseOf('updateTeam, another name', 'former names', ({ renamedId }) => ({
    path: { id: renamedId },
    body: { name: newName('Renamed') },
  })),
  caseOf('deactivateTeam', 'deactivated teams', (past) =>
    make(past, 'createTeam', { name: newName('Team') }),
  ),
  caseOf('reactivateTeam', 'deactivated teams', (past) =>
    make(past, 'createTeam', { name: newName('Team') }, ['deactivateTeam']),
  ),
  caseOf('createAssignment, pool', 'turns', ({ poolId }) => ({ path: { id: poolId } })),
  caseOf('createAssignment, stack', 'turns', ({ stackId }) => ({ path: { id: stackId } })),
  caseOf('addTeamMember', 'deactivated members', newPlace, removeNewMembership),
  caseOf(
    'updateTeamMember',
    'deactivated members',
    async (past) => ({ ...(await newMembership(past)), body: { role: 'manager' } }),
    remove,
  ),
  caseOf('removeTeamMember', 'deactivated members', (past) => newMembership(past)),
  caseOf('pauseTeamMember', 'deactivated members', (past) => newMembership(past), remove),
  caseOf(
    'unpauseTeamMember',
    'deactivated members',
    (past) => newMembership(past, ['pauseTeamMember']),
    remove,
  ),
  caseOf(
    'createBookingLink',
    'links of deactivated teams',
    ({ renamedId }) => ({ path: { id: renamedId }, body: { verify_email: true } }),
    removeNewLinks,
  ),
  caseOf('deleteOptOut', 'opt-outs', async ({ context }) => {
    const email = `silent-${++made}@example.org`;
    await context.database.transaction((tx) => optOut(context, tx, email));
    const found = await findOptOut(context, context.database, email);
    return { path: { id: found?.id as string } };
  }),
  caseOf('updateBookingLink', 'links of deactivated teams', ({ poolId, linkId }) => ({
    path: { team_id: poolId, id: linkId },
    body: { title: newName('Call') },
  })),
  caseOf('deleteBookingLink', 'links of deactivated teams', async (past) => {
    const path = { id: past.renamedId };
    const { id } = await callApi(past, 'createBookingLink', { path, body: { verify_email: true } });
    return { path: { team_id: past.renamedId, id } };
  }),
  caseOf('createMeetingType', 'deleted types', ({ poolId }) => ({
    body: { name: newName('Type'), team_id: poolId },
  })),
  caseOf('updateMeetingType, another address', 'former addresses', ({ typeId }) => ({
    path: { id: typeId },
    body: { slug: newName('renamed').replace(' ', '-') },
  })),
  caseOf('deleteMeetingType', 'deleted types', (past) =>
    make(past, 'createMeetingType', { name: newName('Type'), team_id: past.poolId }),
  ),
  request('named', 'requests', () => ({ organizer_email: ORGANIZER })),
  request('pool', 'requests and turns', ({ poolId }) => ({ team_id: poolId })),
  request('stack', 'requests and turns', ({ stackId }) => ({ team_id: stackId })),
  caseOf(
    'bookMeetingRequest',
    'bookings',
    async (past) => ({ ...(await requestOfVeteran(past)), body: newTime() }),
    cancel,
  ),
  caseOf(
    'rescheduleMeetingRequest',
    'bookings',
    async (past) => {
      const input = await requestOfVeteran(past);
      await callApi(past, 'bookMeetingRequest', { ...input, body: newTime() });
      return { ...input, body: newTime() };
    },
    cancel,
  ),
  transition('updateMeetingRequest', { location: { kind: 'custom', text: 'In the lobby' } }),
  transition('cancelMeetingRequest'),
  caseOf('cancelMeetingRequest, its turn given back', 'requests and turns', async (past) => ({
    ...(await make(past, 'createMeetingRequest', { ...guests, team_id: past.poolId })),
    body: { return_turn: true },
  })),
  caseOf('markMeetingRequestNoShow', 'requests and turns', async (past) => {
    const request = await make(past, 'createMeetingRequest', { ...guests, team_id: past.poolId });
    const body = { starts_at: '2020-01-01T09:00:00Z', force: true };
    await callApi(past, 'bookMeetingRequest', { ...request, body });
    return { ...request, body: { by: 'guest' } };
  }),
  transition('pauseMeetingRequest'),
  transition('resumeMeetingRequest', {}, ['pauseMeetingRequest']),
  transition('changeMeetingRequestOrganizer', { organizer_email: 'ben@example.com' }),
  transition('followUpMeetingRequest'),
  caseOf('offerMeetingRequestOptions', 'bookings', (past) => requestOfVeteran(past), cancel),
  caseOf(
    'answerMeetingRequest',
    'bookings',
    async (past) => {
      const input = await requestOfVeteran(past);
      const { options } = (await callApi(past, 'offerMeetingRequestOptions', input)) as Offered;
      const [participant_email] = guests.participant_emails;
      return { ...input, body: { participant_email, option_ids: [options.at(-1)?.id] } };
    },
    cancel,
  ),
  caseOf('createInboundMessage', 'messages and mails', () => ({
    query: { recipient: MAIL_ADDRESS },
    bytes: Buffer.from(`From: guest@example.org\r\nMessage-ID: <mail-${++made}@example.org>\r\n\r\nHello`),
  })),
  caseOf('resendMessage', 'messages', () => ({ path: { id: `msg_${OLDEST_ID}` } }), failMessageAgain),
  caseOf('createWorkspaceMember', 'deactivated members', () => ({ body: { email: newEmail() } })),
  caseOf('inviteWorkspaceMember', 'messages', (past) => newMember(past)),
  caseOf('updateWorkspaceMember, another email', 'deactivated members', async (past) => ({
    ...(await newMember(past)),
    body: { email: newEmail() },
  })),
  caseOf('updateAvailability', 'bookings', ({ veteran }) => ({
    path: { id: veteran.id },
    body: { minimum_notice_minutes: 240 + (++made % 2) },
  })),
  caseOf(
    `deactivateWorkspaceMember, ${PAGE + 1} open requests for the heir`,
    'requests that are over',
    ({ veteran, successor }) => ({ path: { id: veteran.id }, body: { transfer_to: successor.email } }),
    giveBack,
  ),
  caseOf('reactivateWorkspaceMember', 'deactivated members', (past) =>
    newMember(past, ['deactivateWorkspaceMember']),
  ),
  caseOf(
    'createCalendar',
    CALENDARS,
    ({ successor }) => ({ path: { id: successor.id }, body: calendar }),
    removeNewCalendars,
  ),
  caseOf('updateCalendar, another URL', CALENDARS, ({ feedId }) => ({
    path: { id: feedId },
    body: { url: `http://127.0.0.1:9/${++made}.ics` },
  })),
  caseOf('deleteCalendar', CALENDARS, async (past) => {
    const { id } = await callApi(past, 'createCalendar', { path: { id: past.successor.id }, body: calendar });
    return { path: { id } };
  }),
  caseOf('createCalendarConnection', CALENDARS, ({ successor }) => newConnection(successor.id)),
  caseOf('deleteCalendarConnection', CALENDARS, async (past) => ({
    path: { id: await connectionOf(past, past.successor.id) },
  })),
  caseOf('deleteCalendarConnectionOfMember', CALENDARS, async (past) => ({
    path: { id: past.successor.id, connection_id: await connectionOf(past, past.successor.id) },
  })),
  caseOf('syncCalendar', CALENDARS, ({ feedId }) => ({ path: { id: feedId } })),
  caseOf('replaceBusyTimes', CALENDARS, ({ pushedId }) => ({ path: { id: pushedId }, body: busyHour() })),
  caseOf(
    'assignSeat',
    'ended seats',
    ({ veteran }) => seatOf(veteran.id),
    (past, input) => callApi(past, 'removeSeat', input),
  ),
  caseOf(
    'assignSeats',
    'ended seats',
    ({ memberIds }) => ({ body: { membership_ids: memberIds } }),
    async (past) => {
      for (const id of past.memberIds) await callApi(past, 'removeSeat', seatOf(id));
    },
  ),
  caseOf('removeSeat', 'ended seats', async (past) => {
    await callApi(past, 'assignSeat', seatOf(past.veteran.id));
    return seatOf(past.veteran.id);
  }),
  caseOf('setSeatCapacity', 'ended seats', () => ({ body: { capacity: 1_000 + ++made } })),
  caseOf('createWebhookEndpoint', 'deleted endpoints', () => ({ body: endpoint }), removeNewEndpoints),
  caseOf('updateWebhookEndpoint, enabled again', 'deliveries', async (past) => {
    const path = { id: past.endpointId };
    await callApi(past, 'updateWebhookEndpoint', { path, body: { enabled: false } });
    return { path, body: { enabled: true } };
  }),
  caseOf(
    'deleteWebhookEndpoint',
    'deleted endpoints',
    (past) => make(past, 'createWebhookEndpoint', endpoint),
    removeNewEndpoints,
  ),
  caseOf('rotateWebhookSecret', 'deliveries', ({ endpointId }) => ({ path: { id: endpointId } })),
  caseOf('testWebhookEndpoint', 'deliveries', ({ endpointId }) => ({ path: { id: endpointId } })),
  caseOf(
    'retryWebhookDelivery',
    'failed deliveries',
    (past) => ({ path: { ...ofFailing(past), id: `del_1${OLDEST_ID.slice(1)}` } }),
    failAgain,
  ),
  caseOf(
    'retryWebhookDeliveryNow',
    'failed deliveries',
    async (past) => {
      const id = `del_1${OLDEST_ID.slice(1)}`;
      await letWait(past, id);
      return { path: { ...ofFailing(past), id } };
    },
    failAgain,
  ),
  caseOf(
    `recoverWebhookDeliveries, ${PAGE + 1} of them`,
    'failed deliveries',
    (past) => ({
      path: ofFailing(past),
      // The others failed a day ago.
      body: { since: new Date(past.context.clock.now() - 12 * 60 * 60 * 1000).toISOString() },
    }),
    failAgain,
  ),
  caseOf('createApiKey', 'revoked and expired keys', () => ({ body: { name: 'New' } })),
  caseOf('updateApiKey', 'revoked and expired keys', async (past) => ({
    ...(await make(past, 'createApiKey', { name: 'New' })),
    body: { name: 'Newer' },
  })),
  caseOf('rerollApiKey', 'revoked and expired keys', async (past) => ({
    ...(await make(past, 'createApiKey', { name: 'New' })),
    body: {},
  })),
  caseOf('revokeApiKey', 'revoked and expired keys', (past) => make(past, 'createApiKey', { name: 'New' })),
  caseOf('updateWorkspace', 'of everything', () => ({ body: { name: newName('Acme') } })),
  caseOf('updateRetention', 'of everything', () => ({ body: { messages_days: 300 + (++made % 60) } })),
  caseOf('createErasure', 'of everything', () => ({ body: { email: `gone-${++made}@example.org` } })),
  caseOf('exportPerson', 'of everything', () => ({ body: { email: 'rare@example.org' } })),
  caseOf('updateBranding', 'of everything', () => ({ body: { company_name: newName('Acme') } })),
  caseOf('setLogo', 'of everything', () => ({ bytes: PICTURE })),
  caseOf('deleteLogo', 'of everything', async (past) => {
    await callApi(past, 'setLogo', { bytes: PICTURE });
    return {};
  }),
  caseOf('updateSchedulingSettings', 'of everything', () => ({ body: { rounds: 1 + (++made % 5) } })),
];

/** Makes the member active again, and takes back what the successor got. */
async function giveBack(past: Past): Promise<void> {
  const { context, veteran, successor } = past;
  await callApi(past, 'reactivateWorkspaceMember', { path: { id: veteran.id } });
  await context.database.change(
    `update meeting_requests set organizer_id = $3
     where workspace_id = $1 and organizer_id = $2`,
    [context.caller.workspaceId, successor.id, veteran.id],
  );
}

/** Marks the message that was sent again as failed. */
function failMessageAgain({ context }: Past, { path }: Input) {
  return context.database.change(
    "update messages set status = 'failed', due_at = null where workspace_id = $1 and id = $2",
    [context.caller.workspaceId, path?.id as string],
  );
}

/** Lets a failed delivery wait for another attempt. */
function letWait({ context, failingId }: Past, id: string) {
  return context.database.change(
    `update webhook_deliveries set status = 'pending', due_at = $4
     where workspace_id = $1 and endpoint_id = $2 and id = $3`,
    [context.caller.workspaceId, failingId, id, context.clock.now() + 24 * 60 * 60 * 1000],
  );
}

/** Marks recovered deliveries as failed again. */
function failAgain({ context, failingId }: Past) {
  return context.database.change(
    `update webhook_deliveries set status = 'failed', due_at = null, attempts = 1, earlier_attempts = 0
     where workspace_id = $1 and endpoint_id = $2 and status = 'pending'`,
    [context.caller.workspaceId, failingId],
  );
}

function removeNewMembership({ context, renamedId }: Past) {
  return context.database.change(
    `delete from team_memberships where workspace_id = $1 and team_id = $2 and id =
       (select max(id) from team_memberships where workspace_id = $1 and team_id = $2)`,
    [context.caller.workspaceId, renamedId],
  );
}

function removeNewLinks({ context, renamedId }: Past) {
  return context.database.change('delete from booking_links where workspace_id = $1 and team_id = $2', [
    context.caller.workspaceId,
    renamedId,
  ]);
}

const newConnection = (id: string) => ({ path: { id }, body: { provider: 'google' } });

const connectionOf = async (past: Past, memberId: string) =>
  (await callApi(past, 'createCalendarConnection', newConnection(memberId))).id;

function removeNewCalendars({ context, successor }: Past) {
  return context.database.change('delete from calendars where workspace_id = $1 and member_id = $2', [
    context.caller.workspaceId,
    successor.id,
  ]);
}

function removeNewEndpoints({ context, failingId }: Past) {
  return context.database.change('delete from webhook_endpoints where workspace_id = $1 and id > $2', [
    context.caller.workspaceId,
    failingId,
  ]);
}
