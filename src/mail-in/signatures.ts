// The end of an answer: names, phone numbers, small print, and footers of mail programs. Cuts only what can't be part of the
// answer.
import { isPhoneFooter } from './phone-footers.ts';
import { isAuthor, isName, isOnCard, isSigned } from './signature-lines.ts';

const DELIMITER = /^(?:--|—|__)$/;
const POSTSCRIPT = /^p\.?\s?s\.?\s?[:.–-]?\s/i;
const REGARDS = new RegExp(
  `^(?:${[
    '(?:with )?(?:best|kind|kindest|warm|warmest|many)?\\s?(?:regards|wishes)|all the best|best|cheers|sincerely|yours(?: sincerely| faithfully)?',
    '(?:mit )?(?:freundlichen?|besten?|herzlichen?|liebe[n]?|viele[n]?|schöne[n]?) gr(?:ü|ue)(?:ß|ss)en?.{0,30}|gr(?:ü|ue)(?:ß|ss)e?|mfg|lg|vg|bg',
    '(?:(?:bien |très )?cordialement|bien à (?:vous|toi)|(?:sincères |meilleures )?salutations(?: distinguées)?|cdlt)',
    '(?:(?:un )?(?:cordial )?saludos?(?: cordiales)?|atentamente|cordialmente|un abrazo)',
    '(?:(?:cordiali|distinti) saluti|cordialmente|saluti)',
    '(?:met (?:vriendelijke|hartelijke) groet(?:en)?|(?:vriendelijke |hartelijke )?groet(?:en|jes)?|mvg)',
    '(?:atenciosamente|com os melhores cumprimentos|cumprimentos|abraços?)',
    '(?:pozdrawiam(?: serdecznie)?|z poważaniem|pozdrowienia)',
  ].join('|')})\\s?[,.!]?$`,
  'i',
);
const THANKS =
  /^(?:(?:many )?thanks(?: a lot| again| so much)?|thank you(?: very much| so much)?|thx|(?:vielen |besten |herzlichen )?danke?(?: im voraus| schön| dir| ihnen| und (?:viele |beste |liebe )?gr(?:ü|ue)(?:ß|ss)e)?|merci(?: beaucoup| d.avance| bien)?|(?:muchas |mil )?gracias(?: de antemano)?|grazie(?: mille)?|bedankt|dank (?:je|u)(?: wel)?|(?:muito )?obrigad[oa]|dziękuję)\s?[,.!]?$/i;
const VIRUS_FREE = /^(?:virus-?free|virenfrei)\.?\s?(?:www\.)?[\w.-]{0,40}$/i;
const SMALL_PRINT =
  /^[*\s]*(?:this (?:e-?mail|message|communication)\b.{0,120}\b(?:confidential|privileged|intended)|confidentiality (?:notice|note)|disclaimer\s?:|the information (?:contained )?in this (?:e-?mail|message)|diese (?:e-?mail|nachricht)\b.{0,120}\bvertraulich|der inhalt dieser (?:e-?mail|nachricht)|please consider the environment|bitte denken sie .{0,60}(?:ausdruck|umwelt)|(?:geschäftsführer(?:in)?|geschäftsführung|sitz der gesellschaft|registergericht|amtsgericht|handelsregister|ust-?idnr\.?)\s?:|registered (?:office|in england))/i;
/** Contact details are short. Anything longer is an answer. */
const CARD_LINES = 12;

/** `author` is the name in From, if there is one. */
export function withoutSignature(lines: string[], author: string | null): string[] {
  const written = lines.filter((line) => !isPhoneFooter(line) && !VIRUS_FREE.test(line));
  const end = written.findIndex((_, at) => beginsSignature(written, at, author));
  if (end === -1) return written;
  // A postscript is part of the answer.
  const postscript = written.findIndex((line, at) => at > end && POSTSCRIPT.test(line));
  return [...written.slice(0, end), ...(postscript === -1 ? [] : written.slice(postscript))];
}

function beginsSignature(lines: string[], at: number, author: string | null): boolean {
  const line = lines[at] ?? '';
  if (line === '') return false;
  if (DELIMITER.test(line) || SMALL_PRINT.test(line)) return true;
  const next = lines.slice(at + 1, at + 4).find((following) => following !== '');
  // The first line may be the whole answer.
  if (at === 0) return false;
  if (REGARDS.test(line)) return next === undefined || isName(next, author) || isSigned(next, author);
  if (isAuthor(line, author) && (isSetOff(lines[at - 1] ?? '') || next === undefined)) return true;
  return isSigned(line, author) && isCard(lines, at + 1);
}

const isSetOff = (before: string) => before === '' || THANKS.test(before);

/** Whether only contact details follow, up to small print or a postscript. */
function isCard(lines: string[], start: number): boolean {
  let seen = 0;
  for (const line of lines.slice(start)) {
    if (line === '') continue;
    if (POSTSCRIPT.test(line) || DELIMITER.test(line) || SMALL_PRINT.test(line)) return true;
    seen += 1;
    if (seen > CARD_LINES || !isOnCard(line)) return false;
  }
  return true;
}
