import type { Services } from '../../../context.ts';
import type { Bounce, Mail } from '../../../mail-in/mail.ts';
import type { ClaimedMail } from '../../../mail-in/queries.ts';
import { markUndelivered } from '../../../mail-out/sent.ts';
import { onOneLine } from '../../../text/plain-text.ts';
import { reportBounce } from '../requests/lifecycle/mail-reports.ts';
import { lockRequest } from '../requests/lifecycle/transitions.ts';
import { asScheduling } from '../schedules/operations.ts';
import { asInbox } from './addresses.ts';
import { type Fate, once } from './outcomes.ts';
import type { Plan } from './rules.ts';

/** Handles a delivery report about a message of ours. One that failed needs attention. */
export function takeBounce(
  services: Services,
  item: ClaimedMail,
  mail: Mail,
  { message, bounce }: Extract<Plan, { plan: 'bounce' }>,
): Promise<boolean> {
  const context = asInbox(services, item.workspace_id);
  const { request_id, place } = message;
  return context.database.transaction(async (tx) => {
    // Requests are locked before messages.
    const request = request_id === null ? null : await lockRequest(context, tx, request_id);
    return once(context, tx, item, mail, async () => ({
      kind: 'bounce',
      request_id,
      place,
      fate: bounce.kind === 'failed' ? await fail() : { understood_as: bounce.kind, rule: 'dsn' },
    }));

    async function fail(): Promise<Fate> {
      const before = await markUndelivered(context, tx, message.id, errorOf(bounce));
      // The report may arrive before we have recorded the message as sent.
      if (before === 'queued') throw new Error('the message is being sent');
      if (before === 'failed') return { ignored_because: 'the message has failed already' };
      if (before !== 'sent') return { ignored_because: 'the message was never sent' };
      if (request) await reportBounce(asScheduling(services, item.workspace_id), tx, request, message);
      return { understood_as: 'bounced', rule: 'dsn' };
    }
  });
}

const ERROR_LENGTH = 500;

const errorOf = ({ code, text }: Bounce) =>
  onOneLine(
    `not delivered: ${code === null || text.includes(code) ? text : `${code} ${text}`}`,
    ERROR_LENGTH,
  );
