// Languages in which replies aren't acted on. Their words for times are known, so that a person can be shown what a reply
// mentions.
import type { Vocabulary } from './vocabulary.ts';

type Times = Omit<Vocabulary, 'everyWeekday' | 'ordinals' | 'forms'>;

const timesOnly = (times: Times): Vocabulary => ({ ...times, everyWeekday: [], ordinals: [], forms: '' });

/** `dinsdagmiddag` is one word. */
const withParts = (weekday: string, short: string) =>
  `${weekday}, ${short}, ${weekday}ochtend, ${weekday}morgen, ${weekday}middag, ${weekday}avond`;

export const dutch = timesOnly({
  nth: ['e', 'de', 'ste'],
  senses: {
    option: `optie, opties, nummer, keuze, voorstel, tijdstip`,
    on: `op`,
    at: `om`,
    the: `de, het`,
    and: `en`,
    or: `of`,
    today: `vandaag`,
    tomorrow: `morgen`,
    overmorrow: `overmorgen`,
    half_to: `half`,
    quarter_past: `kwart over`,
    quarter_to: `kwart voor`,
    clock: `uur, u, h`,
  },
  weekdays: [
    withParts('maandag', 'ma'),
    withParts('dinsdag', 'di'),
    withParts('woensdag', 'wo'),
    withParts('donderdag', 'do'),
    withParts('vrijdag', 'vr'),
    withParts('zaterdag', 'za'),
    withParts('zondag', 'zo'),
  ],
  months: [
    'januari, jan',
    'februari, feb',
    'maart, mrt',
    'april, apr',
    'mei',
    'juni, jun',
    'juli, jul',
    'augustus, aug',
    'september, sept, sep',
    'oktober, okt',
    'november, nov',
    'december, dec',
  ],
  parts: { morning: `ochtend, 's ochtends`, afternoon: `middag, 's middags`, evening: `avond, 's avonds` },
  // `een` is an article, too.
  numbers: ['', 'twee', 'drie', 'vier', 'vijf', 'zes', 'zeven', 'acht', 'negen', 'tien', 'elf', 'twaalf'],
});

export const italian = timesOnly({
  nth: [],
  // `l'opzione`
  contracted: (word) => (word.includes("'") ? word.split("'") : null),
  senses: {
    option: `opzione, opzioni, numero, scelta, proposta`,
    on: `il giorno, per il`,
    at: `alle, alle ore, ore, per le`,
    the: `il, la`,
    of: `di`,
    and: `e`,
    or: `o, oppure`,
    today: `oggi`,
    tomorrow: `domani`,
    overmorrow: `dopodomani`,
    and_half: `e mezza, e mezzo`,
    and_quarter: `e un quarto`,
    noon: `mezzogiorno`,
    clock: `h`,
  },
  weekdays: [
    'lunedì, lun',
    'martedì, mar',
    'mercoledì, mer',
    'giovedì, gio',
    'venerdì, ven',
    'sabato, sab',
    'domenica, dom',
  ],
  months: [
    'gennaio, gen',
    'febbraio, feb',
    'marzo',
    'aprile, apr',
    'maggio, mag',
    'giugno, giu',
    'luglio, lug',
    'agosto, ago',
    'settembre, sett, set',
    'ottobre, ott',
    'novembre, nov',
    'dicembre, dic',
  ],
  parts: { morning: `mattina, mattino`, afternoon: `pomeriggio`, evening: `sera` },
  numbers: [
    ...['una', 'due', 'tre', 'quattro', 'cinque', 'sei'],
    ...['sette', 'otto', 'nove', 'dieci', 'undici', 'dodici'],
  ],
});

export const portuguese = timesOnly({
  nth: [],
  senses: {
    option: `opção, opções, número, proposta, escolha`,
    on: `dia, no dia, na, para a`,
    at: `às, pelas`,
    the: `o, a`,
    of: `de`,
    and: `e`,
    or: `ou`,
    today: `hoje`,
    tomorrow: `amanhã`,
    overmorrow: `depois de amanhã`,
    and_half: `e meia`,
    and_quarter: `e um quarto`,
    noon: `meio dia`,
    clock: `h, horas, hora, hrs`,
  },
  weekdays: [
    'segunda feira, segunda',
    'terça feira, terça',
    'quarta feira, quarta',
    'quinta feira, quinta',
    'sexta feira, sexta',
    'sábado',
    'domingo',
  ],
  months: [
    'janeiro, jan',
    'fevereiro, fev',
    'março',
    'abril, abr',
    'maio, mai',
    'junho, jun',
    'julho, jul',
    'agosto, ago',
    'setembro, set',
    'outubro, out',
    'novembro, nov',
    'dezembro, dez',
  ],
  parts: { morning: `manhã, de manhã`, afternoon: `tarde, à tarde`, evening: `noite, à noite` },
  numbers: [
    ...['uma', 'duas', 'três', 'quatro', 'cinco', 'seis'],
    ...['sete', 'oito', 'nove', 'dez', 'onze', 'doze'],
  ],
});

/** In the cases that follow `w` and `do`. Without `ł`, which isn't a letter with an accent: see `sightings.ts`. */
export const polish = timesOnly({
  nth: ['go'],
  senses: {
    option: `opcja, opcje, opcję, opcji, numer, termin, propozycja`,
    on: `w, we, dnia, na`,
    at: `o, o godz, o godzinie, godz, godzina, na godz, na godzinę`,
    and: `i`,
    or: `lub, albo`,
    today: `dzisiaj, dziś`,
    tomorrow: `jutro`,
    overmorrow: `pojutrze`,
  },
  weekdays: [
    'poniedzialek, poniedzialku',
    'wtorek, wtorku',
    'środa, środę, środy',
    'czwartek, czwartku',
    'piątek, piątku',
    'sobota, sobotę, soboty',
    'niedziela, niedzielę, niedzieli',
  ],
  months: [
    'stycznia, styczeń',
    'lutego, luty',
    'marca, marzec',
    'kwietnia, kwiecień',
    'maja, maj',
    'czerwca, czerwiec',
    'lipca, lipiec',
    'sierpnia, sierpień',
    'września, wrzesień',
    'października, październik',
    'listopada, listopad',
    'grudnia, grudzień',
  ],
  parts: { morning: `rano`, afternoon: `po poludniu`, evening: `wieczorem` },
  numbers: [],
});
