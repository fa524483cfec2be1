import { type Case, caseOf } from './case.ts';
import { OLDEST_ID, PAGE, type Past } from './past.ts';

const page = { limit: PAGE, cursor: undefined };
const withFilter = (filter: object) => ({ query: { ...page, ...filter } });

/** A list and its filters. The matching rows are behind all others. */
function list(operation: string, beside: string, filters: Record<string, (past: Past) => object>): Case[] {
  return Object.entries(filters).map(([filter, query]) =>
    caseOf(filter === '' ? operation : `${operation}, ${filter}`, beside, (past) => withFilter(query(past))),
  );
}

const deliveries = (filter: string, query: object) =>
  caseOf(`listWebhookDeliveries${filter}`, 'deliveries', ({ endpointId }) => ({
    path: { webhook_endpoint_id: endpointId },
    ...withFilter(query),
  }));

const one = (name: string, beside: string, id: (past: Past) => string) =>
  caseOf(name, beside, (past) => ({ path: { id: id(past) } }));

/** Free times of people who have had many meetings. */
const slots = (operation: string, id: (past: Past) => string) =>
  caseOf(operation, 'bookings', (past) => ({ path: { id: id(past) }, query: { limit: PAGE } }));

/**
 * Every read of the API, except:
 * - reads that take longer because they return more: a delivery with many attempts, and a team with many memberships, also
 *   of deactivated members, which the rotation shows;
 * - pairs of filters where the first finds much and the second little of it: one guest of 100,000 meetings, one organizer
 *   of as many, in another team. The rows of one person are walked for the second filter, unless that is the state.
 */
