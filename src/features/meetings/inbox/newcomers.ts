import type { Context, Services } from '../../../context.ts';
import type { Mail } from '../../../mail-in/mail.ts';
import type { ClaimedMail } from '../../../mail-in/queries.ts';
import { foldEmail } from '../../../text/emails.ts';
import { clearAttention } from '../requests/lifecycle/attention.ts';
import { withHostsLocked } from '../requests/lifecycle/hosts.ts';
import { readSuggested } from '../requests/participants/suggested.ts';
import type { SuggestedParticipant } from '../requests/rules.ts';
import { addWithin } from '../scheduling/newcomers.ts';
import { loadSearch } from '../scheduling/search.ts';
import { ignoreMail, isRefusal, onceOpen } from './outcomes.ts';
import type { Plan } from './rules.ts';

/** Handles an organizer's reply to the message about the people whom somebody outside suggested. */
export async function takeNewcomers(
  services: Services,
  item: ClaimedMail,
  mail: Mail,
  { request_id, member_id }: Extract<Plan, { plan: 'add' }>,
): Promise<boolean> {
  const context = asMember(services, item.workspace_id, member_id);
  try {
    return await withHostsLocked(context, request_id, async (tx, locked) =>
      onceOpen(context, tx, item, mail, locked.request, { kind: 'reply', place: null }, async () => {
        const suggested = await readSuggested(context, tx, request_id);
        if (suggested.length === 0) return { ignored_because: 'it is not from a participant of the meeting' };
        const added = whomToAdd(mail.reply, suggested);
        if (added.length === 0) return { ignored_because: 'it does not say whom to add to the meeting' };
        const request = await clearAttention(context, tx, locked.request);
        const people = added.map((person) => ({
          ...person,
          timezone: null,
          locale: null,
          phone_number: null,
          answers: [],
        }));
        await addWithin(await loadSearch(context, tx, { ...locked, request }), people);
        return { understood_as: 'added_participants', rule: 'organizer.add' };
      }),
    );
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return ignoreMail(context, item, mail, `nobody could be added: ${error.message}`, request_id);
  }
}

function asMember(services: Services, workspaceId: string, memberId: string): Context {
  return { ...services, caller: { workspaceId, actor: { type: 'member', id: memberId }, scopes: [] } };
}

/** The word that the message asks for. */
const ADD = /^\W*(?:please )?add\b/i;
/** Words after which it is unclear who is meant. */
const DOUBT = /\b(?:not|no|none|nobody|except|but|without|only|later|wait)\b|n['’]t\b|\?/i;

/** Nobody, unless the reply is certain. With addresses, those named; without, everybody. */
export function whomToAdd(reply: string, suggested: readonly SuggestedParticipant[]): SuggestedParticipant[] {
  // After an empty line, there is usually a signature.
  const [text = ''] = reply.trim().split(/\n\s*\n/);
  if (!ADD.test(text) || DOUBT.test(text)) return [];
  const words = new Set(text.split(/[\s<>()[\],;:"]+/).map((word) => foldEmail(word.replace(/[.!]+$/, ''))));
  const named = suggested.filter(({ email }) => words.has(foldEmail(email)));
  if (named.length > 0) return named;
  // "Add Alan" may fit several people.
  return EVERYBODY.test(text) ? [...suggested] : [];
}

const EVERYBODY =
  /^\W*(?:please )?add(?: (?:them|all|both|everybody|everyone|all of them|them all))?(?:,? please)?(?:,? thanks?(?: you)?)?\W*(?:\n|$)/i;
