import { invalidRequest, RotaError, validationError } from '../../../errors.ts';
import { formatCount } from '../../../limits/limits.ts';
import { lacksMeansFor, type VideoMeans } from '../../calendar/calendars/means.ts';
import { isMade, type Location, type MadeKind } from '../../workspace/locations/rules.ts';

export const teamRoles = ['member', 'manager'] as const;
export type TeamRole = (typeof teamRoles)[number];

/** How a team decides who takes a request. */
export const modes = ['pool', 'stack', 'manual'] as const;
export type Mode = (typeof modes)[number];

/** The part of a team that matters for turns. */
export interface RoutedTeam {
  id: string;
  mode: Mode;
  /** 0 or 1. */
  include_all_members: number;
  /** 0 or 1. */
  no_show_returns_turn: number;
  deactivated_at: number | null;
  /** Where its meetings take place, or else those of the workspace, as JSON. */
  location: string | null;
}

/** Whether every active member of the workspace is in the team's rotation. */
export function includesEverybody(team: RoutedTeam): boolean {
  return team.mode === 'stack' && team.include_all_members === 1;
}

export function requireActive(team: RoutedTeam): void {
  if (team.deactivated_at !== null) throw validationError('The team is deactivated');
}

// Maxima from the settings: the same in every workspace, no limit if 0. Those that an operator can change for one workspace are
// in src/features/workspace/workspaces/limits.ts.

const isAbove = (count: number, max: number) => max > 0 && count > max;

/** Refuses more members than a team may have. The caller has locked the team. */
export function requireRoomInTeam(members: number, max: number): void {
  if (!isAbove(members, max)) return;
  throw validationError(
    `A team may have ${formatCount(max)} members, those of deactivated members included: remove one, or make another team`,
  );
}

/** Refuses more hosts than a meeting request may have. */
export function requireFewHosts(hosts: number, max: number): void {
  if (!isAbove(hosts, max)) return;
  throw validationError(
    `A meeting request may have ${formatCount(max)} hosts, and the stack teams that take part in this one have more: ` +
      'make them smaller, or let fewer of them take part',
    {
      plain: `A meeting can have at most ${formatCount(max)} hosts. Make the collective teams smaller, or let fewer of them take part.`,
    },
  );
}

/** Whether an organizer is required, allowed or refused depends on the mode. No mode: the request has no team. */
export function checkOrganizer(mode: Mode | undefined, organizerEmail: string | null): void {
  if (mode === 'pool' && organizerEmail !== null) {
    throw invalidRequest('organizer_email must not be given with a team in pool mode, which chooses one', {
      field: 'organizer_email',
      plain: 'This team chooses the host by turns. Leave the host empty, or choose no team.',
    });
  }
  if (mode === 'manual' && organizerEmail === null) {
    throw invalidRequest('organizer_email is required with a team in manual mode', {
      field: 'organizer_email',
      plain: 'This team doesn’t choose the host itself. Choose an organizer.',
    });
  }
  if (mode === undefined && organizerEmail === null) {
    throw invalidRequest('organizer_email or team_id is required', {
      field: 'team_id',
      plain: 'Choose a team or an organizer.',
    });
  }
}

/** The columns of a membership that matter for turns. Times in milliseconds. */
export interface TurnColumns {
  paused_at: number | null;
  paused_until: number | null;
  unpaused_at: number | null;
  last_turn: number | null;
  last_assigned_at: number | null;
}

/**
 * The membership as it stands now. A pause with an end needs no timer: from then on, the row reads as if the pause had been ended
 * at that moment.
 */
export function withPauseEnded<Membership extends TurnColumns>(
  membership: Membership,
  now: number,
): Membership {
  const { paused_until: end } = membership;
  return end !== null && end <= now ? unpaused(membership, end) : membership;
}

export function paused<Membership extends TurnColumns>(
  membership: Membership,
  now: number,
  until: number | null,
): Membership {
  return { ...membership, paused_at: now, paused_until: until };
}

/** Moves the member to the front of the queue: the last turn is forgotten. */
export function unpaused<Membership extends TurnColumns>(membership: Membership, at: number): Membership {
  return {
    ...membership,
    paused_at: null,
    paused_until: null,
    unpaused_at: at,
    last_turn: null,
    last_assigned_at: null,
  };
}

/** Only `available` candidates take turns. Where the workspace requires seats, `no_seat` members get no meetings. */
export const statuses = ['available', 'paused', 'no_seat', 'deactivated'] as const;
/**
 * `unavailable`: has no time for the meeting that the turn is for. `no_location`: it takes place where the organizer meets people by
 * video, or in a call that their calendar makes, and they have no address or no such calendar.
 */
export const turnStatuses = [...statuses, 'unavailable', 'no_location'] as const;

/** Determines a candidate's place in the queue. */
interface Standing {
  status: (typeof turnStatuses)[number];
  /** The number of the last turn in the team. Null comes first: no turn yet, back from a pause, or a turn is owed. */
  last_turn: number | null;
  unpaused_at?: number | null;
  /** Since when the team owes the member a turn. */
  owed_since?: number | null;
}

