// Lines of a signature: the author's name, and the contact details below it (the card). A line that could be part of an answer
// isn't one.

const NAME =
  /^(?:(?:Dr|Prof|Dipl|Ing|Mr|Mrs|Ms|i\. ?A|i\. ?V)\.[- ]?)*\p{Lu}[\p{L}'’.-]*(?: \p{Lu}[\p{L}'’.-]*){0,3}$/u;
/** Words that are never a name or title, even capitalized: each may be part of an answer. */
const ANSWERS = new Set(
  [
    'option choice number time slot none neither any either all both first second third fourth fifth last next one two three four five yes no ok okay not never cannot can works work fine good great perfect sure busy free available cancel confirmed only unless except',
    'monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun today tomorrow morning afternoon evening noon week weeks day days january february march april may june july august september october november december',
    'ja nein keine keiner keines kein nicht nie aber passt geht gut gern gerne nummer termin erste erster zweite zweiter dritte dritter beide alle eins zwei drei vier fünf nur außer absagen',
    'montag dienstag mittwoch donnerstag freitag samstag sonntag heute morgen übermorgen vormittag nachmittag abend mittag woche',
    'oui non pas jamais aucun aucune convient parfait bien premier première deuxième second seconde troisième deux trois quatre cinq tous sauf seulement annuler lundi mardi mercredi jeudi vendredi samedi dimanche demain matin midi soir semaine',
    'sí si nunca ninguno ninguna ningún opción perfecto vale bien primera primero segunda segundo tercera tercero uno dos tres cuatro cinco solo salvo cancelar lunes martes miércoles jueves viernes sábado domingo hoy mañana tarde mediodía semana',
    'non mai nessuno nessuna opzione bene perfetto prima primo seconda secondo terza terzo uno due tre quattro cinque solo tranne lunedì martedì mercoledì giovedì venerdì sabato domenica oggi domani mattina pomeriggio sera',
    'nee niet nooit geen optie goed prima eerste tweede derde een twee drie vier vijf maandag dinsdag woensdag donderdag vrijdag zaterdag zondag vandaag ochtend middag avond',
    'sim não nunca nenhum nenhuma opção bom perfeito primeira primeiro segunda segundo terceira terceiro um dois três quatro cinco terça quarta quinta sexta sábado domingo hoje amanhã manhã tarde',
    'tak nie nigdy żaden żadna opcja dobrze pierwszy pierwsza drugi druga trzeci trzecia jeden dwa trzy poniedziałek wtorek środa czwartek piątek sobota niedziela dziś dzisiaj jutro rano wieczorem',
    'abgesagt entfällt hinfällig ungültig falscher falsche cancelled canceled off remotely virtually tentative tentatively provisional provisionally décommandé rectification provisoire provisoirement suspendido rectifico tentativo tentativamente provisionalmente',
    'the but withdrawn void draft prank sarcasm gotcha lies edit forget ignore storno absage widerruf fehlalarm streichen scherz unverbindlich krank doch refusé annulé annulez reportez blague mensonge anulado anule aplaza mentira broma posponlo',
  ].flatMap((words) => words.split(' ')),
);
const mayAnswer = (text: string) => wordsOf(text).some((word) => ANSWERS.has(word));

export const isName = (line: string, author: string | null) =>
  isAuthor(line, author) || (line.length <= 60 && NAME.test(line) && !mayAnswer(line));

/** The author's name, or some of its words, and nothing else. */
export function isAuthor(line: string, author: string | null): boolean {
  if (author === null || line.length > 60 || !/^[\p{L}\s.,'’-]+$/u.test(line)) return false;
  const words = new Set(wordsOf(author));
  const written = wordsOf(line);
  return written.length > 0 && written.every((word) => words.has(word));
}

const wordsOf = (text: string) => text.toLowerCase().match(/\p{L}+/gu) ?? [];

const HONORIFICS = /^(?:(?:Dr|Prof|Dipl|Ing|Mr|Mrs|Ms|Mme|Sr|Sra)\.?[ -])+/;
/** `Grace Hopper | Admiral`, `Grace Hopper, Admiral`, `Grace Hopper – Example Corp`, `Grace Hopper @ Example Corp` */
const NAME_AND_MORE = /^(.{1,60}?)\s?(?:[|·•,@/]|\s[-–—])\s?(\S.{0,80})$/;
const PRONOUN =
  '(?:she|her|hers|he|him|his|they|them|theirs|any|all|sie|ihr|ihre|er|ihm|ihn|sein|elle|il|lui|iel|ella|él|ela|ele|lei|zij|haar|hij|hem|ona|jej|on|jego)';
const PRONOUNS = new RegExp(`\\s?[([]${PRONOUN}(?:\\s?[/,|]\\s?${PRONOUN}){0,3}[)\\]]`, 'i');

/** The author's name with pronouns, a title or a company. */
export function isSigned(line: string, author: string | null): boolean {
  const name = line.replace(PRONOUNS, '').replace(HONORIFICS, '').trim();
  if (isAuthor(name, author)) return true;
  const [, first = '', rest = ''] = NAME_AND_MORE.exec(name) ?? [];
  return (
    isAuthor(first, author) && rest.split(/\s?[|·•@/]\s?/).every((part) => isPhone(part) || isTitle(part))
  );
}

const SMALL_WORDS =
  '(?:of|and|for|at|in|to|und|für|im|der|des|de|du|la|le|et|y|e|en|del|di|da|do|van|voor|i|ds\\.|&|\\+|-|–)';
const TITLE = new RegExp(
  `^\\p{Lu}[\\p{L}'’.&/-]*,?(?: (?:${SMALL_WORDS}|\\p{Lu}[\\p{L}'’.&/-]*),?){0,9}$`,
  'u',
);
const isTitle = (text: string) => text.length <= 80 && TITLE.test(text) && !mayAnswer(text);

/** With too many digits for a time, a date or the number of an option. */
const PHONE =
  /^(?:[\p{L}.]{1,12}(?: [\p{L}.]{1,12})?\s?[:.]?\s?)?(?=(?:\D{0,3}\d){7})[+(]?\d[\d\s()./+-]{6,30}(?:\s?(?:x|ext\.?)\s?\d{1,6})?$/iu;
const isPhone = (text: string) => PHONE.test(text) && !mayAnswer(text) && !DATE.test(text);
const DATE = /(?<![\d./-])\d{1,4}[./-]\d{1,2}[./-]\d{1,4}(?![\d./-])|\d[:h]\d\d/;
const ADDRESS =
  /^(?:[\p{L}-]{1,8}\s?:\s?)?(?:<?[^\s<>@]{1,64}@[^\s<>@]{1,255}>?|(?:https?:\/\/|www\.)\S{1,200})$/iu;

/** A line below a name: a phone number, an address, or a title of several words. A single word could be an answer. */
export const isOnCard = (line: string) =>
  isPhone(line) || ADDRESS.test(line) || (/\s/.test(line) && isTitle(line));
