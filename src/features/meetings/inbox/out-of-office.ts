import type { Services } from '../../../context.ts';
import type { Mail } from '../../../mail-in/mail.ts';
import type { ClaimedMail } from '../../../mail-in/queries.ts';
import { withRequestLocked } from '../requests/lifecycle/hosts.ts';
import { inPlace } from '../scheduling/participant.ts';
import { loadSearch } from '../scheduling/search.ts';
import { waitForReturn } from '../scheduling/waits.ts';
import { asInbox } from './addresses.ts';
import { onceOpen } from './outcomes.ts';
import type { Plan } from './rules.ts';

/** A participant is away: they get no reminder before they are back. */
export function putOff(
  services: Services,
  item: ClaimedMail,
  mail: Mail,
  { request_id, place, back_on }: Extract<Plan, { plan: 'put_off' }>,
): Promise<boolean> {
  const context = asInbox(services, item.workspace_id);
  return withRequestLocked(context, request_id, (tx, locked) =>
    onceOpen(context, tx, item, mail, locked.request, { kind: 'reply', place }, async () => {
      const search = await loadSearch(context, tx, locked);
      const isWaitedFor = await waitForReturn(search, inPlace(search.respondents, place), back_on);
      return isWaitedFor
        ? { understood_as: 'out_of_office', rule: 'out_of_office' }
        : { ignored_because: 'no answer is waited for' };
    }),
  );
}
