// What German speakers say of days, hours and numbers.
import { type Fact, freeWeekdays, strangersTo, TOMORROW } from './facts.ts';
import { conjugated, type Family, type Language, lines, type Named } from './language.ts';

const WEEKDAYS = 'Sonntag Montag Dienstag Mittwoch Donnerstag Freitag Samstag'.split(' ');
const MONTHS = 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(
  ' ',
);
const ORDINALS = 'nullte erste zweite dritte vierte fünfte'.split(' ');
const PARTS = { morning: 'vormittag', afternoon: 'nachmittag' };

const hourOf = (time: string) => {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return minute === 0 ? `${hour} Uhr` : `${hour}:${minute} Uhr`;
};

function namesOf(fact: Fact, facts: Fact[]): Record<string, Named[]> {
  const { place, day, time } = fact;
  const weekday = WEEKDAYS[fact.weekday] as string;
  const month = MONTHS[fact.month - 1] as string;
  const nth = ORDINALS[place] as string;
  const hour = hourOf(time);
  const part = PARTS[fact.part];
  const several = <Item>(items: Item[]) => (facts.length > 1 ? items : []);
  const tomorrow: Named[] = fact.date === TOMORROW ? [['morgen', ['date']]] : [];
  const days: Named[] = [
    [weekday, ['weekday']],
    [weekday, ['weekday']],
    [`${weekday}${part}`, ['weekday', 'part']],
    [`${weekday} um ${hour}`, ['weekday', 'time']],
  ];
  const dates = (article: string): Named[] => [
    [`${article} ${day}.`, ['day']],
    [`${article} ${day}.${fact.month}.`, ['day', 'month']],
    [`${article} ${day}. ${month}`, ['day', 'month']],
    [`${weekday}, ${article === 'am' ? 'den' : article} ${day}. ${month}`, ['weekday', 'day', 'month']],
  ];
  const numbers: Named[] = several([
    [`Option ${place}`, ['place']],
    [`Nummer ${place}`, ['place']],
    [`Termin ${place}`, ['place']],
    [`Vorschlag ${place}`, ['place']],
  ]);
  const nominative: Named[] = several([
    [`der ${nth} Termin`, ['place']],
    [`der ${nth} Vorschlag`, ['place']],
    [`die ${nth} Option`, ['place']],
    [`der ${nth}`, ['place']],
  ]);
  const accusative: Named[] = several([
    [`den ${nth}n Termin`, ['place']],
    [`den ${nth}n Vorschlag`, ['place']],
    [`die ${nth} Option`, ['place']],
    [`den ${nth}n`, ['place']],
  ]);
  const isDate = facts.some((one) => one.day === place);
  return {
    on: [
      ...days.map(([words, keys]): Named => [`am ${words}`, keys]),
      ...dates('am').map(([words, keys]): Named => [words.startsWith('am') ? words : `am ${words}`, keys]),
      ...tomorrow,
    ],
    day: [...days, ...dates('der')],
    it: [...days, ...dates('der'), ...numbers, ...nominative],
    acc: [...days, [`den ${weekday}`, ['weekday']], ...dates('den'), ...numbers, ...accusative],
    weekday: [[weekday, ['weekday']]],
    hour: [
      [hour, ['time']],
      [`${time} Uhr`, ['time']],
    ],
    nr: several([[String(place), ['place']]]),
    nth: several([[nth, ['place']]]),
    nthDate: several(isDate ? [] : [[`${place}.`, ['place']]]),
    freeDay: freeWeekdays(facts).map((free) => [WEEKDAYS[free] as string, ['place']]),
  };
}