export const reads: Case[] = [
  ...list('listTeams', 'deactivated teams', {
    '': () => ({}),
    active: () => ({ active: true }),
    inactive: () => ({ active: false }),
    'by a former address': ({ context }) => ({ email_address: `former-7.acme@${context.config.mailDomain}` }),
  }),
  one('getTeam', 'turns', ({ poolId }) => poolId),
  one('getRotation, pool', 'turns', ({ poolId }) => poolId),
  one('getRotation, stack', 'turns', ({ stackId }) => stackId),
  ...Object.entries({
    '': () => ({}),
    ', until some time': () => ({ to: 0 }),
    ', of a member': ({ memberIds }: Past) => ({ workspace_membership_id: memberIds[0] }),
  }).map(([filter, query]) =>
    caseOf(`listAssignments${filter}`, 'turns', (past) => ({
      path: { id: past.poolId },
      ...withFilter(query(past)),
    })),
  ),
  caseOf('getAssignment', 'turns', ({ poolId }) => ({ path: { id: poolId, turn_id: `turn_${OLDEST_ID}` } })),
  caseOf('listBookingLinks', 'links of deactivated teams', ({ poolId }) => ({
    path: { id: poolId },
    query: page,
  })),
  caseOf('getBookingLink', 'links of deactivated teams', ({ poolId, linkId }) => ({
    path: { team_id: poolId, id: linkId },
  })),
  ...list('listMeetingTypes', 'deleted types', {
    '': () => ({}),
    'of a team': ({ poolId }) => ({ team_id: poolId }),
    'of a member': ({ veteran }) => ({ workspace_membership_id: veteran.id }),
  }),
  one('getMeetingType', 'former addresses', ({ typeId }) => typeId),
  slots('findMeetingTypeSlots', ({ typeId }) => typeId),
  ...list('listMeetingRequests', 'requests', {
    '': () => ({}),
    active: () => ({ status: 'active' }),
    'of an organizer': () => ({ organizer_email: 'ben@example.com' }),
    'of a team': ({ stackId }) => ({ team_id: stackId }),
    'of a meeting type': ({ typeId }) => ({ meeting_type_id: typeId }),
    'with a participant': () => ({ participant_email: 'rare@example.org' }),
    'until some time': () => ({ created_before: 0 }),
    'active, of an organizer': ({ veteran }) => ({ status: 'active', organizer_email: veteran.email }),
    'active, of a team': ({ poolId }) => ({ status: 'active', team_id: poolId }),
    'of an organizer and a team': ({ stackId }) => ({ organizer_email: 'ben@example.com', team_id: stackId }),
    'of a host': () => ({ host_email: 'cleo@example.com' }),
    'of an organizer and host': ({ veteran }) => ({ host_email: veteran.email }),
    'that need attention': () => ({ attention: true }),
    'that need attention, of a host': ({ veteran }) => ({ attention: true, host_email: veteran.email }),
    'booked, with a participant': () => ({ status: 'booked', participant_email: 'rare@example.org' }),
  }),
  one('getMeetingRequest', 'requests', () => `mr_${OLDEST_ID}`),
  ...list('listMessages', 'messages', {
    '': () => ({}),
    failed: () => ({ status: 'failed' }),
    incoming: () => ({ direction: 'in' }),
    'of a kind': () => ({ kind: 'attention' }),
    'failed, of a kind': () => ({ status: 'failed', kind: 'attention' }),
    'of an address': () => ({ address: 'rare@example.org' }),
    'failed, of another kind': () => ({ status: 'failed', kind: 'options' }),
  }),
  caseOf('listMeetingRequestMessages', 'messages', () => ({
    path: { id: `mr_${OLDEST_ID}` },
    query: page,
  })),
  one('getMessage', 'messages', () => `msg_${OLDEST_ID}`),
  ...list('listOptOuts', 'opt-outs', {
    '': () => ({}),
    'of an address': () => ({ email: 'guest-1@example.org' }),
  }),
  ...list('listWorkspaceMembers', 'deactivated members', {
    '': () => ({}),
    'of a role': () => ({ role: 'admin' }),
    'of a role, deactivated too': () => ({ role: 'admin', include_deactivated: true }),
    'deactivated too': () => ({ include_deactivated: true }),
    'by email': ({ veteran }) => ({ email: veteran.email }),
  }),
  one('getWorkspaceMember', 'deactivated members', ({ veteran }) => veteran.id),
  caseOf('listCalendars', 'calendars of deactivated members', ({ veteran }) => ({
    path: { id: veteran.id },
    query: page,
  })),
  one('getCalendar', 'calendars of deactivated members', ({ feedId }) => feedId),
  caseOf('listCalendarConnections', 'accounts of deactivated members', ({ veteran }) => ({
    path: { id: veteran.id },
    query: page,
  })),
  one('getCalendarConnection', 'accounts of deactivated members', () => `con_${OLDEST_ID}`),
  caseOf('getCalendarConnectionOfMember', 'accounts of deactivated members', () => ({
    path: { id: `mem_${OLDEST_ID}`, connection_id: `con_${OLDEST_ID}` },
  })),
  one('getAvailability', 'deactivated members', ({ veteran }) => veteran.id),
  slots('findWorkspaceMemberSlots', ({ veteran }) => veteran.id),
  slots('findTeamSlots', ({ poolId }) => poolId),
  slots('findMeetingRequestSlots', () => `mr_${OLDEST_ID}`),
  ...list('listSeats', 'ended seats', { '': () => ({}) }),
  ...list('listWebhookEndpoints', 'deleted endpoints', { '': () => ({}) }),
  one('getWebhookEndpoint', 'deleted endpoints', ({ endpointId }) => endpointId),
  deliveries('', {}),
  deliveries(', failed', { status: 'failed' }),
  deliveries(', of a type', { event_type: 'test' }),
  deliveries(', failed, of a type', { status: 'failed', event_type: 'test' }),
  deliveries(', failed, of another type', { status: 'failed', event_type: 'member.deactivated' }),
  deliveries(', delivered, of a type', { status: 'success', event_type: 'test' }),
  caseOf('getWebhookDelivery', 'deliveries', ({ endpointId }) => ({
    path: { webhook_endpoint_id: endpointId, id: `del_0${OLDEST_ID.slice(1)}` },
  })),
  ...list('listEvents', 'events', { '': () => ({}), after: () => ({ after: `evt_${OLDEST_ID}` }) }),
  ...list('listApiKeys', 'revoked and expired keys', { '': () => ({}) }),
  ...list('listAuditEntries', 'audit entries', {
    '': () => ({}),
    'of an action': () => ({ action: 'rare.action' }),
    'of a target': () => ({ target_id: 'rare' }),
    'of an actor': () => ({ actor_id: 'rare' }),
    'of an actor type': () => ({ actor_type: 'member' }),
    'of an actor until some time': () => ({ actor_id: 'rare', created_after: 0, created_before: 1 }),
    'of an action and a target': () => ({ action: 'team.updated', target_id: 'rare' }),
  }),
  ...list('listErasures', 'erasures', { '': () => ({}) }),
  one('getErasure', 'erasures', () => `era_${OLDEST_ID}`),
  caseOf('getRetention', 'of everything', () => ({})),
  caseOf('getWorkspace', 'of everything', () => ({})),
  caseOf('getBranding', 'of everything', () => ({})),
  caseOf('getSchedulingSettings', 'of everything', () => ({})),
];
