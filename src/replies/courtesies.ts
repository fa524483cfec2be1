// Courtesies: thanks, regret, praise, good wishes, `see you on Thursday`.

import { ANSWERING } from './asides.ts';
import type { Reading } from './clause.ts';
import { type Draft, isRef, type Part, SILENT } from './draft.ts';
import { isNearAnswer, type Lexicon } from './lexicon.ts';
import type { Mention } from './mention.ts';
import { hasDay } from './when.ts';

/** `Whatever suits you` takes all of them; `you choose` may be about something else. */
const LEAVES_ALL =
  /^(?:whatever |whichever |was (?:ihnen|dir) |wie es |ce qui |celui qui |lo que |el que |la que )/;
/** More people than the author. */
const TEAM = /(?:team|everyone|everybody|group|fuer alle|equipe|tout le monde|equipo|todos)$/;
/** Praise that counts as an answer. */
const APPROVING = /^(?:sounds? |looks? |klingt |hoert sich |sieht |suena |me parece )/;
/** `see you then`: when? */
const MEETS_THEN =
  /\b(?:y etre|sehen uns|hoeren uns|sieht sich|eingetragen|notiert|vermerkt|c' est note|anotado|then|there|dann|dahin|entonces|ahi|wait)\b/;

/** Notes thanks, regret and praise. */
export function noteWords(parts: Part[], reading: Reading) {
  // `Option 1 doesn't either`
  if (parts.some(({ sense }, place) => sense === 'both' || (sense === 'either' && place < parts.length - 1)))
    reading.saysTwo = true;
  for (const { sense, text } of parts) {
    if (sense === 'yours' && LEAVES_ALL.test(text)) reading.yields = true;
    if (sense === 'me') reading.suited.add(TEAM.test(text) ? 'team' : 'me');
    if (['thanks', 'farewell', 'closing'].includes(sense) || THANKING.test(text)) reading.isFriendly = true;
    if (sense === 'farewell' && MEETS_THEN.test(text)) reading.saysFarewell = true;
    if (sense === 'praise') {
      reading.praises = true;
      if (APPROVING.test(text)) reading.approves = true;
    }
  }
}

/** Phrases of thanks that include what they are for. */
const THANKING =
  /^(?:thank|danke|vielen dank|besten dank|herzlichen dank|merci|je vous remercie|gracias|muchas gracias)/;
/** Words that thank, apologize or wish well: `thanks for …`, `sorry for the …`, `I hope you …`. */
const POLITE =
  /^(?:(?:(?:many |thank|vielen |besten |herzlichen |danke|merci|je vous remercie|je te remercie|muchas |mil |gracias|le agradezco|te agradezco|agradezco|(?:so |very |really )?sorry|(?:my )?apolog|entschuld|bitte entschuld|pardon|desole|toutes mes excuses|perdon|disculp|lamento|siento)\S*(?: \S+){0,3} (?:for|about|i missed|fuer|fuers|dass|pour|de|d'|du|por|la|el|las|los|sus|tus|su|tu|die))|(?:(?:i |we )?hope (?:you|this|all|your|everything|the|that))|(?:(?:ich |wir )?hoffe[n]? (?:es|sie|du|dir|ihnen|alles|ihr))|(?:(?:j' |nous )?esper(?:e|ons) que)|(?:espero que)|(?:(?:i |we )?look(?:ing)? forward to)|(?:(?:ich |wir )?fr(?:eue mich|eu mich|euen uns) auf)|(?:au plaisir de)|(?:hate de))\b/;
/** Senses allowed in such a clause; anything else could be the point of the mail: `sorry for withdrawing`. */
const POLITE_SENSES = new Set([
  ...[
    'thanks',
    'regret',
    'adverb',
    'me',
    'my',
    'pronoun',
    'for',
    'the',
    'of',
    'to',
    'that',
    'these',
    'option',
    'good',
    'and',
  ],
  ...[
    'gladly',
    'greeting',
    'be',
    'have',
    'farewell',
    'at',
    'in',
    'on',
    'offered',
    'weekend',
    'week',
    'all',
    'every',
    'on_ref',
    'own_zone',
  ],
]);
const POLITE_WORDS = new RegExp(
  `^(?:${[
    'you your yours i we hope hoping look looking forward getting back so quickly fast soon quick prompt swift kind kindly message messages mail mails email emails note reply replies response answer help support time patience understanding flexibility consideration reminder nudge invitation invite offer offers suggestions suggestion proposal proposals options choice choices info information update organising organizing arranging coordinating scheduling setting up reaching out in touch following sending this these it them over being flexible accommodating late slow delayed delay missed your first short notice inconvenience trouble bother had have has having nice lovely great good wonderful weekend week day start well doing is are was finds find everything all meeting speaking talking seeing chatting catching hearing with from our the a an conversation chat call discussion about various',
    'die der das den dem ihre ihrer ihren deine deiner deinen eure vorschlaege terminvorschlaege termine auswahl nachricht mail e rueckmeldung antwort schnelle spaete verspaetete geduld muehe flexibilitaet ruecksicht zeitverschiebung hilfe unterstuetzung erinnerung einladung organisation organisieren kuemmern nachhaken info infos verstaendnis sie du ihr es ihnen dir euch geht gut hatten hattet hattest hast habt haben ein eine einen schoenes schoenen gutes tolles wochenende woche start tag alles mich uns auf gespraech treffen telefonat austausch unser unseren kennenlernen erst jetzt melde dass ich',
    'vous votre vos te ton ta tes tu retour reponse rapide tardive retard message mail courriel propositions proposition creneaux dates aide patience comprehension flexibilite organisation invitation relance rappel allez vas va bien que tout avez passe as un une bon bonne week end weekend semaine echanger rencontrer voir lire de du la le les ces ce cette',
    'usted ustedes su sus tu tus le te les mensaje correo respuesta pronta rapida demora retraso tardanza propuestas opciones horarios ayuda paciencia comprension flexibilidad atencion amabilidad gestion organizarlo organizar coordinar invitacion recordatorio contactarme escribir todo bien este estes se encuentre encuentren esten vaya haya hayas tenido tenga tengas buen buena fin semana la el las los por molestias',
  ]
    .join(' ')
    .split(/\s+/)
    .join('|')})$`,
);
const MAX_POLITE_WORDS = 14;

export function isPoliteClause({ parts }: Draft): boolean {
  if (parts.length > MAX_POLITE_WORDS || !POLITE.test(parts.map(({ text }) => text).join(' '))) return false;
  return parts.every(({ sense, text, mention }) => {
    if (mention && isCertain(mention)) return false;
    return POLITE_SENSES.has(sense) || text.split(' ').every((word) => POLITE_WORDS.test(word));
  });
}

const SORRY =
  /^(?:(?:so |really |very )?sorry|apologies|desolee?|perdon|disculp\S*|entschuldig\S*|bitte entschuldig\S*) /;
const LATE =
  /\b(?:late|slow|delay\w*|took me|missed|spaete?|verspaetete?|verspaetung|erst jetzt|retard|tardive|delai|demora|retraso|tardanza)\b/;
/** Words for why somebody is late. */
const WHY_LATE =
  /^(?:crazy|mad|insane|hectic|chaos|manic|week|weeks|month|mail|email|had|did|sent|his|her|their|semana|mes|mails|hatte|hatten|wochen|stand|wurde|aktuell|derzeit|semaine|boite|correo)$/;
const WEEKEND = /(?:weekend|week end|wochenende|fin de semana)$/;
const MAX_WORDS_OF_EXCUSE = 14;

/** `Sorry for the slow reply, I was on a plane`: that is over, and says nothing about what suits. */
export function isExcuse({ parts, link }: Draft, earlier: Draft[], lexicon: Lexicon): boolean {
  const [apology] = earlier;
  const said = parts.filter(({ sense }) => !SILENT.has(sense));
  if (!apology || apology.parts.some(isRef) || link === 'but') return false;
  const text = apology.parts.map((part) => part.text).join(' ');
  const isPast = said.some(({ sense }) => sense === 'was');
  const isSorry = SORRY.test(text) || apology.parts.some(({ sense }) => sense === 'regret');
  // `Sorry for the late reply, I took another job`: if they have done something, a person has to read it.
  const hasActed = said.some(({ sense }) => sense === 'pronoun') && !isPast;
  if (isSorry && LATE.test(text) && !/notice/.test(text) && !hasActed)
    return parts.length <= MAX_WORDS_OF_EXCUSE && said.every(isReasonToBeLate);
  return (
    isSorry && isPast && said.every(({ sense }) => ['pronoun', 'was', 'doing', 'refuse'].includes(sense))
  );

  function isReasonToBeLate({ sense, text, mention }: Part): boolean {
    if (mention)
      return mention.kind === 'when' && (WEEKEND.test(text) || mention.when.span?.is_loose === true);
    if (sense === 'unknown') return !isNearAnswer(lexicon, text);
    // `I'm at a conference this week` isn't over.
    if (sense === 'refuse' || sense === 'doing') return isPast;
    return sense === 'was' || WHY_LATE.test(text) || !ANSWERING.has(sense);
  }
}

/** Whether it names an option or a day, not `the weekend`. */
const isCertain = (mention: Mention) =>
  mention.kind === 'when'
    ? mention.when.is_every !== true && mention.when.span === undefined
    : mention.kind !== 'that' && !(mention.kind === 'every' && mention.quantity !== 'none');

const PARTING_WORDS = new Set(['bis', 'hasta', 'hasta el', 'a']);

/** `See you on Thursday`, `bis Donnerstag`, `à jeudi`: not an answer, but it has to agree with one. */
export function partingOf(draft: Draft): Draft | null {
  const parts = draft.parts.filter(({ sense }) => !SILENT.has(sense));
  const [first, second] = parts;
  const isFarewell =
    parts.length === 2 && first?.sense === 'farewell' && second !== undefined && isRef(second);
  const isUntil =
    parts.length === 1 &&
    first?.sense === 'on_ref' &&
    PARTING_WORDS.has(first.text) &&
    first.mention?.kind === 'when' &&
    hasDay(first.mention.when);
  // `À demain`
  const isTo =
    parts.length === 2 &&
    first?.sense === 'at' &&
    first.text === 'a' &&
    second !== undefined &&
    isRef(second);
  return isFarewell || isUntil || isTo ? { ...draft, parts } : null;
}
