// Classifies a mail. Checks for reports and calendar replies before automatic mail, because machines write both of them.
import { isLooping, machineMark } from './automatic.ts';
import { calendarIn } from './calendar-replies.ts';
import { bounceIn } from './delivery-reports.ts';
import type { Mail, Nature } from './mail.ts';
import type { Part } from './mime.ts';
import { backOn, isOutOfOffice } from './out-of-office.ts';
import { leavesOf } from './text.ts';

interface Read extends Pick<Mail, 'from' | 'subject' | 'text' | 'reply' | 'written_at'> {
  root: Part;
  /** The envelope sender; undefined if unknown. */
  sender: string | undefined;
}

export function natureOf({ root, from, subject, text, reply, written_at, sender }: Read): Nature {
  const { fields } = root;
  if (isLooping(fields)) return automatic('has passed more than 30 mail servers');
  const author = from.length === 1 ? from[0]?.address : undefined;
  const bounce = bounceIn({ root, subject, text, from: author });
  if (bounce) return { nature: 'bounce', bounce };
  const types = new Set(leavesOf(root).map(({ content_type }) => content_type.value));
  if (types.has('message/disposition-notification')) return automatic('tells that a message was read');
  if (types.has('message/feedback-report')) return automatic('is a report about unwanted mail');
  const calendar = calendarIn(root, author);
  if (calendar === 'other') return automatic('brings a calendar that answers no invite');
  if (calendar) return { nature: 'calendar', reply: calendar };
  const mark = machineMark(fields, author, sender);
  if (isOutOfOffice(fields, subject, text, mark !== null)) {
    return { nature: 'out_of_office', back_on: backOn(`${subject}\n${reply}`, written_at) };
  }
  if (mark !== null) return automatic(mark);
  return root.content_type.value === 'multipart/report'
    ? automatic('is a report of a machine')
    : { nature: 'human' };
}

const automatic = (reason: string): Nature => ({ nature: 'automatic', reason });
