// The end of an answer: names, phone numbers, small print, and what mail programs add. Only what can't be a part of the answer is cut.

const DELIMITER = /^(?:--|—|__)$/;
const POSTSCRIPT = /^p\.?\s?s\.?\s?[:.–-]?\s/i;
const REGARDS =
  /^(?:(?:with )?(?:best|kind|kindest|warm|warmest|many)?\s?(?:regards|wishes)|all the best|best|cheers|sincerely|yours(?: sincerely| faithfully)?|(?:mit )?(?:freundlichen?|besten?|herzlichen?|liebe[n]?|viele[n]?|schöne[n]?) gr(?:ü|ue)(?:ß|ss)en?.{0,30}|gr(?:ü|ue)(?:ß|ss)e?|mfg|lg|vg|bg)\s?[,.!]?$/i;
const THANKS =
  /^(?:(?:many )?thanks(?: a lot| again| so much)?|thank you(?: very much| so much)?|thx|(?:vielen |besten |herzlichen )?danke?(?: im voraus| schön| dir| ihnen| und (?:viele |beste |liebe )?gr(?:ü|ue)(?:ß|ss)e)?)\s?[,.!]?$/i;
/** Added by programs. A sentence that only begins like one stays. */
const DEVICE = [
  /^sent (?:from|via|with|using) \[?(?:my|yahoo|mail|outlook|samsung|proton|aol|blackberry|gmail|spark|front|superhuman)\b[^.!?,;]{0,60}(?:[<([] ?https?:\/\/[^\s<>()[\]]{1,120} ?[>)\]])?[^.!?,;]{0,30}\.?$/i,
  /^(?:von|aus) mein(?:em|er) [^.!?,;]{1,40} gesendet\.?$/i,
  /^gesendet (?:mit|von|aus|über) (?:der|dem|meinem|meiner|outlook|mail|yahoo|gmx|web\.de|samsung)\b[^!?,;]{0,60}$/i,
  /^diese nachricht wurde von meinem [^!?,;]{1,80} gesendet\.?$/i,
  /^(?:get|hol(?:en sie|e dir)(?: sich)?|laden sie) outlook (?:for|für) [^!?;]{1,80}$/i,
  /^(?:envoyé (?:de|depuis)|enviado desde|verstuurd vanaf|verzonden (?:van|met)) [^.!?;]{1,60}\.?$/i,
  /^(?:virus-?free|virenfrei)\.?\s?(?:www\.)?[\w.-]{0,40}$/i,
];
const SMALL_PRINT =
  /^[*\s]*(?:this (?:e-?mail|message|communication)\b.{0,120}\b(?:confidential|privileged|intended)|confidentiality (?:notice|note)|disclaimer\s?:|the information (?:contained )?in this (?:e-?mail|message)|diese (?:e-?mail|nachricht)\b.{0,120}\bvertraulich|der inhalt dieser (?:e-?mail|nachricht)|please consider the environment|bitte denken sie .{0,60}(?:ausdruck|umwelt)|(?:geschäftsführer(?:in)?|geschäftsführung|sitz der gesellschaft|registergericht|amtsgericht|handelsregister|ust-?idnr\.?)\s?:|registered (?:office|in england))/i;
const NAME =
  /^(?:(?:Dr|Prof|Dipl|Ing|Mr|Mrs|Ms|i\. ?A|i\. ?V)\.[- ]?)*\p{Lu}[\p{L}'’.-]*(?: \p{Lu}[\p{L}'’.-]*){0,3}$/u;
/** Capital letters alone make no name of these. */
const NO_NAME =
  /\b(?:option|none|yes|no|ja|nein|keine?r?|monday|tuesday|wednesday|thursday|friday|saturday|sunday|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|today|tomorrow|heute|morgen|the|but|aber|not|nicht)\b/i;

/** `author` is the name in From, if there is one. */
export function withoutSignature(lines: string[], author: string | null): string[] {
  const written = lines.filter((line) => !DEVICE.some((pattern) => pattern.test(line)));
  const end = written.findIndex((_, at) => beginsSignature(written, at, author));
  if (end === -1) return written;
  // What comes to mind after signing is a part of the answer.
  const postscript = written.findIndex((line, at) => at > end && POSTSCRIPT.test(line));
  return [...written.slice(0, end), ...(postscript === -1 ? [] : written.slice(postscript))];
}

function beginsSignature(lines: string[], at: number, author: string | null): boolean {
  const line = lines[at] ?? '';
  if (line === '') return false;
  if (DELIMITER.test(line) || SMALL_PRINT.test(line)) return true;
  const next = lines.slice(at + 1, at + 4).find((following) => following !== '');
  // An answer may be nothing else.
  if (at === 0) return false;
  if (REGARDS.test(line)) return next === undefined || isName(next, author);
  if (!isAuthor(line, author)) return false;
  return lines[at - 1] === '' || THANKS.test(lines[at - 1] ?? '') || next === undefined;
}

const isName = (line: string, author: string | null) =>
  isAuthor(line, author) || (line.length <= 60 && NAME.test(line) && !NO_NAME.test(line));

/** The author's name, or one of its words, and nothing else. */
function isAuthor(line: string, author: string | null): boolean {
  if (author === null || line.length > 60 || !/^[\p{L}\s.,'’-]+$/u.test(line)) return false;
  const words = new Set(wordsOf(author));
  const written = wordsOf(line);
  return written.length > 0 && written.every((word) => words.has(word));
}

const wordsOf = (text: string) => text.toLowerCase().match(/\p{L}+/gu) ?? [];
