// Clauses that have the form of an answer but are about something else: people, news, habits, or when an answer will follow.
import { isRef, type Part, SILENT } from './draft.ts';
import { hasDay } from './when.ts';

/** `Noted`: it names what was received, and chooses nothing. */
const RECEIVED =
  /^(?:received|well received|received with thanks|noted|got it|notiert|ist notiert|ist eingetragen|erhalten|angekommen|vermerkt|recu|bien recu|c' est note|recibido|anotado)$/;

export function isIdiom(parts: Part[], language: string): boolean {
  // In other languages, noting a day and an hour accepts them: `Mittwoch um 9:30 ist notiert`.
  const isTaken = language !== 'en' && parts.some(isDated);
  const isNews = parts.some(isRef) && has(parts, RECEIVED) && !isTaken;
  return (
    isNews ||
    isAboutOthers(parts) ||
    isAboutPeople(parts) ||
    isAboutEverything(parts) ||
    isHabit(parts) ||
    isAnsweredLater(parts) ||
    isKept(parts) ||
    isOfLanguage(parts, language)
  );
}

const isDated = ({ mention }: Part) =>
  mention?.kind === 'when' &&
  ((mention.when.dates?.length === 1 && !mention.when.is_nth) ||
    (mention.when.starts !== undefined && hasDay(mention.when)));
const has = (parts: Part[], pattern: RegExp) => parts.some(({ text }) => pattern.test(text));
const hasSense = (parts: Part[], ...senses: string[]) => parts.some(({ sense }) => senses.includes(sense));

/** Words that people use about times, not about people. */
const OF_TIMES = [
  ...['suit', 'good', 'ok', 'free', 'refuse', 'can', 'cannot', 'do', 'yes', 'no', 'not', 'doing', 'take'],
  ...['prefer', 'gladly'],
];

/** `So can the others`, `the others are there`: people. */
function isAboutOthers(parts: Part[]): boolean {
  if (!parts.some(({ mention }) => mention?.kind === 'others')) return false;
  const [first] = parts.filter(({ sense }) => !SILENT.has(sense));
  return first?.sense === 'can' || (!hasSense(parts, ...OF_TIMES) && hasSense(parts, 'be', 'meet'));
}

/** What people can be, and times can't. */
const OF_PEOPLE =
  /^(?:krank|im urlaub|in urlaub|unterwegs|verhindert|weg|nicht da|abwesend|beschaeftigt|away|out|off|busy|out sick|on holiday|on vacation|on leave|travelling|traveling|out of office|malades?|absents?|occupes?|en conges?|en vacances|enfermos?|ocupados?|de vacaciones|de viaje|fuera)$/;
const WE = /^(?:wir|we|uns|nous|nosotros)$/;

/** `All on holiday`, `keiner da`, `wir können alle`, `uns beiden passt es`. */
function isAboutPeople(parts: Part[]): boolean {
  const isEverybody = parts.some((part) => isBareQuantity(part) && part.mention.except.length === 0);
  if (!isEverybody) return false;
  const isAway = has(parts, OF_PEOPLE) || parts.at(-1)?.text === 'da';
  const isNone = parts.some((part) => isBareQuantity(part) && part.mention.quantity === 'none');
  const isEach = !isNone && has(parts, /^(?:allen|beiden|dabei|einverstanden)$/);
  // `It suits all`
  const isThat = parts.some(({ sense }) => sense === 'that') && has(parts, /^(?:all|both)$/);
  return (
    isAway || isEach || isThat || (has(parts, WE) && hasSense(parts, 'can', 'suit', 'have', 'be', 'meet'))
  );
}

type EveryPart = Part & { mention: Extract<NonNullable<Part['mention']>, { kind: 'every' }> };

/** Not `all three`, `all of them`, `alle Termine`. */
const isBareQuantity = (part: Part): part is EveryPart =>
  part.mention?.kind === 'every' && part.mention.is_alone === true;

const EVERYTHING = /^(?:all|everything|alles|tout|todo|todos|nothing|nichts|nix|rien|nada)$/;
const PLAIN_SUIT =
  /^(?:work|works|suit|suits|fit|fits|passt|passen|geht|gehen|ginge|va|vont|convient|conviennent|sirve|sirven|funciona|funcionan|viene|vienen|queda|quedan)$/;

/** `All received`, `alles prima`, `tout roule`: about everything, or about nothing. */
function isAboutEverything(parts: Part[]): boolean {
  const every = parts.find(({ sense }) => sense === 'every');
  if (!every || !isBareQuantity(every)) return false;
  if (every.mention.is_counted || every.mention.except.length > 0) return false;
  if (!EVERYTHING.test(every.text) || has(parts, PLAIN_SUIT)) return false;
  const isAre = every.text === 'all' && parts.some(({ text }) => text === 'are');
  return !isAre && !hasSense(parts, 'can', 'cannot', 'take');
}

function isHabit(parts: Part[]): boolean {
  // `I love Thursdays`
  const isEveryWeek = parts.some(({ mention }) => mention?.kind === 'when' && mention.when.is_every);
  if (isEveryWeek && has(parts, /^(?:love|like)$/)) return true;
  // `Je garde mardi pour moi`
  if (
    has(parts, /^(?:garde|gardons|bloque|quiero|behalte)$/) &&
    has(parts, /^(?:pour moi|para mi|fuer mich)$/)
  )
    return true;
  // `Tuesday makes no difference`
  return parts.some((part, place) => isRef(part) && parts[place + 1]?.sense === 'yours');
}

const CONFIRMING = /\b(?:confirm\w*|bestaetig\w*)\b/;
const CONFIRMING_TO_YOU = /^(?:je |nous )?(?:vous|te|le|les|os) confirm(?:e|o|amos|ons)(?: .*)?$/;
const ANSWER = /^(?:my answer|answer|ma reponse|notre reponse|mi respuesta|nuestra respuesta|meine antwort)$/;
const BOOKING = /^(?:.* )?(?:confirm|reserv|book|buch|agend|program|bloqu|block)\w*$/;

const isDayAlone = ({ mention }: Part) => mention?.kind === 'when' && mention.when.starts === undefined;

/** `I confirm tomorrow`, `te confirmo el jueves`: they will answer then. `No confirmo nada`: not now. */
function isAnsweredLater(parts: Part[]): boolean {
  const isSoon = parts.some(
    ({ text, mention }) =>
      mention?.kind === 'when' &&
      !mention.when.starts &&
      /^(?:tomorrow|morgen|demain|manana|today|heute|hoy)$/.test(text),
  );
  const isCertain = parts.some(
    ({ mention }) =>
      mention?.kind === 'places' ||
      (mention?.kind === 'when' && (mention.when.starts ?? mention.when.dates) !== undefined),
  );
  const isNone = parts.some(({ mention }) => mention?.kind === 'every' && mention.quantity === 'none');
  return (
    (isSoon && has(parts, CONFIRMING)) ||
    (!isCertain && has(parts, CONFIRMING_TO_YOU)) ||
    (parts.some(isDayAlone) && has(parts, ANSWER)) ||
    (isNone && has(parts, BOOKING))
  );
}

/** `J'ai bloqué jeudi`, `Ich habe Donnerstag blockiert`: kept for us, or for something else? */
const KEPT =
  /^(?:bloquee?s?|prise?s?|reservee?s?|bloquead[oa]s?|reservad[oa]s?|comprometid[oa]s?|blockiert|belegt|vergeben|besetzt)$/;
const isKept = (parts: Part[]) => has(parts, KEPT) && !hasSense(parts, 'be', 'i_am');

/** Verbs that need a `me`: without one, `viene el martes` is about somebody who comes. */
const NEEDS_ME = /^(?:va|van|viene|vienen|parece|parecen|queda|quedan|resulta|resultan)$/;

/** `Excelente martes`, a greeting; `Está disponible el viernes`, a question without its marks. */
function choosesNothing(parts: Part[]): boolean {
  const [first, second] = parts.filter(({ sense }) => !SILENT.has(sense));
  const isGreeting =
    /^(?:excelentes?|buen|bueno|lindo|bonito|maravilloso)$/.test(first?.text ?? '') &&
    second?.sense === 'ref' &&
    second.mention?.kind === 'when' &&
    !/^(?:el|los|la|las)$/.test(second.text);
  return isGreeting || (/^(?:esta|estaria|estan|es)$/.test(first?.text ?? '') && second?.sense === 'free');
}

/** `Ist Freitag dabei`, `Passen alle`, without a question mark. */
function isQuestion([first, second]: Part[]): boolean {
  if (!second || !isRef(second)) return false;
  const isWhole = second.mention?.kind === 'every' && second.mention.except.length === 0;
  return (
    /^(?:ist|sind)$/.test(first?.text ?? '') ||
    (isWhole && /^(?:passen|gehen|klappen)$/.test(first?.text ?? ''))
  );
}

function isOfLanguage(parts: Part[], language: string): boolean {
  const isNamed = parts.some(isRef);
  if (language === 'es')
    return (
      choosesNothing(parts) ||
      (has(parts, NEEDS_ME) && !parts.some(({ sense, text }) => sense === 'me' && /^(?:me|nos)$/.test(text)))
    );
  // In French `plus` is a no only after `ne`.
  if (language === 'fr') return has(parts, /^plus$/) && !hasSense(parts, 'ne');
  if (language !== 'de') return false;
  if (isQuestion(parts)) return true;
  // `Mittwoch ist bei uns frei`: nobody is at work. `Es geht mir gut`.
  return isNamed
    ? has(parts, /^(?:bei uns|hier)$/) && has(parts, /^frei$/)
    : has(parts, /^(?:geht|geht's|gehts)$/) && has(parts, /^(?:mir|uns)$/) && has(parts, /^gut$/);
}