/** Ich …, Am Dienstag …, Ich werde …, Ich …, Tom …: present, turned round, infinitive, perfect, third person. */
const NEUTRAL = lines(`
  antworte {on}|antworte ich|{on} antworten|habe {on} geantwortet|antwortet {on}
  antworte Ihnen {on}|antworte ich Ihnen|Ihnen {on} antworten|habe Ihnen {on} geantwortet|antwortet Ihnen {on}
  melde mich {on}|melde ich mich|mich {on} melden|habe mich {on} gemeldet|meldet sich {on}
  melde mich {on} wieder|melde ich mich wieder|mich {on} wieder melden|habe mich {on} wieder gemeldet|meldet sich {on} wieder
  bestätige {on}|bestätige ich|{on} bestätigen|habe {on} bestätigt|bestätigt {on}
  entscheide {on}|entscheide ich|{on} entscheiden|habe {on} entschieden|entscheidet {on}
  entscheide mich {on}|entscheide ich mich|mich {on} entscheiden|-|entscheidet sich {on}
  sage {on} Bescheid|sage ich Bescheid|{on} Bescheid sagen|habe {on} Bescheid gesagt|sagt {on} Bescheid
  gebe {on} Bescheid|gebe ich Bescheid|{on} Bescheid geben|habe {on} Bescheid gegeben|gibt {on} Bescheid
  weiß {on} mehr|weiß ich mehr|{on} mehr wissen|-|weiß {on} mehr
  bin {on} wieder da|bin ich wieder da|{on} wieder da sein|bin {on} wieder da gewesen|ist {on} wieder da
  bin {on} zurück|bin ich zurück|{on} zurück sein|bin {on} zurückgekommen|ist {on} zurück
  bin {on} wieder im Büro|bin ich wieder im Büro|{on} wieder im Büro sein|-|ist {on} wieder im Büro
  komme {on} aus dem Urlaub|komme ich aus dem Urlaub|{on} aus dem Urlaub kommen|bin {on} aus dem Urlaub gekommen|kommt {on} aus dem Urlaub
  komme {on} an|komme ich an|{on} ankommen|bin {on} angekommen|kommt {on} an
  fange {on} an|fange ich an|{on} anfangen|habe {on} angefangen|fängt {on} an
  beginne {on}|beginne ich|{on} beginnen|habe {on} begonnen|beginnt {on}
  schicke {on} den Vertrag|schicke ich den Vertrag|{on} den Vertrag schicken|habe {on} den Vertrag geschickt|schickt {on} den Vertrag
  unterschreibe {on}|unterschreibe ich|{on} unterschreiben|habe {on} unterschrieben|unterschreibt {on}
  bezahle {on} die Rechnung|bezahle ich die Rechnung|{on} die Rechnung bezahlen|habe {on} die Rechnung bezahlt|bezahlt {on} die Rechnung
  schaue {on} in meinen Kalender|schaue ich in meinen Kalender|{on} in meinen Kalender schauen|habe {on} in meinen Kalender geschaut|schaut {on} in den Kalender
  prüfe das {on}|prüfe ich das|das {on} prüfen|habe das {on} geprüft|prüft das {on}
  frage {on} meinen Chef|frage ich meinen Chef|{on} meinen Chef fragen|habe {on} meinen Chef gefragt|fragt {on} den Chef
  spreche {on} mit dem Team|spreche ich mit dem Team|{on} mit dem Team sprechen|habe {on} mit dem Team gesprochen|spricht {on} mit dem Team
  warte {on} auf Tom|warte ich auf Tom|{on} auf Tom warten|habe {on} auf Tom gewartet|wartet {on} auf Post
  bekomme {on} Bescheid|bekomme ich Bescheid|{on} Bescheid bekommen|habe {on} Bescheid bekommen|bekommt {on} Bescheid
  erfahre {on} mehr|erfahre ich mehr|{on} mehr erfahren|habe {on} mehr erfahren|erfährt {on} mehr
  überlege es mir {on}|überlege ich es mir|es mir {on} überlegen|habe es mir {on} überlegt|überlegt es sich {on}
  schreibe Ihnen {on}|schreibe ich Ihnen|Ihnen {on} schreiben|habe Ihnen {on} geschrieben|schreibt Ihnen {on}
  gehe {on} die Liste durch|gehe ich die Liste durch|{on} die Liste durchgehen|bin {on} die Liste durchgegangen|geht {on} die Liste durch
  werde {on} fertig|werde ich fertig|{on} fertig werden|bin {on} fertig geworden|wird {on} fertig
  buche {on} die Flüge|buche ich die Flüge|{on} die Flüge buchen|habe {on} die Flüge gebucht|bucht {on} die Flüge
  erinnere Sie {on}|erinnere ich Sie|Sie {on} erinnern|habe Sie {on} erinnert|erinnert Sie {on}
  lese {on} Ihre Mail|lese ich Ihre Mail|{on} Ihre Mail lesen|habe {on} Ihre Mail gelesen|liest {on} Ihre Mail
`);

