import type { Services } from '../../../context.ts';
import { RotaError } from '../../../errors.ts';
import type { Authenticity, Mail } from '../../../mail-in/mail.ts';
import type { ClaimedMail } from '../../../mail-in/queries.ts';
import { asInbox } from './addresses.ts';
import { type ReadWithModel, takeReply } from './answers.ts';
import { takeBounce } from './bounces.ts';
import { takeCalendarReply } from './calendar-replies.ts';
import { factsOf } from './facts.ts';
import { createFromMail } from './new-requests.ts';
import { takeNewcomers } from './newcomers.ts';
import { putOff } from './out-of-office.ts';
import { ignoreMail } from './outcomes.ts';
import { whatToDo } from './rules.ts';

/** Does what a mail asks for, once. False if another node has taken it. */
export async function act(
  services: Services,
  item: ClaimedMail,
  mail: Mail,
  authenticity: Authenticity,
  readWithModel?: ReadWithModel,
): Promise<boolean> {
  const context = asInbox(services, item.workspace_id);
  const plan = whatToDo(await factsOf(context, item, mail, authenticity));
  try {
    switch (plan.plan) {
      case 'create': {
        const made = await createFromMail(services, item, mail, authenticity, plan);
        return made === 'has_open_request'
          ? await act(services, item, mail, authenticity, readWithModel)
          : made;
      }
      case 'add':
        return await takeNewcomers(services, item, mail, plan);
      case 'answer':
        return await takeReply(services, item, mail, plan, readWithModel);
      case 'put_off':
        return await putOff(services, item, mail, plan);
      case 'attend':
        return await takeCalendarReply(services, item, mail, authenticity, plan);
      case 'bounce':
        return await takeBounce(services, item, mail, plan);
      case 'ignore':
        return await ignoreMail(context, item, mail, plan.reason, plan.request_id);
    }
  } catch (error) {
    const isGone = error instanceof RotaError && error.type === 'not_found';
    if (!isGone) throw error;
    return ignoreMail(context, item, mail, 'what it is about is not known here');
  }
}
