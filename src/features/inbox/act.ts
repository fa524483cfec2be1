import type { Services } from '../../context.ts';
import type { Mail } from '../../inbox/mail.ts';
import type { ClaimedMail } from '../../inbox/queries.ts';
import type { Authenticity } from '../../inbox/trust.ts';
import { holdMail, markDone } from '../../inbox/work.ts';
import { asInbox } from './addresses.ts';

/** Does what a mail asks for, once. False if another node has it by now. */
export async function act(
  services: Services,
  item: ClaimedMail,
  mail: Mail,
  _authenticity: Authenticity,
): Promise<boolean> {
  const context = asInbox(services, item.workspace_id);
  return services.database.transaction(async (tx) => {
    if (!(await holdMail(tx, item))) return false;
    await markDone(context, tx, item, {
      status: 'ignored',
      kind: item.target === 'reply' || item.target === 'bounce' ? item.target : 'request',
      request_id: item.target === 'reply' ? item.target_id : null,
      place: item.place,
      text: mail.reply,
      understood_as: null,
      rule: null,
      ignored_because: 'nothing reads it yet',
    });
    return true;
  });
}