/** Whoever does these is not free then. */
const BUSY = lines(`
  arbeite {on}|arbeite ich|{on} arbeiten|habe {on} gearbeitet|arbeitet {on}
  bin {on} im Homeoffice|bin ich im Homeoffice|{on} im Homeoffice sein|war {on} im Homeoffice|ist {on} im Homeoffice
  bin {on} in einer Besprechung|bin ich in einer Besprechung|{on} in einer Besprechung sein|war {on} in einer Besprechung|ist {on} in einer Besprechung
  bin {on} auf Dienstreise|bin ich auf Dienstreise|{on} auf Dienstreise sein|war {on} auf Dienstreise|ist {on} auf Dienstreise
  bin {on} im Urlaub|bin ich im Urlaub|{on} im Urlaub sein|war {on} im Urlaub|ist {on} im Urlaub
  bin {on} unterwegs|bin ich unterwegs|{on} unterwegs sein|war {on} unterwegs|ist {on} unterwegs
  bin {on} beim Zahnarzt|bin ich beim Zahnarzt|{on} beim Zahnarzt sein|war {on} beim Zahnarzt|ist {on} beim Zahnarzt
  bin {on} weg|bin ich weg|{on} weg sein|war {on} weg|ist {on} weg
  bin {on} nicht da|bin ich nicht da|{on} nicht da sein|war {on} nicht da|ist {on} nicht da
  habe {on} eine Besprechung|habe ich eine Besprechung|{on} eine Besprechung haben|hatte {on} eine Besprechung|hat {on} eine Besprechung
  habe {on} schon einen Termin|habe ich schon einen Termin|{on} schon einen Termin haben|hatte {on} schon einen Termin|hat {on} schon einen Termin
  habe {on} frei|habe ich frei|{on} frei haben|hatte {on} frei|hat {on} frei
  reise {on} nach Wien|reise ich nach Wien|{on} nach Wien reisen|bin {on} nach Wien gereist|reist {on} nach Wien
  fliege {on} nach Paris|fliege ich nach Paris|{on} nach Paris fliegen|bin {on} nach Paris geflogen|fliegt {on} nach Paris
  fahre {on} nach Köln|fahre ich nach Köln|{on} nach Köln fahren|bin {on} nach Köln gefahren|fährt {on} nach Köln
  ziehe {on} um|ziehe ich um|{on} umziehen|bin {on} umgezogen|zieht {on} um
  feiere {on} Geburtstag|feiere ich Geburtstag|{on} Geburtstag feiern|habe {on} Geburtstag gefeiert|feiert {on} Geburtstag
  gehe {on} zum Arzt|gehe ich zum Arzt|{on} zum Arzt gehen|bin {on} zum Arzt gegangen|geht {on} zum Arzt
  halte {on} einen Vortrag|halte ich einen Vortrag|{on} einen Vortrag halten|habe {on} einen Vortrag gehalten|hält {on} einen Vortrag
  treffe {on} einen Kunden|treffe ich einen Kunden|{on} einen Kunden treffen|habe {on} einen Kunden getroffen|trifft {on} einen Kunden
  telefoniere {on} mit Tom|telefoniere ich mit Tom|{on} mit Tom telefonieren|habe {on} mit Tom telefoniert|telefoniert {on} mit dem Chef
  besuche {on} meine Eltern|besuche ich meine Eltern|{on} meine Eltern besuchen|habe {on} meine Eltern besucht|besucht {on} die Eltern
  schreibe {on} eine Klausur|schreibe ich eine Klausur|{on} eine Klausur schreiben|habe {on} eine Klausur geschrieben|schreibt {on} eine Klausur
  heirate {on}|heirate ich|{on} heiraten|habe {on} geheiratet|heiratet {on}
  unterrichte {on}|unterrichte ich|{on} unterrichten|habe {on} unterrichtet|unterrichtet {on}
`);

const FUTURE = lines(`
  Ich {0}
  {on} {1}
  Ich werde {2}
  Ich muss {2}
  Ich will {2}
`);
const CAN = lines(`
  Ich kann {2}
  Ich möchte {2}
  Ich soll {2}
  Ich sollte {2}
  Ich darf {2}
`);
const OTHER_TENSES = lines(`
  Ich {3}
  Ich würde {2}
  Ich könnte {2}
  Ich wollte {2}
`);
const OTHERS = lines(`
  Mein Kollege {4}
  Tom {4}
  Meine Chefin {4}
`);

