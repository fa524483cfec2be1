// Replies that say somebody is away, and until when.
import { DAY_MS } from '../time/timestamps.ts';
import { type Fields, firstOf } from './header-fields.ts';
import { datesIn } from './written-dates.ts';

const MAX_READ = 3_000;

/** As mail programs put them before the subject. */
const PREFIX =
  /^(?:out of (?:the )?office|auto(?:matic)?[- ]?(?:reply|response)|automatische antwort|abwesenheits(?:notiz|benachrichtigung|mitteilung)|réponse automatique|respuesta automática|automatisch antwoord|risposta automatica)\s?:/i;
/** Words that people use themselves, so a mail with them may also be an ordinary one about an absence. */
const SUBJECT =
  /\b(?:out of (?:the )?office|auto(?:matic)?[- ]?(?:reply|response)|away|vacation|holiday|leave|abwesen\p{L}*|automatische antwort|außer haus|urlaub|absence|fuera de (?:la )?oficina|afwezig\p{L}*|fuori sede)(?!\p{L})/iu;
const TEXT =
  /\b(?:out of (?:the )?office|on (?:vacation|holiday|annual leave|parental leave|leave|a business trip)|away (?:from|until|on)|not in the office|(?:back|return(?:ing)?) (?:in|to|at|on)\b|abwesend|nicht im (?:büro|hause?)|im urlaub|in urlaub|elternzeit|außer haus|nicht erreichbar|wieder (?:erreichbar|im büro|für sie da|zurück|da)|(?:bin ich|ich bin) (?:erst )?(?:ab|am|bis) )/i;

/** `isAutomatic`: its headers say that a machine wrote it. */
export function isOutOfOffice(fields: Fields, subject: string, text: string, isAutomatic: boolean): boolean {
  if (PREFIX.test(subject)) return true;
  // Lists and newsletters mention holidays, too.
  if (!isAutomatic || !isReply(fields)) return false;
  return SUBJECT.test(subject) || TEXT.test(text.slice(0, MAX_READ));
}

const isReply = (fields: Fields) =>
  /^auto-replied/i.test(firstOf(fields, 'auto-submitted')) ||
  ['in-reply-to', 'x-autoreply', 'x-autorespond', 'x-autoresponder'].some(
    (name) => firstOf(fields, name) !== '',
  ) ||
  /auto_reply/i.test(firstOf(fields, 'precedence'));

/** Words before the date on which they are back. */
const BACK =
  /\b(?:back|return(?:ing)?|available(?: again)?|reachable(?: again)?|resume work|wieder|zurück|erst)\b[^.!?]{0,40}?\b(?:on|from|by|ab|am)\s+(?:dem\s+)?$/i;
/** The same with words on both sides of the date: `ab dem 23.11. wieder`. */
const FROM = /\b(?:ab|am)\s+(?:dem\s+)?$/i;
const BACK_BEHIND = /^[^.!?]{0,30}?\b(?:wieder|zurück)\b/i;
/** Words before the last day on which they are away. */
const UNTIL =
  /(?:\b(?:until|till|til|through|thru|up to(?: and including)?|to)|\bbis(?: zum)?(?: einschließlich| einschl\.| inkl\.| inklusive)?(?: zum)?)\s+(?:and including\s+)?$/i;

/**
 * The day of return as `2026-11-23`; null unless the text is clear about it. A date without a year is the next one after
 * `writtenAt`.
 */
export function backOn(text: string, writtenAt: number | null): string | null {
  if (writtenAt === null) return null;
  const said = text.slice(0, MAX_READ).replace(/\n/g, ' ');
  const back = new Set<number>();
  const lastDay = new Set<number>();
  for (const { start, end, day } of datesIn(said, writtenAt)) {
    const before = said
      .slice(Math.max(0, start - 80), start)
      .replace(
        /\b(?:the|\p{L}{2,10}(?:tag|day)|mittwoch|mo|di|mi|do|fr|sa|so|mon|tue|wed|thu|fri)\.?,?\s+(?:the |den |dem )?$/iu,
        '',
      );
    if (UNTIL.test(before)) lastDay.add(day);
    else if (BACK.test(before)) back.add(day);
    else if (FROM.test(before) && BACK_BEHIND.test(said.slice(end))) back.add(day);
  }
  const [day, another] = back.size > 0 ? back : [...lastDay].map((last) => last + 1);
  if (day === undefined || another !== undefined) return null;
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}
