// How far a workspace is set up. Each answer is in the workspace itself, and found with one row: only what was skipped is remembered.
import { hasAnyCalendar } from '../../features/calendar/calendars/overview.ts';
import { hasAnyLink } from '../../features/meetings/booking-links/operations.ts';
import { listMessages } from '../../features/meetings/messages/operations.ts';
import { listMembers } from '../../features/people/members/operations.ts';
import { listTeams } from '../../features/turns/teams/operations.ts';
import { getBranding } from '../../features/workspace/branding/operations.ts';
import { readSkippedSteps } from '../../features/workspace/first-steps/operations.ts';
import { type FirstStep, firstSteps } from '../../features/workspace/first-steps/rules.ts';
import { DEFAULT_TIMEZONE } from '../../features/workspace/workspaces/rules.ts';
import type { Screen } from '../screen.ts';

export type StepState = 'done' | 'to_do' | 'skipped';
type Message = Awaited<ReturnType<typeof listMessages>>['data'][number];

export interface FirstSteps {
  states: Record<FirstStep, StepState>;
  /** The team that the first booking link would be for. */
  teamId: string | undefined;
  /** The last test mail. */
  test: Message | undefined;
}

const first = { limit: 1, cursor: undefined };
const anyMember = { email: undefined, role: undefined, include_deactivated: undefined };
const ofMessages = { direction: undefined, kind: undefined, status: undefined };

export async function readFirstSteps(screen: Screen): Promise<FirstSteps> {
  const [skipped, branding, tests, sent, members, teams, hasCalendar, hasLink] = await Promise.all([
    readSkippedSteps(screen),
    getBranding(screen),
    listMessages(screen, { ...ofMessages, kind: 'test' }, first),
    listMessages(screen, { ...ofMessages, status: 'sent' }, first),
    listMembers(screen, { ...anyMember, ...first }),
    listTeams(screen, { active: true, email_address: undefined }, first),
    hasAnyCalendar(screen),
    hasAnyLink(screen),
  ]);
  const [test] = tests.data;
  // A test that failed counts more than mail that went out before it.
  const isMailSent =
    test === undefined || test.status === 'kept' ? sent.data.length > 0 : test.status === 'sent';
  const done: Record<FirstStep, boolean> = {
    time_zone: screen.workspace.timezone !== DEFAULT_TIMEZONE,
    company: branding.logo !== null || branding.accent_color !== null,
    mail: screen.config.smtpUrl !== undefined && isMailSent,
    // The reader is a member already, so a second one is needed.
    people: members.meta.has_more,
    calendars: hasCalendar,
    team: teams.data.length > 0,
    booking_link: hasLink,
  };
  const stateOf = (step: FirstStep): StepState =>
    done[step] ? 'done' : skipped.has(step) ? 'skipped' : 'to_do';
  return {
    states: Object.fromEntries(firstSteps.map((step) => [step, stateOf(step)])) as Record<
      FirstStep,
      StepState
    >,
    teamId: teams.data[0]?.id,
    test,
  };
}

export const isOver = ({ states }: FirstSteps): boolean =>
  Object.values(states).every((state) => state !== 'to_do');