const negatives = (): Family[] => [
  {
    family: 'a reason that may hide a yes',
    kind: 'nothing',
    templates: lines(`
      {on2} bin ich unterwegs, aber erreichbar. {it} passt
      {on2} bin ich im Homeoffice, geht aber. {it} passt
      {on2} habe ich Training, kein Problem. {it} passt
      {on2} bin ich im Büro, {it} passt auch
      {on2} bin ich in Köln, {it} passt auch
      {on2} bin ich sowieso in Köln, {it} passt
      Am liebsten {it}, die anderen gehen
      {it} passt am besten, die anderen passen
      Ich habe {it} blockiert
      Sorry für die späte Antwort, ich habe gekündigt. {it} passt
    `),
  },
  {
    family: 'another activity',
    kind: 'nothing',
    isActivity: true,
    templates: conjugated([...FUTURE, ...CAN, ...OTHER_TENSES, ...OTHERS], NEUTRAL),
  },
  { family: 'busy then', kind: 'refusal', isActivity: true, templates: conjugated(FUTURE, BUSY) },
  {
    family: 'busy, but not then or not me',
    kind: 'nothing',
    isActivity: true,
    templates: conjugated([...OTHER_TENSES, ...OTHERS], BUSY),
  },
  {
    family: 'others',
    kind: 'nothing',
    templates: lines(`
      Meinem Kollegen passt {it}
      Mein Kollege kann {on}
      Tom würde {acc} nehmen
      Tom nimmt {acc}
      Tom sagt, {it} passt
      Tom sagt, {it} passt ihm
      Tom meint, {it} wäre gut
      Meine Chefin will {acc}
      {it} passt Tom
      {it} passt ihm gut
      {it} passt ihr
      {it} passt meiner Frau
      {it} passt allen anderen
      Den anderen passt {it}
      Du hast gesagt, {it} passt
      Sie sagten, {it} sei möglich
      Man sagte mir, {it} passt
      Angeblich passt {it}
      Laut Tom passt {it}
      Ben hat {acc} gewählt
      Ben hat sich für {acc} entschieden
      Sie ist {on} frei
      Er hat {on} Zeit
      Meine Assistentin hat {on} Zeit
      Das Team trifft sich {on}
      Sie haben {on} Zeit, sehe ich
      Ihr könnt ja {on}
      Ich habe nie gesagt, dass {it} passt
      Wer hat gesagt, dass {it} passt
      Fragen Sie Tom, ob {it} passt
      Ich habe Tom gesagt, dass {it} passt
    `),
  },
  {
    family: 'a question without a mark',
    kind: 'nothing',
    templates: lines(`
      ist {it} noch frei
      passt dir {it}
      passt Ihnen {it}
      passt es dir {on}
      geht {it} auch später
      geht es {on} auch per Telefon
      wäre {it} möglich
      können wir {acc} verschieben
      wie wäre es {on}
      was ist mit {weekday}
      hast du {on} Zeit
      haben Sie {on} Zeit
      wo treffen wir uns {on}
      wann genau {on}
      wer kommt {on}
      meinst du {acc}
      meinten Sie {acc}
      kommt Tom {on} auch
      wie lange dauert es {on}
      ist {it} vor Ort
      um {hour} deutscher Zeit oder Ihrer
      soll ich {on} anrufen
      warum ausgerechnet {on}
      in welchem Raum {on}
    `),
  },
  {
    family: 'hypothetical',
    kind: 'nothing',
    templates: lines(`
      Wenn ich {on} frei wäre, käme ich
      Wenn {it} ginge, würde ich es sagen
      Ich hätte {acc} genommen
      {it} hätte gepasst
      {it} hätte mir gut gepasst
      {it} wäre perfekt gewesen
      Ich hätte {on} gekonnt
      Hätte ich das gewusst, hätte ich {acc} genommen
      {it} passt, wenn Tom kommt
      Falls {it} passt, melde ich mich
      Ich würde {acc} nehmen, wenn ich könnte
      {it} passte bis gestern
      {it} passte mir gestern noch
      {it} war gut
      {it} hat letztes Mal gepasst
      Letztes Mal habe ich {acc} genommen
      Wenn doch {it} passen würde
      {it} passt, sofern es kurz ist
      Selbst wenn {it} passt
      Ob {it} passt, hängt von Tom ab
      {it} passt nur ohne Ben
      {it} würde passen, wenn es früher wäre
      Sobald {it} passt, sage ich es
      Angenommen, {it} passt
    `),
  },
  {
    family: 'hedged',
    kind: 'nothing',
    templates: lines(`
      {it} könnte gehen
      {it} könnte passen
      Vielleicht {it}
      Vielleicht passt {it}
      Eventuell {on}
      Ich glaube, {it} passt
      Ich denke, {it} passt
      Wahrscheinlich passt {it}
      {it} passt wahrscheinlich
      {it} passt vermutlich
      {it} sollte gehen
      {it} sollte passen
      {it} müsste gehen
      {it} dürfte passen
      {it} passt wohl
      Ich bin nicht sicher, ob {it} passt
      Ich weiß nicht, ob {it} passt
      Ich weiß noch nicht, ob es {on} geht
      Mal sehen, ob {it} passt
      Ich muss schauen, ob {it} passt
      Ich muss prüfen, ob es {on} passt
      {it} klingt verlockend
      Ich denke über {acc} nach
      Ich überlege noch wegen {weekday}
      Ich tendiere zu {weekday}
      Ich hoffe, {it} passt
      Hoffentlich passt {it}
      {it} ist nicht unmöglich
      {it} ist möglich, aber schwierig
      {it} passt fast
      {it} passt kaum
      {it} passt theoretisch
      {it} ginge zur Not
      Zur Not {it}
      {on} müsste ich etwas verschieben
      Unter Vorbehalt {it}
      {it} passt unter Umständen
      {it} sieht auf den ersten Blick gut aus
      {it} passt mehr oder weniger
    `),
  },
  {
    family: 'undecided between two',
    kind: 'nothing',
    templates: lines(`
      Ich kann mich nicht zwischen {weekday} und {weekday2} entscheiden
      Ich schwanke zwischen {nr} und {nr2}
      Entweder {it} oder {it2}, ich weiß es noch nicht
      {it} oder {it2}, ich sage noch Bescheid
      {it} oder {it2}, mal sehen
      {it} ist besser als {it2}, aber ich weiß nicht
      Irgendwas zwischen {weekday} und {weekday2}
      Ich habe {acc} mit {nr2} verwechselt
    `),
  },
  {
    family: 'not all, or not at work',
    kind: 'nothing',
    templates: lines(`
      Leider passen nicht alle, {it} zum Beispiel
      Ich nehme {weekday} und {weekday2} frei
      Ich nehme {weekday} und {weekday2} Urlaub
      Nehmen wir {nr} und {nr2} raus
      {it} bestätige ich Ihnen noch
      Ich nehme an, {it} passt
    `),
  },
  {
    family: 'irony',
    kind: 'nothing',
    templates: lines(`
      Na toll, noch ein Termin {on}
      Ja klar, {it}, als hätte ich nichts Besseres zu tun
      Ausgerechnet {on}
      {it}, das soll wohl ein Witz sein
      {it} passt mir so gut wie Zahnweh
      {it} hat mir gerade noch gefehlt
      Lieber esse ich Glas als {acc} zu nehmen
      {it}, sehr witzig
      {on} passt es mir natürlich ganz besonders gut, haha
      Sicher doch, und {on} fliegen Schweine
    `),
  },
  {
    family: 'the choice of something else',
    kind: 'nothing',
    templates: lines(`
      Ich nehme {on} den Zug
      Ich nehme {on} das Auto
      Ich nehme den {nth}n Bus
      Ich nehme die {nth} Wohnung
      Die {nth} Fassung des Vertrags passt
      Die {nth} Version ist gut
      Der {nth} Entwurf passt
      Der {nth} Entwurf ist gut
      Der {nth} Link geht
      Die {nth} Seite ist perfekt
      Mir gefällt das {nth} Kapitel
      Punkt {nr} der Tagesordnung passt
      Raum {nr} passt
      Raum {nr} ist gut
      Kapitel {nr} ist gut
      Version {nr} passt
      Ich brauche {nr} Stunden
      Ich habe {nr} Kinder
      Wir sind {nr} Leute
      Wir kommen zu {nr} Personen
      {nr} meiner Kollegen können
      Geben Sie mir {nr} Tage
      Ich komme {nr} Minuten später
      In {nr} Wochen
      Ich habe {nr} Fragen
      Es hat {nr} Stunden gedauert
      Das ist meine {nth} Mail
      Das ist das {nth} Mal
      Zum {nth}n Mal
      Ich frage zum {nth}n Mal
      Mein {nth}s Kind kam {on}
      Der Aufzug geht {on} wieder
      Die Rechnung vom {weekday} passt
      Das Protokoll vom {weekday} ist gut
      Das Wetter wird {on} gut
      Mein Zug geht {on}
      Der Laden hat {on} offen
      Das Büro ist {on} offen
      Die Frist endet {on}
      Mein Vertrag endet {on}
      Unser letztes Treffen war {on}
      Das Konzert ist {on}
      Mein Geburtstag ist {on}
      Der Kurs beginnt um {hour}
      Schulschluss ist um {hour}
      Mittagessen gibt es um {hour}
      Ich bin um {hour} aufgestanden
      Das Spiel ist {on}
      Ihre Mail kam {on}
      Die Jacke passt {on} wieder
      Der Schlüssel passt {on} nicht
      Phase {nr} ist fertig
      Ich nehme {on} frei
      Ich nehme {nr} Tage frei
    `),
  },
  {
    family: 'near an ordinal',
    kind: 'nothing',
    templates: lines(`
      Die {nth} Woche passt
      Die {nth} Woche passt mir
      In der {nth}n Woche
      In der {nth}n Woche passt es
      Die {nth} Februarwoche passt
      Die {nth} Wochenhälfte passt
      Die {nth} Tageshälfte passt
      Der {nth} {freeDay} passt
      Der {nth} {freeDay} ist gut
      Jeder {nth} {freeDay} passt
      Jede {nth} Woche passt
      Das {nth} Quartal passt
      Der {nth} Monat passt
      Am {nthDate} passt es
      Am {nthDate} geht es
      Der {nthDate} Februar passt
      Am {nthDate} des nächsten Monats
      Die {nth} Runde passt
      Nach dem {nth}n Treffen
      Vor dem {nth}n Gespräch
      Mein {nth}r Gedanke war gut
      Zuerst wollte ich {acc}
      Zuerst dachte ich, {it} passt
      Zuerst muss ich wegen {weekday} fragen
      Auf den ersten Blick passt {it}
      Beim zweiten Nachdenken ist {it} schwierig
      Erst mal abwarten, ob {it} passt
      Erstens weiß ich nicht, ob {it} passt
      Im ersten Moment dachte ich an {acc}
    `),
  },
  {
    family: 'the last but one',
    kind: 'last but one',
    templates: lines(`
      Der vorletzte passt
      Der vorletzte Termin passt
      Die vorletzte Option passt mir
      Ich nehme den vorletzten
      Den vorletzten bitte
      Der zweitletzte Termin passt
    `),
  },
  {
    family: 'not offered',
    kind: 'nothing',
    templates: lines(`
      {freeDay} passt
      {freeDay} passt mir
      Am {freeDay} passt es
      Am {freeDay} habe ich Zeit
      Am {freeDay} kann ich
      {freeDay} um {hour} passt
      {freeDay} um {hour} bitte
      {freeDay} statt {weekday}
      {freeDay} ist besser als {weekday}
      Der Tag vor {weekday} passt
      Der Tag nach {weekday} passt
      Eine Stunde vor {hour} passt
      Zwei Stunden nach {hour} passt es
      Eine Woche nach {weekday} passt
      Die Woche nach {weekday}
      {it}, aber eine Woche später
      {it}, aber eine Stunde früher
      Eine halbe Stunde später als {it}
      {weekday} in einem Monat
      {weekday} in drei Wochen
      {weekday} um 23 Uhr passt
      {weekday} nachts um 3 passt
      {weekday} um Mitternacht ist gut
    `),
  },
  {
    family: 'about the time of something',
    kind: 'nothing',
    templates: lines(`
      Bis {weekday} weiß ich mehr
      Nach {weekday} weiß ich mehr
      Ich brauche es bis {weekday}
      Ich brauche die Unterlagen vor {weekday}
      Seit {weekday} bin ich krank
      Bitte schreiben Sie mir nach {weekday}
      Bitte fragen Sie {on} noch einmal
      Bitte erinnern Sie mich {on}
      Bitte rufen Sie mich {on} an
      Bitte schicken Sie mir {on} die Unterlagen
      Ich warte bis {weekday}
      Um {hour} bin ich zu Hause
      Ab {weekday} habe ich eine neue Adresse
      Vor {weekday} wird nichts entschieden
      Wir sehen {on} weiter
      {on} sehen wir weiter
      {on} schauen wir mal
      Lieber warte ich bis {weekday}
      Ich habe eine Frage zu {weekday}
      Danke für {acc}
      Ich habe {acc} gesehen
      Zu {weekday}
      Wegen {weekday}
      {it} ist ein Feiertag
      {on} ist Feiertag
      {on} ist mein Geburtstag
      {it} ist bald
      {it} ist früh
      {it} ist spät
      {it} ist kurzfristig
      Schon wieder {weekday}
      Ich hasse {weekday}
      {weekday} ist auch nur ein Tag
      Ich dachte, heute wäre {weekday}
      Meine Termine habe ich {on}
      Meistens habe ich {on} Termine
      {on} ist auch noch ein Tag
      Nächste Woche {weekday} oder so
    `),
  },
  {
    family: 'double negation',
    kind: 'nothing',
    templates: lines(`
      Nicht dass {it} nicht passt
      Es ist nicht so, dass {it} nicht passt
      Ich sage nicht, dass {it} nicht passt
      Ich habe nicht gesagt, dass ich {on} nicht kann
      Ich kann nicht sagen, dass {it} nicht passt
      {it} ist nicht ausgeschlossen
      Ich will {acc} noch nicht absagen
    `),
  },
  {
    family: 'not chosen',
    kind: 'refusal',
    templates: lines(`
      Ich nehme {acc} nicht
      Ich wähle {acc} nicht
      Ich kann {on} nicht
      {on} kann ich nicht
      {on} geht es nicht
      {on} geht nicht
      {on} passt es mir nicht
      {on} passt nicht
      {it} passt nicht
      {it} passt mir nicht
      {it} passt leider nicht
      {it} passt gar nicht
      {it} passt überhaupt nicht
      {it} passt mir nie
      {it} passt schlecht
      {it} ist schlecht
      {it} ist ungünstig
      {it} geht leider nicht
      Nicht {on}
      Nicht {it}
      Bitte nicht {on}
      Leider nicht {on}
      {on} leider nicht
      Bitte {acc} nicht buchen
      Ich habe {on} keine Zeit
      {on} habe ich keine Zeit
      {on} bin ich nicht frei
      {on} bin ich nicht verfügbar
      {on} bin ich verhindert
      {it} ist mir zu früh
      {it} ist zu spät für mich
      {it} ist unmöglich
      {it} ist schon belegt
      {it} passt Tom, aber mir nicht
      {it} passt niemandem
      {it} kommt nicht in Frage
      Auf keinen Fall {it}
    `),
  },
  {
    family: 'nearly a yes',
    kind: 'nothing',
    templates: lines(`
      Ja, ich melde mich {on}
      Ja, ich sage {on} Bescheid
      OK, ich prüfe das und antworte {on}
      OK, ich bestätige {on}
      Klar, ich frage Tom wegen {weekday}
      Ja, wenn {it} noch frei ist
      Ja, vielleicht {on}
      Jein, {it} ist schwierig
      Klingt gut, aber ich muss {acc} noch prüfen
      Super, ich schaue mir {acc} an
      Danke, ich überlege mir {acc}
      Das passt Tom {on}
      Das hätte {on} gepasst
      Das hat {on} gepasst
      Ja, falls {on} nichts dazwischenkommt
      Ich antworte gerne {on}
      Gerne, sobald ich von {weekday} mehr weiß
      Ja, {acc} haben Sie angeboten
      Ja, {acc} habe ich gesehen
      Ja, ist das {on}
      Kein Problem, ich melde mich {on}
      Das passt ja gut, {on} bin ich wieder da
      Gerne, aber ich weiß noch nicht, ob es {on} geht
    `),
  },
  {
    family: 'a kind no',
    kind: 'refusal',
    templates: lines(`
      Gerne, aber nicht {on}
      Gerne, aber {on} bin ich weg
      Gute Idee, aber {on} geht es nicht
      Danke, aber {it} passt mir nicht
      Nein, nicht {on}
      Nein, {on} bin ich unterwegs
      Schade, {on} bin ich nicht da
    `),
  },
  {
    family: 'a farewell',
    kind: 'farewell',
    templates: lines(`
      Bis {weekday}
      Bis {weekday} dann
      Dann bis {weekday}
      Alles klar, bis {weekday}
      Wir sehen uns {on}
      Wir hören uns {on}
      Ich freue mich auf {weekday}
      Danke, bis {weekday}
    `),
  },
  {
    family: 'a wish',
    kind: 'courtesy',
    templates: lines(`
      Schönen {weekday}
      Einen schönen {weekday} noch
      Schönen {weekday} und danke
    `),
  },
  {
    family: 'praise',
    kind: 'praise',
    templates: lines(`
      Alles gut
      Alles bestens
      Alles in Ordnung
      Passt
      Passt schon
      Passt so
      Passt gut
      Das passt
      Das passt mir
      Klingt gut
      Sieht gut aus
      Kein Problem
      Geht klar
      Einverstanden
      Gerne
      Sehr gerne
      Bis dann
    `),
  },
];

