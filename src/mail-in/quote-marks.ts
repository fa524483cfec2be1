// What mail programs write above a quoted message, in the languages of most of our mail: English, German, French, Spanish,
// Italian, Dutch, Portuguese and Polish. Accented letters may have arrived in the wrong charset, so up to two or three characters
// match one. Every pattern looks at a bounded part of a line.

/** `-----Original Message-----` */
const ORIGINAL = [
  'original (?:message|appointment)|forwarded message',
  'urspr.{1,3}ngliche[rs]? (?:nachricht|e-?mail|termin)|weitergeleitete (?:nachricht|e-?mail)',
  '(?:message|courriel) (?:d.{1,3}origine|original|transf.{1,3}r.{1,3})',
  'mensaje (?:original|reenviado)',
  'messaggio (?:originale|inoltrato)',
  '(?:oorspronkelijk|origineel|doorgestuurd) bericht',
  'mensagem (?:original|encaminhada|reenviada)',
  '(?:oryginalna|przekazana) wiadomo.{2,4}|wiadomo.{2,4} (?:oryginalna|przekazana)',
].join('|');
export const SEPARATOR = new RegExp(`^[-_=][-_= ]{1,30}(?:${ORIGINAL})[-_= ]{0,30}:?$`, 'i');

/** Apple's. */
export const FORWARDED =
  /^(?:begin forwarded message|anfang der weitergeleiteten (?:nachricht|e-?mail)|d.{1,2}but du message (?:transf.{1,2}r.{1,2}|r.{1,2}exp.{1,2}di.{1,2})|inicio del mensaje reenviado|inizio(?: del)? messaggio inoltrato|begin doorgestuurd bericht|in.{1,2}cio da mensagem (?:reenviada|encaminhada)|pocz.{1,2}tek przekazywanej wiadomo.{2,4}ci)\s?:/i;

export const FROM = /^(?:from|von|de|da|van|od|fra)\s?:/i;
export const OTHER_HEADER = new RegExp(
  `^(?:${[
    'sent|date|to|cc|subject',
    'gesendet|datum|an|kopie|betreff',
    // `À` is two characters in the wrong charset. Not digits: `2: yes` is an answer, not a header.
    'envoy.{1,2}(?: le)?|[^\\d\\s]{1,2}|objet',
    'enviado(?: el)?|fecha|para|asunto',
    'inviato|data|oggetto',
    'verzonden|aan|onderwerp',
    'enviad[ao](?: em)?|assunto',
    'wys.{1,2}an[eo]|do|dw|temat',
  ].join('|')})\\s?:`,
  'i',
);

const VERBS = [
  'wrote',
  'schrieb|geschrieben',
  'a .{1,2}crit',
  'escribi.{1,2}',
  'ha scritto',
  'schreef|geschreven',
  'escreveu',
  'napisa.{1,2}(?:\\(a\\))?|pisze',
  'skrev',
].join('|');
const WROTE = new RegExp(`\\s(?:${VERBS})(?=[\\s:])`);
/** Words that begin a line with a date. */
const DATES = 'On|Am|Le|El|En|Il|In data|Op|Em|No dia|Às|Dnia|W dniu|Den';
const DATE_FIRST = new RegExp(`^(?:${DATES})\\s`);
/** `… <ada@example.org> wrote`, and Spanish Gmail's `… (<ada@example.org>) escribió`, whatever comes before. */
const ADDRESS_BEFORE_WROTE = new RegExp(`@[^<>@\\s]{1,255}>\\)?,?\\s(?:${VERBS})(?=[\\s:])`);
const BARE_DATE_FIRST = /^\d{4}[-./]\d/;
/** Apple's, in Polish. */
const WRITTEN_BY = /^Wiadomo.{2,4} napisana przez\s/;

/** Whether a line that ends with a colon says who wrote the quote below, and when. */
export function isAttribution(line: string): boolean {
  const digit = line.search(/\d/);
  if (digit === -1) return false;
  if (DATE_FIRST.test(line) && line.search(WROTE) > digit) return true;
  if (ADDRESS_BEFORE_WROTE.test(line) || WRITTEN_BY.test(line)) return true;
  return BARE_DATE_FIRST.test(line) && />\s?:$/.test(line);
}

/** Yahoo on Android continues on the same line: `On …, Ada<ada@example.org> wrote:   Hello …`. Certain only with an address. */
const ATTRIBUTION_BEFORE_TEXT = new RegExp(
  `^(?:${DATES})\\s.{0,300}?<[^<>@\\s]{1,64}@[^<>@\\s]{1,255}>,?\\s(?:${VERBS})\\s?:\\s+\\S|` +
    `^(?:${DATES})\\s.{0,300}?\\s(?:${VERBS})\\s.{0,200}?<[^<>@\\s]{1,64}@[^<>@\\s]{1,255}>\\s?:\\s+\\S`,
);
export const isAttributionBeforeText = (line: string) =>
  ATTRIBUTION_BEFORE_TEXT.test(line) && /\d/.test(line);

/** Zoho's. */
export const BETWEEN_DASHES = new RegExp(
  `^-{2,6} ?(?:${DATES})\\s.{5,300}?\\s(?:${VERBS})(?:\\s.{0,100})?-{2,6}$`,
);
