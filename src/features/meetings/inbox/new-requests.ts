import type { Context, Services } from '../../../context.ts';
import { MAX_DURATION_MINUTES, NAME_LENGTH, TEXT_LENGTH } from '../../../limits/limits.ts';
import type { Authenticity, Mail } from '../../../mail-in/mail.ts';
import type { ClaimedMail } from '../../../mail-in/queries.ts';
import { phrasesIn } from '../../../replies/phrases.ts';
import type { Transaction } from '../../../storage/database.ts';
import { leadsSomewhere, multiline, onOneLine, plainName } from '../../../text/plain-text.ts';
import { withoutPrefixes } from '../../../text/subjects.ts';
import { DAY_MS, formatTimestamp } from '../../../time/timestamps.ts';
import { findMember } from '../../people/members/operations.ts';
import { admitOutsider } from '../../people/notices/admins.ts';
import { lockTeam } from '../../turns/rotation/routed-teams.ts';
import { readWorkspace } from '../../workspace/workspaces/operations.ts';
import { createWithin } from '../requests/lifecycle/create.ts';
import { countRequestsWith } from '../requests/operations.ts';
import { findOpenAt } from '../requests/participants/person.ts';
import type { FromOutside } from '../requests/rules.ts';
import { ignoreMail, isRefusal, once } from './outcomes.ts';
import type { Plan } from './rules.ts';

type Creation = Extract<Plan, { plan: 'create' }>;

/**
 * Limits requests with one person, so that nobody can have them mailed endlessly. It also stops two services that answer each
 * other's mail, whatever the mail looks like.
 */
export const MAX_PER_DAY = 20;

/**
 * Creates a meeting request from a mail to a team or to the workspace. Nothing is done with `has_open_request`: since the plan was
 * made, the author has got an open one there.
 */
export async function createFromMail(
  services: Services,
  item: ClaimedMail,
  mail: Mail,
  { client_address }: Authenticity,
  plan: Creation,
): Promise<boolean | 'has_open_request'> {
  const context = asAuthor(services, item.workspace_id, plan);
  const body = await bodyOf(context, item, mail, plan);
  const isByMember = plan.member_id !== null;
  const outside = isByMember ? undefined : fromOutside(plan);
  try {
    // Waits in the same line as API calls for the same team.
    const line = item.target_id === null ? undefined : `${item.workspace_id} ${item.target_id}`;
    return await context.storage.serialized(line, () =>
      context.database.transaction(async (tx) => {
        if (outside && (await hasOpenRequest(context, tx, item, plan))) return 'has_open_request';
        return once(context, tx, item, mail, async () => {
          if (await hasTooManyRequests(context, tx, plan)) return refused(TOO_MANY_WITH_ONE);
          const people = plan.participants.length;
          const limit = outside && (await admitOutsider(context, tx, { people, client_address }));
          if (limit) return refused(TOO_MANY_FROM_OUTSIDE[limit.of]);
          const { id } = await createWithin(context, tx, body, outside);
          return {
            kind: 'request',
            request_id: id,
            place: isByMember ? null : 0,
            fate: { understood_as: 'new_request', rule: isByMember ? 'request.member' : 'request.outsider' },
          };
        });
      }),
    );
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return ignoreMail(context, item, mail, `no request could be made of it: ${error.message}`);
  }
}

/** The author as actor. Unless a member wrote the mail, the author is the first participant. */
function asAuthor(services: Services, workspaceId: string, { member_id, author }: Creation): Context {
  const actor =
    member_id === null
      ? ({ type: 'participant', id: author.address } as const)
      : ({ type: 'member', id: member_id } as const);
  return { ...services, caller: { workspaceId, actor, scopes: [] } };
}

const TOO_MANY_WITH_ONE = `there are ${MAX_PER_DAY} requests with the same person within a day`;
const TOO_MANY_FROM_OUTSIDE = {
  workspace: 'people outside have asked for as much as they may in a day',
  network: 'its sender has asked for as much as one may in a day',
};

const refused = (ignored_because: string) =>
  ({ kind: 'request', request_id: null, place: null, fate: { ignored_because } }) as const;

const fromOutside = ({ suggested, is_proven }: Creation): FromOutside => ({
  suggested: suggested.map(({ address, name }) => ({
    email: address,
    name: name && plainName(name, NAME_LENGTH),
  })),
  is_proven,
});

/** Two mails of the same person may be read at the same time, on two nodes. With the team locked, the second sees the first one's. */
async function hasOpenRequest(
  context: Context,
  tx: Transaction,
  { target_id }: ClaimedMail,
  { author }: Creation,
): Promise<boolean> {
  if (target_id === null) return false;
  await lockTeam(context, tx, target_id);
  const which = { team_id: target_id, known: null, limit: 1 };
  return (await findOpenAt(context, tx, author.address, which)).length > 0;
}

async function hasTooManyRequests(
  context: Context,
  tx: Transaction,
  { participants }: Creation,
): Promise<boolean> {
  const since = context.clock.now() - DAY_MS;
  for (const { address } of participants) {
    const count = await countRequestsWith(context, tx, address, since, MAX_PER_DAY);
    if (count >= MAX_PER_DAY) return true;
  }
  return false;
}

async function bodyOf(
  context: Context,
  item: ClaimedMail,
  mail: Mail,
  { member_id, participants, is_proven }: Creation,
) {
  const { database, clock } = context;
  const member = member_id === null ? undefined : await findMember(context, database, member_id);
  const timezone = member?.timezone ?? (await readWorkspace(context, database)).timezone;
  // For a mail that was only forwarded, the whole text.
  const text = mail.reply || mail.text;
  const { duration_minutes, timeframe } = phrasesIn(`${mail.subject}\n${text}`, {
    timezone,
    now: clock.now(),
  });
  const { title, description } = titleAndDescription(mail, {
    isOutside: member_id === null,
    isProven: is_proven,
  });
  const isUsual = duration_minutes !== null && duration_minutes <= MAX_DURATION_MINUTES;
  return {
    ...(item.target === 'team' ? { team_id: item.target_id } : { organizer_email: member?.email ?? null }),
    participants: participants.map(({ address, name }) => ({
      email: address,
      name: name && (member_id === null ? plainName : onOneLine)(name, NAME_LENGTH),
    })),
    context: {
      title,
      description,
      duration_minutes: isUsual ? duration_minutes : null,
      timeframe:
        timeframe && timeframe.end > Math.max(timeframe.start, clock.now())
          ? { start: formatTimestamp(timeframe.start), end: formatTimestamp(timeframe.end) }
          : null,
    },
  };
}

/**
 * Participants read the title; only hosts read the description. A subject that somebody else may have written, or that contains a
 * link, goes into the description.
 */
function titleAndDescription(mail: Mail, { isOutside, isProven }: { isOutside: boolean; isProven: boolean }) {
  const title = onOneLine(withoutPrefixes(mail.subject), NAME_LENGTH);
  const text = mail.reply || mail.text;
  const isShown = !isOutside || (isProven && !leadsSomewhere(title));
  const hiddenSubject = isShown || title === '' ? [] : [`Subject: ${title}`];
  return {
    title: isShown ? title : null,
    description: multiline([...hiddenSubject, text].join('\n\n'), TEXT_LENGTH),
  };
}