function mixtures(one: Fact, other: Fact): ReturnType<Language['mixtures']> {
  const weekday = WEEKDAYS[one.weekday];
  const month = MONTHS[other.month - 1];
  const onDay = (fact: Fact) => fact.weekday === one.weekday && fact.day === other.day;
  const onDate = (fact: Fact) => onDay(fact) && fact.month === other.month;
  const atHour = (fact: Fact) => fact.weekday === one.weekday && fact.time === other.time;
  const dateAtHour = (fact: Fact) => fact.date === one.date && fact.time === other.time;
  const hour = hourOf(other.time);
  const mixed: ReturnType<Language['mixtures']> = [
    [`am ${weekday}, den ${other.day}.`, onDay],
    [`am ${weekday}, dem ${other.day}.`, onDay],
    [`am ${weekday} den ${other.day}.`, onDay],
    [`am ${weekday}, den ${other.day}.${other.month}.`, onDate],
    [`am ${weekday}, ${other.day}. ${month}`, onDate],
    [`am ${weekday} (${other.day}.${other.month}.)`, onDate],
    [`am ${weekday?.slice(0, 2)}. ${other.day}.${other.month}.`, onDate],
    [`am ${other.day}. ${month}, einem ${weekday}`, onDate],
    [`am ${other.day}.${other.month}. (${weekday})`, onDate],
    [`am ${weekday} um ${hour}`, atHour],
    [`um ${hour} am ${weekday}`, atHour],
    [`am ${weekday} ${other.time}`, atHour],
    [`am ${one.day}. um ${hour}`, (fact) => fact.day === one.day && fact.time === other.time],
    [`am ${one.day}.${one.month}. um ${hour}`, dateAtHour],
    [`am ${weekday}, den ${one.day}., um ${hour}`, dateAtHour],
  ];
  if (other.place === 0) return mixed;
  const placed = (fact: Fact) => fact.weekday === one.weekday && fact.place === other.place;
  return [
    ...mixed,
    [`Option ${other.place} am ${weekday}`, placed],
    [`Option ${other.place} (${weekday})`, placed],
    [`am ${weekday}, Option ${other.place}`, placed],
  ];
}