/** Somebody considered for a turn. Lists of candidates are oldest first, which breaks ties. */
export interface Candidate extends Standing {
  member_id: string;
  /** Null for a host who is not in the team. */
  membership_id: string | null;
  email: string;
  name: string | null;
  paused_until: number | null;
  unpaused_at: number | null;
  owed_since: number | null;
  /** Only known in pool teams. */
  means?: VideoMeans;
}

/** A member on the workspace's side of a meeting. */
export type Host = Pick<Candidate, 'member_id' | 'email'>;

/** Why somebody got a turn: the first of these that made the difference. */
export const reasons = [
  'named',
  'turn_returned',
  'unpaused',
  'never_assigned',
  'least_recently_assigned',
] as const;
export type Reason = (typeof reasons)[number];

/** The meeting depends on something that its organizer doesn't have: an address for video calls, or a calendar that makes them. */
export class NoLocation extends RotaError {
  constructor({ name, email }: Pick<Candidate, 'name' | 'email'>, { kind }: Location) {
    const who = name ?? email;
    const service = isMade(kind) ? calendarNames[kind] : null;
    super(
      'validation_error',
      service === null
        ? `no_location: ${who} has no meeting_url, which the location personal_link needs`
        : `no_location: ${who} has no connected ${service} calendar that receives bookings, which the location ${kind} needs`,
      {
        refusal: {
          field: 'organizer_email',
          plain:
            service === null
              ? `${who} has no address for video calls yet. Add one to their profile, or choose another place.`
              : `${who} has no ${service} calendar that bookings go into. Connect one, or choose another place.`,
        },
      },
    );
  }
}

/** The calendars with whose events these calls are made. */
const calendarNames: Record<MadeKind, string> = { google_meet: 'Google', microsoft_teams: 'Microsoft' };

/** Marks members of a pool who lack what the location of the meeting depends on: they are passed over. */
export function markUnableToHost(candidates: Candidate[], location: Location | null): Candidate[] {
  return candidates.map((candidate) =>
    candidate.means && lacksMeansFor(location, candidate.means) && isAvailable(candidate)
      ? { ...candidate, status: 'no_location' }
      : candidate,
  );
}

export function eachOnce<Each extends Host>(hosts: Each[]): Each[] {
  return [...new Map(hosts.map((host) => [host.member_id, host])).values()];
}

export interface Decision {
  chosen: Candidate;
  reason: Reason;
}

/** Undefined when nobody is available. */
export function whoseTurn(candidates: readonly Candidate[]): Decision | undefined {
  const [chosen] = queueOf(candidates);
  return chosen && { chosen, reason: reasonFor(chosen) };
}

/** Those who can take a turn, the next one first. */
export function queueOf<Each extends Standing>(candidates: readonly Each[]): Each[] {
  return candidates.filter(isAvailable).sort(byTurn);
}

export const isAvailable = ({ status }: Pick<Standing, 'status'>) => status === 'available';

/**
 * Those without a last turn come first: whoever was moved to the front most recently, then those never assigned. All others
 * follow by last turn.
 */
function byTurn(one: Standing, other: Standing): number {
  if (one.last_turn !== null && other.last_turn !== null) return one.last_turn - other.last_turn;
  if (one.last_turn === null && other.last_turn === null) return movedAt(other) - movedAt(one);
  return one.last_turn === null ? -1 : 1;
}

/** When the member was moved to the front, by the end of a pause or a returned turn. */
function movedAt({ unpaused_at, owed_since }: Standing): number {
  return Math.max(unpaused_at ?? 0, owed_since ?? 0);
}

/** Why the candidate has this place in the queue. */
export function reasonFor(candidate: Candidate): Reason {
  const { last_turn, unpaused_at, owed_since } = candidate;
  if (last_turn !== null) return 'least_recently_assigned';
  if (owed_since !== null && owed_since === movedAt(candidate)) return 'turn_returned';
  return unpaused_at === null ? 'never_assigned' : 'unpaused';
}

/** The most people in the rotation report: the default limit of members in a team. */
export const MAX_IN_REPORT = 500;

/** The most candidates stored with a turn. */
export const MAX_CANDIDATES = 100;
/** Of those, the most who could not take the turn. */
const MAX_UNAVAILABLE = 40;
/** Of those, the most who were ahead of a named organizer. */
const MAX_AHEAD = 20;

/** The candidates that explain a turn: some who could not take it, and the queue around the chosen one. */
export function explainingCandidates<Each extends Standing>(
  candidates: readonly Each[],
  isChosen: (candidate: Each) => boolean,
): readonly Each[] {
  if (candidates.length <= MAX_CANDIDATES) return candidates;
  const queue = queueOf(candidates);
  const unavailable = candidates.filter((each) => !isAvailable(each)).slice(0, MAX_UNAVAILABLE);
  const first = Math.max(0, queue.findIndex(isChosen) - MAX_AHEAD);
  const around = queue.slice(first, first + MAX_CANDIDATES - unavailable.length);
  const explaining = new Set([...unavailable, ...around]);
  return candidates.filter((candidate) => explaining.has(candidate));
}
