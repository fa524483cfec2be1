import type { Context, Services } from '../context.ts';
import { forbidden, notFound } from '../errors.ts';
import { readMeetingType } from '../features/meetings/meeting-types/operations.ts';
import { whoHosts } from '../features/meetings/requests/operations.ts';
import { type OwnTeam, teamsOf } from '../features/turns/rotation/own-teams.ts';
import { type Dates, datesFor } from '../html/dates.ts';
import type { GivenBySession } from '../http/access/session.ts';
import { makeFormToken } from '../tokens/form-tokens.ts';
import type { SentFields } from './fields.ts';
import type { Outcome } from './outcomes.ts';
import { isAllowed, type Permission, type Standing, type Subject } from './permissions.ts';

/** A refused form, to show again with the values that were sent. */
export interface Sent {
  /** The path that it was sent to. It tells the forms of a page apart. */
  action: string;
  fields: SentFields;
  /** Why it was refused: a sentence for people. Empty if it is only shown again, with a row more or less. */
  message: string;
  /** The field that has to change, as a path in the shape of the input; undefined if it's about something else. */
  field: string | undefined;
}

/** What every page gets: who is signed in, their time zone, and what they may do. Also serves operations as their `Context`. */
export interface Screen extends Context, GivenBySession {
  isAdmin: boolean;
  now: number;
  dates: Dates;
  /** The form token of the page. */
  token: string;
  sent: Sent | undefined;
  done: Outcome | undefined;
  alsoDone: Outcome | undefined;
  /** The id of the thing that `done` is about, where the page shows several. */
  doneWith: string | undefined;
  /** The member's teams. */
  teams(): Promise<OwnTeam[]>;
  may(permission: Permission, subject?: Subject): Promise<boolean>;
}

export function screenOf(given: Services & GivenBySession): Screen {
  const { member, workspace, session, clock, secrets } = given;
  const now = clock.now();
  let teams: Promise<OwnTeam[]> | undefined;
  const screen: Screen = {
    ...given,
    isAdmin: member.role === 'admin',
    now,
    dates: datesFor(given.reader, {
      timezone: member.timezone ?? workspace.timezone,
      now,
      isOwn: member.timezone !== null,
    }),
    token: makeFormToken(secrets.linkKeys(), session.id, now),
    sent: undefined,
    done: undefined,
    alsoDone: undefined,
    doneWith: undefined,
    teams() {
      teams ??= teamsOf(screen, member.id);
      return teams;
    },
    may: async (permission, subject = {}) =>
      screen.isAdmin || isAllowed(permission, await standingOf(screen, subject)),
  };
  return screen;
}

async function standingOf(screen: Screen, subject: Subject): Promise<Standing> {
  const { member, isAdmin } = screen;
  const request = subject.request === undefined ? undefined : await whoHosts(screen, subject.request);
  const type =
    subject.meetingType === undefined
      ? undefined
      : await readMeetingType(screen, screen.database, subject.meetingType);
  const teamId = (request ?? type)?.team_id ?? subject.team;
  const team = teamId ? (await screen.teams()).find(({ team_id }) => team_id === teamId) : undefined;
  return {
    isAdmin,
    isOwn: isOwn(),
    isManaged: subject.anyTeam ? await managesAny() : team?.role === 'manager',
  };

  async function managesAny(): Promise<boolean> {
    return (await screen.teams()).some(({ role }) => role === 'manager');
  }

  function isOwn(): boolean {
    if (subject.request !== undefined) return request?.member_ids.includes(member.id) ?? false;
    if (subject.member !== undefined) return subject.member === member.id;
    if (subject.membership !== undefined) return subject.membership === team?.membership_id;
    return team !== undefined;
  }
}

/** Responds as if the thing didn't exist: a member must not learn about what they may not see. */
export async function requirePermission(
  screen: Screen,
  permission: Permission,
  subject: Subject | undefined,
): Promise<void> {
  if (await screen.may(permission, subject)) return;
  if (subject && permission.startsWith('see_')) throw notFound('Page');
  if (subject && !(await maySee(screen, subject))) throw notFound('Page');
  throw forbidden(`Your role does not allow it: ${permission}`, {
    plain: 'Your role doesn’t allow this. Ask an admin of the workspace.',
  });
}

async function maySee(screen: Screen, { member, team, request }: Subject): Promise<boolean> {
  if (request !== undefined) return screen.may('see_request', { request });
  if (team !== undefined) return screen.may('see_team', { team });
  return member === undefined || screen.may('see_member', { member });
}