export const GERMAN: Language = {
  code: 'de',
  namesOf,
  negatives,
  strangers: strangersTo,
  mixtures,
  choices: {
    clear: lines(`
      {it} passt
      {it} passt mir
      {it} passt gut
      {it} ist gut
      Ich nehme {acc}
      Ich kann {on}
      {on} passt es mir
      {on} habe ich Zeit
    `),
    mixed: lines(`
      {when} passt
      {when} passt es
      {when} passt mir gut
      {when} bitte
      {when} geht
      {when} kann ich
      {when} habe ich Zeit
      {when}
      Ja, {when}
    `),
  },
  positives: {
    one: lines(`
      {it} passt
      {it} passt mir
      {it} passt mir gut
      {it} passt mir sehr gut
      {it} passt mir am besten
      {it} passt perfekt
      {it} passt super
      {it} passt bei mir
      {it} passt uns
      {it} würde passen
      {it} wäre gut
      {it} wäre super
      {it} ist gut
      {it} ist ok
      {it} ist in Ordnung
      {it} geht
      {it} geht bei mir
      {it} klappt
      {it} klappt gut
      {it}
      {it}, bitte
      {it} bitte
      Ja, {it} passt
      Ja, {it} bitte
      Hallo Ada, {it} passt mir
      Ich nehme {acc}
      Ich nehme gerne {acc}
      Ich würde {acc} nehmen
      Ich möchte {acc}
      Ich wähle {acc}
      Wir nehmen {acc}
      Dann nehme ich {acc}
      Bitte {acc} buchen
      Nehmen wir {acc}
      {acc} bitte
      {acc} nehme ich
      Ich kann {on}
      {on} kann ich
      {on} passt es
      {on} passt es mir
      {on} passt es mir gut
      {on} geht
      {on} geht es
      {on} geht es bei mir
      {on} habe ich Zeit
      Ich habe {on} Zeit
      Ich bin {on} frei
      {on} bin ich frei
      {on} wäre gut
      Treffen wir uns {on}
      Mir passt {it}
      Mir passt es {on}
      Vielen Dank für die Vorschläge. {it} passt mir
      {it} passt mir. Vielen Dank
      {it} passt mir, bis dann
      {it} passt mir. Ich freue mich
      Entschuldigung für die späte Antwort. {it} passt
    `),
    two: lines(`
      {it} und {it2} passen
      {it} und {it2} passen mir
      {it} oder {it2} passt
      {it} oder {it2} wäre gut
      Sowohl {it} als auch {it2} passen
      Ich kann {on} und {on2}
      Ich kann {on} oder {on2}
      {it} passt, {it2} auch
      {it} passt, {it2} passt auch
      {it} und {it2} bitte
      {on} und {on2} habe ich Zeit
    `),
    all: lines(`
      Alle passen
      Alle passen mir
      Alle Termine passen
      Mir passen alle
      Mir passt alles
      Alle Vorschläge passen mir gut
      Ich kann an allen Terminen
      Jeder Termin passt
      Es passen alle
      Alle sind gut
      Egal welcher, alle passen
    `),
    only: lines(`
      Ja
      Ja, bitte
      Ja, passt
      Ja, das passt
      Ja, {it} passt
      Passt
      Passt mir
      Das passt
      Das passt mir gut
      Klingt gut
      Klingt gut, bis dann
      Perfekt, bis {weekday}
      Ich bin dabei
      Ich komme
      Bestätigt
      {it} passt
      {on} passt
      {on} um {hour} passt mir
      {hour} passt
      Geht klar
      Gerne, das passt
      {on} kann ich
      Da kann ich
    `),
  },
  combinations: {
    'refused, then chosen': lines(`
      {it} passt nicht, {it2} schon
      {it} passt nicht, {it2} passt
      {it} passt nicht, aber {it2} passt
      {it} passt mir nicht. {it2} passt
      {it} geht nicht, {it2} geht
      {on} kann ich nicht, {on2} schon
      {on} kann ich nicht, aber {on2} kann ich
      {on} habe ich keine Zeit, {on2} passt es
      Ich kann {on} nicht. {it2} passt mir
      Nicht {it}, aber {it2} passt
      Nicht {it}, sondern {it2}
      {it} ist schlecht, {it2} ist gut
      {it} passt leider nicht, {it2} wäre super
      Statt {weekday} nehme ich {acc2}
      Lieber {it2} als {it}
      {on} bin ich unterwegs, also {it2} bitte
      Leider ist {it} nicht möglich, {it2} passt
    `),
    'chosen, then refused': lines(`
      {it} passt, {it2} nicht
      {it} passt, {it2} passt nicht
      {it} passt, aber {it2} nicht
      {it} passt, {it2} leider nicht
      {it}, nicht {it2}
      {it} ist gut, {it2} geht nicht
      {on} kann ich, {on2} nicht
      Ich kann {on}, aber nicht {on2}
      {it} passt mir. {on2} kann ich nicht
      {it} bitte, {on2} bin ich weg
      Ich nehme {acc}, weil {it2} nicht passt
      {it} passt, da ich {on2} keine Zeit habe
    `),
    'all but one': lines(`
      Alle außer {it}
      Alle außer {it} passen
      Alle passen außer {it}
      Alle Termine außer {it} passen mir
      Alles außer {it} passt
      Alle passen, nur {it} nicht
      Alle passen, nur nicht {it}
      Bis auf {acc} passen alle
      Bis auf {acc} passt alles
      Alle bis auf {acc}
      Mir passen alle außer {it}
    `),
    'only one': lines(`
      {it} passt, keiner der anderen
      Nur {it} passt, die anderen gehen nicht
      Nur {it} passt
      Nur {it} passt mir
      Mir passt nur {it}
      Ich kann nur {on}
      {it} ist der einzige, der passt
      Es passt nur {it}
      Keiner außer {it} passt
      Nichts passt außer {it}
      Bei mir geht nur {it}
    `),
    'two refused': lines(`
      Ich kann {on} und {on2} nicht
      Leider kann ich {on} und {on2} nicht
      Leider passen mir {it} und {it2} nicht
      Mir passt {it} und {it2} nicht
      Kann {on} und {on2} leider nicht
      Ich kann {on} und {on2} nicht teilnehmen
      Ich kann {on} und {on2} nur schlecht
      Weder {it} noch {it2} passt
      Weder {it} noch {it2}
      {it} und {it2} passen nicht
      {it} und {it2} gehen leider nicht
      Ich kann weder {on} noch {on2}
      {it} passt nicht und {it2} auch nicht
      {on} und {on2} habe ich keine Zeit
    `),
    'from then on': lines(`
      Ab {weekday} passt alles
      Ab {weekday} kann ich immer
    `),
    'after that': lines(`
      Alles nach {weekday} passt
      Nach {weekday} kann ich immer
    `),
    'before that': lines(`
      Alles vor {weekday} passt
      Vor {weekday} kann ich immer
    `),
  },
  ambiguousOnThatDay: lines(`
    Alles nach {weekday} passt
    Nach {weekday} kann ich immer
    Jederzeit nach {weekday}
  `),
  manners: {
    greetings: ['Hallo Ada,', 'Hallo,', 'Liebe Frau Lovelace,', 'Guten Tag,', 'Moin Ada,'],
    thanks: ['Danke!', 'Vielen Dank für die Nachricht.', 'Danke für die Vorschläge.'],
    closings: [
      'Viele Grüße\nGrace',
      'Mit freundlichen Grüßen\nGrace Hopper',
      'LG Grace',
      'Beste Grüße\nGrace',
    ],
  },
};
