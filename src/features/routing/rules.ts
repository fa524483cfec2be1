/** Only who is available can take a turn. */
export const statuses = ['available', 'paused', 'deactivated'] as const;

/** Somebody who may be next. Lists of candidates are oldest first, which decides where nothing else does. */
export interface Candidate {
  memberId: string;
  /** Null for somebody who takes part without being in the team. */
  membershipId: string | null;
  email: string;
  name: string | null;
  status: (typeof statuses)[number];
  /** When a pause with an end ends. */
  pausedUntil: number | null;
  unpausedAt: number | null;
  /** Since when a turn that was given back has not been made up for. */
  owedSince: number | null;
  /** The number of the turn that this one took last; null moves to the front, and so it is while one is owed. */
  lastTurn: number | null;
}

/** Why a turn fell on somebody: the first of these that made the difference. */
export const reasons = [
  'named',
  'turn_returned',
  'unpaused',
  'never_assigned',
  'least_recently_assigned',
] as const;
export type Reason = (typeof reasons)[number];

/** What decides where somebody stands. */
type Standing = Pick<Candidate, 'status' | 'unpausedAt' | 'owedSince' | 'lastTurn'>;

/** Those who can take the next turn; first, whose turn it is. */
export function queueOf<Each extends Standing>(candidates: readonly Each[]): Each[] {
  return candidates.filter((candidate) => candidate.status === 'available').sort(byTurn);
}

export interface Decision {
  chosen: Candidate;
  reason: Reason;
}

/** Nobody, when nobody is available. */
export function whoseTurn(candidates: readonly Candidate[]): Decision | undefined {
  const [chosen] = queueOf(candidates);
  return chosen && { chosen, reason: reasonFor(chosen) };
}

/** How many people the report of a rotation has: as many as a team may have, unless that is set to more. */
export const MAX_IN_REPORT = 500;

/** How many candidates a turn is kept with, */
export const MAX_CANDIDATES = 100;
/** of whom so many may be those who could not take it, */
const MAX_PASSED_OVER = 40;
/** and so many those who stood ahead of one who was named. */
const MAX_AHEAD = 20;

/**
 * Of many candidates, those who tell why the turn fell on the chosen one: who could not take it, and who stood around the
 * chosen one in the queue. All of them, where they are few.
 */
export function tellingOf<Each extends Standing>(
  candidates: readonly Each[],
  isChosen: (candidate: Each) => boolean,
): readonly Each[] {
  if (candidates.length <= MAX_CANDIDATES) return candidates;
  const queue = queueOf(candidates);
  const place = queue.findIndex(isChosen);
  const passedOver = candidates.filter(({ status }) => status !== 'available').slice(0, MAX_PASSED_OVER);
  const first = Math.max(0, place - MAX_AHEAD);
  const around = queue.slice(first, first + MAX_CANDIDATES - passedOver.length);
  const telling = new Set([...passedOver, ...around]);
  return candidates.filter((candidate) => telling.has(candidate));
}

/**
 * Who coordinates together in a stack team: everybody in it or, when the team says so, every active member of the
 * workspace. A pause does not matter here: it is about taking turns.
 */
export function whoHosts(
  team: { includeAllMembers: boolean },
  inTeam: readonly Candidate[],
  everyone: readonly Candidate[],
): Candidate[] {
  const hosts = team.includeAllMembers
    ? everyone
    : inTeam.filter((candidate) => candidate.status !== 'deactivated');
  return hosts.map((host) => ({ ...host, status: 'available', pausedUntil: null, unpausedAt: null }));
}

/**
 * Before all who have had a turn: whoever was moved to the front most recently, by the end of a pause or because a turn was
 * given back; then the never assigned. Then by last turn.
 */
function byTurn(one: Standing, other: Standing): number {
  if (one.lastTurn !== null && other.lastTurn !== null) return one.lastTurn - other.lastTurn;
  if (one.lastTurn === null && other.lastTurn === null) return movedAt(other) - movedAt(one);
  return one.lastTurn === null ? -1 : 1;
}

function movedAt({ unpausedAt, owedSince }: Standing): number {
  return Math.max(unpausedAt ?? 0, owedSince ?? 0);
}

function reasonFor(candidate: Candidate): Reason {
  const { lastTurn, unpausedAt, owedSince } = candidate;
  if (lastTurn !== null) return 'least_recently_assigned';
  if (owedSince !== null && owedSince === movedAt(candidate)) return 'turn_returned';
  return unpausedAt === null ? 'never_assigned' : 'unpaused';
}
