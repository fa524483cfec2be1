// What French speakers say of days, hours and numbers.
import { type Fact, freeWeekdays, strangersTo, TOMORROW } from './facts.ts';
import { conjugated, type Family, type Language, lines, type Named } from './language.ts';

const WEEKDAYS = 'dimanche lundi mardi mercredi jeudi vendredi samedi'.split(' ');
const MONTHS = 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(
  ' ',
);
const ORDINALS = 'zéroième premier deuxième troisième quatrième cinquième'.split(' ');
const FEMININE = 'zéroième première deuxième troisième quatrième cinquième'.split(' ');
const PARTS = { morning: 'matin', afternoon: 'après-midi' };

const hourOf = (time: string) => {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return minute === 0 ? `${hour}h` : `${hour}h${minute}`;
};
const dayOf = (day: number) => (day === 1 ? '1er' : String(day));

function namesOf(fact: Fact, facts: Fact[]): Record<string, Named[]> {
  const { place, time } = fact;
  const weekday = WEEKDAYS[fact.weekday] as string;
  const month = MONTHS[fact.month - 1] as string;
  const day = dayOf(fact.day);
  const hour = hourOf(time);
  const several = <Item>(items: Item[]) => (facts.length > 1 ? items : []);
  const tomorrow: Named[] = fact.date === TOMORROW ? [['demain', ['date']]] : [];
  const days: Named[] = [
    [weekday, ['weekday']],
    [weekday, ['weekday']],
    [`${weekday} ${PARTS[fact.part]}`, ['weekday', 'part']],
    [`${weekday} à ${hour}`, ['weekday', 'time']],
    [`${weekday} ${day}`, ['weekday', 'day']],
    [`${weekday} ${day} ${month}`, ['weekday', 'day', 'month']],
    [`le ${day}`, ['day']],
    [`le ${day} ${month}`, ['day', 'month']],
    ...tomorrow,
  ];
  const numbers: Named[] = several([
    [`l'option ${place}`, ['place']],
    [`le numéro ${place}`, ['place']],
    [`la proposition ${place}`, ['place']],
    [`la ${FEMININE[place]} option`, ['place']],
    [`la ${FEMININE[place]}`, ['place']],
    [`le ${ORDINALS[place]} créneau`, ['place']],
  ]);
  const isDate = facts.some((one) => one.day === place);
  return {
    on: days,
    day: days,
    it: [...days, ...numbers],
    weekday: [[weekday, ['weekday']]],
    hour: [
      [hour, ['time']],
      [time, ['time']],
    ],
    nr: several([[String(place), ['place']]]),
    nth: several([[ORDINALS[place] as string, ['place']]]),
    nthf: several([[FEMININE[place] as string, ['place']]]),
    nthDate: several(isDate ? [] : [[`le ${dayOf(place)}`, ['place']]]),
    freeDay: freeWeekdays(facts).map((free) => [WEEKDAYS[free] as string, ['place']]),
  };
}

/** Present, future, infinitive, past, third person. */
const NEUTRAL = lines(`
  je réponds|je répondrai|répondre|j'ai répondu|répond
  je vous réponds|je vous répondrai|vous répondre|je vous ai répondu|vous répond
  je vous écris|je vous écrirai|vous écrire|je vous ai écrit|vous écrit
  je vous donne une réponse|je vous donnerai une réponse|vous donner une réponse|je vous ai donné une réponse|vous donne une réponse
  je vous tiens au courant|je vous tiendrai au courant|vous tenir au courant|je vous ai tenu au courant|vous tient au courant
  je reviens vers vous|je reviendrai vers vous|revenir vers vous|je suis revenu vers vous|revient vers vous
  je décide|je déciderai|décider|j'ai décidé|décide
  je prends ma décision|je prendrai ma décision|prendre ma décision|j'ai pris ma décision|prend sa décision
  je suis de retour|je serai de retour|être de retour|j'étais de retour|est de retour
  je rentre de vacances|je rentrerai de vacances|rentrer de vacances|je suis rentré de vacances|rentre de vacances
  je reviens au bureau|je reviendrai au bureau|revenir au bureau|je suis revenu au bureau|revient au bureau
  je commence mon nouveau travail|je commencerai mon nouveau travail|commencer mon nouveau travail|j'ai commencé mon nouveau travail|commence son nouveau travail
  je finis le rapport|je finirai le rapport|finir le rapport|j'ai fini le rapport|finit le rapport
  je regarde mon agenda|je regarderai mon agenda|regarder mon agenda|j'ai regardé mon agenda|regarde son agenda
  je vérifie|je vérifierai|vérifier|j'ai vérifié|vérifie
  j'y réfléchis|j'y réfléchirai|y réfléchir|j'y ai réfléchi|y réfléchit
  j'envoie le contrat|j'enverrai le contrat|envoyer le contrat|j'ai envoyé le contrat|envoie le contrat
  je signe le contrat|je signerai le contrat|signer le contrat|j'ai signé le contrat|signe le contrat
  je paie la facture|je paierai la facture|payer la facture|j'ai payé la facture|paie la facture
  je demande à mon chef|je demanderai à mon chef|demander à mon chef|j'ai demandé à mon chef|demande à son chef
  je parle à l'équipe|je parlerai à l'équipe|parler à l'équipe|j'ai parlé à l'équipe|parle à l'équipe
  j'attends Tom|j'attendrai Tom|attendre Tom|j'ai attendu Tom|attend le bus
  je reçois les résultats|je recevrai les résultats|recevoir les résultats|j'ai reçu les résultats|reçoit les résultats
  j'arrive à Paris|j'arriverai à Paris|arriver à Paris|je suis arrivé à Paris|arrive à Paris
  j'en sais plus|j'en saurai plus|en savoir plus|-|en sait plus
  je réserve les billets|je réserverai les billets|réserver les billets|j'ai réservé les billets|réserve les billets
  je prépare la salle|je préparerai la salle|préparer la salle|j'ai préparé la salle|prépare la salle
  je lis votre message|je lirai votre message|lire votre message|j'ai lu votre message|lit votre message
  je relance le client|je relancerai le client|relancer le client|j'ai relancé le client|relance le client
  je rappelle le garage|je rappellerai le garage|rappeler le garage|j'ai rappelé le garage|rappelle le garage
`);

/** Whoever does these is not free then. */
const BUSY = lines(`
  je travaille|je travaillerai|travailler|j'ai travaillé|travaille
  je travaille de chez moi|je travaillerai de chez moi|travailler de chez moi|j'ai travaillé de chez moi|travaille à la maison
  je suis en réunion|je serai en réunion|être en réunion|j'étais en réunion|est en réunion
  je suis en déplacement|je serai en déplacement|être en déplacement|j'étais en déplacement|est en déplacement
  je suis en vacances|je serai en vacances|être en vacances|j'étais en vacances|est en vacances
  je suis en congé|je serai en congé|être en congé|j'étais en congé|est en congé
  je suis absent|je serai absent|être absent|j'étais absent|est absent
  je suis pris|je serai pris|être pris|j'étais pris|est pris
  je suis occupé|je serai occupé|être occupé|j'étais occupé|est occupé
  je suis chez le dentiste|je serai chez le dentiste|être chez le dentiste|j'étais chez le dentiste|est chez le dentiste
  j'ai une réunion|j'aurai une réunion|avoir une réunion|j'avais une réunion|a une réunion
  j'ai un autre rendez-vous|j'aurai un autre rendez-vous|avoir un autre rendez-vous|j'avais un autre rendez-vous|a un autre rendez-vous
  je vais chez le médecin|j'irai chez le médecin|aller chez le médecin|je suis allé chez le médecin|va chez le médecin
  je voyage|je voyagerai|voyager|j'ai voyagé|voyage
  je pars à Londres|je partirai à Londres|partir à Londres|je suis parti à Londres|part à Londres
  je déménage|je déménagerai|déménager|j'ai déménagé|déménage
  je fête mon anniversaire|je fêterai mon anniversaire|fêter mon anniversaire|j'ai fêté mon anniversaire|fête son anniversaire
  je donne un cours|je donnerai un cours|donner un cours|j'ai donné un cours|donne un cours
  je vois un client|je verrai un client|voir un client|j'ai vu un client|voit un client
  je passe un examen|je passerai un examen|passer un examen|j'ai passé un examen|passe un examen
  je garde mes enfants|je garderai mes enfants|garder mes enfants|j'ai gardé mes enfants|garde ses enfants
  je rends visite à mes parents|je rendrai visite à mes parents|rendre visite à mes parents|j'ai rendu visite à mes parents|rend visite à ses parents
`);

const FUTURE = lines(`
  {0} {on}
  {on}, {0}
  {on} {0}
  {1} {on}
  {on}, {1}
  je vais {2} {on}
  je dois {2} {on}
  je devrai {2} {on}
`);
const CAN = lines(`
  je peux {2} {on}
  je voudrais {2} {on}
  j'aimerais {2} {on}
  je compte {2} {on}
  je pourrai {2} {on}
`);
const OTHER_TENSES = lines(`
  {3} {on}
  {on}, {3}
  je pourrais {2} {on}
  je voulais {2} {on}
  j'espère {2} {on}
  je devais {2} {on}
`);
const OTHERS = lines(`
  mon collègue {4} {on}
  Tom {4} {on}
  {on}, elle {4}
  ma chef {4} {on}
`);

const negatives = (): Family[] => [
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
      mon collègue peut {on}
      mon collègue est libre {on}
      Tom prendrait {it}
      Tom prend {it}
      Tom dit que {it} convient
      Tom dit que {it} lui convient
      mon chef veut {it}
      {it} convient à Tom
      {it} lui convient
      {it} leur va bien
      {it} va bien à ma femme
      {it} convient à tous les autres
      vous avez dit que {it} convient
      tu m'as dit que {it} irait
      on m'a dit que {it} convient
      il paraît que {it} est possible
      selon Tom, {it} est bien
      Ben a choisi {it}
      Ben a déjà pris {it}
      elle est libre {on}
      il est disponible {on}
      mon assistante est disponible {on}
      l'équipe se réunit {on}
      je vois que vous êtes libre {on}
      je n'ai jamais dit que {it} me convient
      qui a dit que {it} convient
      demandez à Tom si {it} convient
      j'ai dit à Tom que {it} convient
      les autres préfèrent {it}
    `),
  },
  {
    family: 'a question without a mark',
    kind: 'nothing',
    templates: lines(`
      est-ce que {it} est encore libre
      {it} est encore libre ou pas
      est-ce que {it} vous convient
      est-ce que ça vous va {on}
      serait-il possible de décaler {it}
      pouvons-nous faire {it} par téléphone
      et {it} alors
      que diriez-vous de {weekday}
      avez-vous le temps {on}
      êtes-vous libre {on}
      es-tu dispo {on}
      où se retrouve-t-on {on}
      à quelle heure {on}
      qui sera là {on}
      vous voulez dire {it}
      peut-on déplacer {it}
      combien de temps dure la réunion {on}
      est-ce {hour} heure de Paris
      dois-je vous appeler {on}
      pourquoi {it}
      dans quelle salle {on}
      Tom vient-il {on}
    `),
  },
  {
    family: 'hypothetical',
    kind: 'nothing',
    templates: lines(`
      si j'étais libre {on}, je viendrais
      si {it} convenait, je le dirais
      j'aurais pris {it}
      {it} aurait convenu
      {it} m'aurait convenu
      {it} aurait été parfait
      j'aurais pu {on}
      {it} convient si Tom peut venir
      si {it} convient, je vous le dirai
      je prendrais {it} si je pouvais
      {it} me convenait
      {it} me convenait hier
      {it} allait bien
      {it} était bien
      {it} m'allait la dernière fois
      la dernière fois j'ai pris {it}
      si seulement {it} convenait
      {it} convient à condition que ce soit court
      même si {it} convient
      que {it} convienne ou non dépend de Tom
      {it} ne convient que sans Ben
      dès que {it} convient, je vous écris
      supposons que {it} convienne
      à moins que {it} ne convienne
    `),
  },
  {
    family: 'hedged',
    kind: 'nothing',
    templates: lines(`
      {it} pourrait aller
      {it} pourrait convenir
      peut-être {it}
      {it} peut-être
      {it} convient peut-être
      je pense que {it} convient
      je crois que {it} convient
      {it} convient sans doute
      {it} convient probablement
      {it} devrait aller
      {it} devrait convenir
      éventuellement {it}
      je ne suis pas sûr que {it} convienne
      je ne sais pas si {it} convient
      je ne sais pas encore si je peux {on}
      je dois voir si {it} convient
      je dois vérifier si {it} convient
      je vérifie pour {weekday}
      {it} est tentant
      je pense à {weekday}
      j'hésite pour {weekday}
      je penche pour {weekday}
      j'espère que {it} convient
      {it} n'est pas impossible
      {it} est possible mais difficile
      {it} convient presque
      {it} convient à peine
      {it} convient en théorie
      {it} convient a priori
      a priori {it}
      en principe {it}
      au pire {it}
      sous réserve, {it}
      {it} serait jouable en me forçant
      {it} semble bien à première vue
      {it} convient plus ou moins
    `),
  },
  {
    family: 'undecided between two',
    kind: 'nothing',
    templates: lines(`
      j'hésite entre {it} et {it2}
      je ne peux pas choisir entre {it} et {it2}
      soit {it} soit {it2}, je ne sais pas encore
      {it} ou {it2}, je vous dirai
      {it} ou {it2}, à voir
      {it} est mieux que {it2}, mais je ne sais pas
      quelque chose entre {it} et {it2}
      j'ai confondu {it} et {it2}
    `),
  },
  {
    family: 'a reason that may hide a yes',
    kind: 'nothing',
    templates: lines(`
      Je travaille {on2} mais je peux. {it} me va
      {on2} je suis en télétravail, donc disponible, {it} me va
      {on2} je suis au bureau, {it} me va aussi
      {on2} je suis à Lyon, {it} me va aussi
      J'ai cours {on2} mais ça me va. {it} me va aussi
      {it} ou {it2}, le dernier
      J'ai bloqué {it}
      J'ai pris {it}
      Pas de souci pour aucun
      {it}, de toute façon
    `),
  },
  {
    family: 'confirmed later, or how many',
    kind: 'nothing',
    templates: lines(`
      je vous confirme {weekday}
      {weekday} je vous confirme
      je te confirme {weekday}
      {weekday}, je saurai
    `),
  },
  {
    family: 'irony',
    kind: 'nothing',
    templates: lines(`
      génial, encore une réunion {on}
      mais bien sûr, {it}, comme si je n'avais que ça à faire
      {it}, vous plaisantez
      {it}, c'est une blague
      {it} me convient comme une rage de dents
      {it}, très drôle
      plutôt manger du verre que de prendre {it}
      c'est ça, et {on} les poules auront des dents
      il ne manquait plus que {it}
    `),
  },
  {
    family: 'the choice of something else',
    kind: 'nothing',
    templates: lines(`
      je prends le train {on}
      je prends la voiture {on}
      je prends le {nth} bus
      je prends le {nth} train {on}
      je prends la {nthf} chambre
      je préfère la {nthf} version du contrat
      la {nthf} version convient
      la {nthf} version est bonne
      le {nth} projet me convient
      le {nth} lien marche
      la {nthf} page est parfaite
      j'ai aimé le {nth} chapitre
      le point {nr} de l'ordre du jour convient
      la salle {nr} convient
      la salle {nr} est bien
      le chapitre {nr} est bon
      la version {nr} convient
      j'ai besoin de {nr} heures
      j'ai {nr} enfants
      nous serons {nr}
      nous sommes {nr} personnes
      {nr} de mes collègues peuvent venir
      donnez-moi {nr} jours
      j'aurai {nr} minutes de retard
      dans {nr} semaines
      j'ai {nr} questions
      il a fallu {nr} heures
      c'est mon {nth} message
      c'est la {nthf} fois
      pour la {nthf} fois
      je demande pour la {nthf} fois
      l'ascenseur remarche {on}
      la facture de {weekday} est bonne
      le compte rendu de {weekday} convient
      il fera beau {on}
      mon train part {on}
      le magasin est ouvert {on}
      le bureau est ouvert {on}
      le délai expire {on}
      mon contrat se termine {on}
      notre dernière réunion était {on}
      le concert a lieu {on}
      mon anniversaire est {on}
      le cours commence à {hour}
      je déjeune à {hour}
      je me suis levé à {hour}
      le match est {on}
      votre message est arrivé {on}
      je prends {nr} jours de congé
      la phase {nr} est finie
    `),
  },
  {
    family: 'near an ordinal',
    kind: 'nothing',
    templates: lines(`
      la {nthf} semaine convient
      la {nthf} semaine me convient
      la {nthf} semaine me va
      pendant la {nthf} semaine
      la {nthf} semaine de février convient
      la {nthf} moitié de la semaine convient
      la {nthf} partie de la journée me va
      le {nth} {freeDay} convient
      le {nth} {freeDay} du mois convient
      une semaine sur {nr} me convient
      le {nth} trimestre convient
      le {nth} mois me va
      {nthDate} me convient
      {nthDate} me va
      {nthDate} février convient
      {nthDate} du mois prochain
      la {nthf} manche convient
      après la {nthf} réunion
      avant le {nth} appel
      d'abord je voulais {it}
      au début je pensais que {it} convenait
      au premier abord {it} convient
      à première vue {it} convient
      à la réflexion {it} est difficile
      premièrement je ne sais pas si {it} convient
      ma première idée était {it}
      dans un premier temps {it} semblait possible
      tout d'abord je dois demander pour {weekday}
    `),
  },
  {
    family: 'the last but one',
    kind: 'last but one',
    templates: lines(`
      l'avant-dernier convient
      l'avant-dernier créneau me convient
      l'avant-dernière option me va
      je prends l'avant-dernier
      l'avant-dernière, s'il vous plaît
    `),
  },
  {
    family: 'not offered',
    kind: 'nothing',
    templates: lines(`
      {freeDay} convient
      {freeDay} me convient
      {freeDay} me va
      je suis libre {freeDay}
      je peux {freeDay}
      {freeDay} à {hour} me convient
      {freeDay} à {hour} s'il vous plaît
      {freeDay} au lieu de {weekday}
      {freeDay} est mieux que {weekday}
      la veille de {weekday} me va
      le lendemain de {weekday} convient
      une heure avant {hour} me convient
      deux heures après {hour} me va
      une semaine après {weekday} me va
      la semaine après {weekday}
      {it}, mais une semaine plus tard
      {it}, mais une heure plus tôt
      une demi-heure plus tard que {it}
      {weekday} dans un mois
      {weekday} en quinze
      {weekday} à 23h convient
      {weekday} à minuit me va
    `),
  },
  {
    family: 'about the time of something',
    kind: 'nothing',
    templates: lines(`
      d'ici {weekday} j'en saurai plus
      après {weekday} j'en saurai plus
      j'en ai besoin pour {weekday}
      j'ai besoin des documents avant {weekday}
      depuis {weekday} je suis malade
      écrivez-moi après {weekday}
      redemandez-moi {on}
      rappelez-moi {on}
      appelez-moi {on}
      envoyez-moi les documents {on}
      j'attends jusqu'à {weekday}
      je suis à la maison à {hour}
      à partir de {weekday} j'ai une nouvelle adresse
      rien n'est décidé avant {weekday}
      on verra {on}
      on verra bien {on}
      je préfère attendre {weekday}
      j'ai une question sur {weekday}
      merci pour {it}
      j'ai vu {it}
      à propos de {weekday}
      concernant {it}
      {it} est un jour férié
      {it} est mon anniversaire
      {it} c'est bientôt
      {it} c'est tôt
      {it} c'est tard
      déjà {weekday}
      je déteste {weekday}
      {weekday} est un jour comme un autre
      je croyais qu'on était {weekday}
      je prends mes rendez-vous le {weekday}
      en général j'ai mes réunions le {weekday}
      {on} est un autre jour
    `),
  },
  {
    family: 'double negation',
    kind: 'nothing',
    templates: lines(`
      ce n'est pas que {it} ne convienne pas
      non que {it} ne convienne pas
      je ne dis pas que {it} ne convient pas
      je n'ai pas dit que je ne peux pas {on}
      je ne peux pas dire que {it} ne convient pas
      {it} n'est pas exclu
      je ne veux pas encore refuser {it}
    `),
  },
  {
    family: 'not chosen',
    kind: 'refusal',
    templates: lines(`
      je ne prends pas {it}
      je ne choisis pas {it}
      je ne peux pas {on}
      je ne peux pas venir {on}
      {on} je ne peux pas
      {on} ce n'est pas possible
      {on} ça ne va pas
      {it} ne convient pas
      {it} ne me convient pas
      {it} ne me va pas
      {it} ne va pas
      {it} ne m'arrange pas
      {it} ne me convient pas du tout
      {it} ne me convient jamais
      {it} ne me convient plus
      {it} n'est pas possible
      {it} n'est pas bon
      {it} est impossible
      pas {on}
      pas {it}
      surtout pas {it}
      malheureusement pas {on}
      merci de ne pas réserver {it}
      je n'ai pas le temps {on}
      je ne suis pas libre {on}
      je ne suis pas disponible {on}
      {it} est trop tôt
      {it} est trop tard pour moi
      {it} est déjà pris
      {it} convient à Tom mais pas à moi
      {it} ne convient à personne
      {it} convient pas
      {it} ça va pas
      en aucun cas {it}
      {it} c'est mort
    `),
  },
  {
    family: 'nearly a yes',
    kind: 'nothing',
    templates: lines(`
      oui, je vous réponds {on}
      oui, je vous dirai {on}
      ok, je vérifie et je réponds {on}
      d'accord, je demande à Tom pour {weekday}
      oui, si {it} est encore libre
      oui, peut-être {on}
      oui et non, {it} est difficile
      ça me va, mais je dois vérifier {it}
      super, je regarde {it}
      merci, je réfléchis à {weekday}
      ça convient à Tom {on}
      ça aurait convenu {on}
      oui, sauf imprévu {on}
      volontiers, dès que j'en sais plus sur {weekday}
      oui, vous avez proposé {it}
      oui, j'ai vu {it}
      oui, c'est {on} ou pas
      pas de problème, je réponds {on}
      ça tombe bien, je suis de retour {on}
      avec plaisir, mais je ne sais pas encore pour {weekday}
    `),
  },
  {
    family: 'a kind no',
    kind: 'refusal',
    templates: lines(`
      avec plaisir, mais pas {on}
      volontiers, mais je suis absent {on}
      bonne idée, mais {it} ne me convient pas
      merci, mais {it} ne me va pas
      non, pas {on}
      non, je suis en déplacement {on}
      dommage, je ne suis pas là {on}
    `),
  },
  {
    family: 'a farewell',
    kind: 'farewell',
    templates: lines(`
      à {weekday}
      à {weekday} alors
      merci, à {weekday}
      on se voit {on}
      on s'appelle {on}
      au plaisir de vous voir {on}
    `),
  },
  {
    family: 'a wish',
    kind: 'courtesy',
    templates: lines(`
      bon {weekday}
      passez un bon {weekday}
      bon {weekday} et merci
    `),
  },
  {
    family: 'praise',
    kind: 'praise',
    templates: lines(`
      c'est bon
      c'est bon pour moi
      tout va bien
      tout est bon
      tout est parfait
      ça marche
      ça me va
      ça va
      pas de problème
      pas de souci
      c'est parfait
      parfait
      volontiers
      avec plaisir
      ça roule
      impeccable
    `),
  },
];

function mixtures(one: Fact, other: Fact): ReturnType<Language['mixtures']> {
  const weekday = WEEKDAYS[one.weekday];
  const month = MONTHS[other.month - 1];
  const day = dayOf(other.day);
  const onDay = (fact: Fact) => fact.weekday === one.weekday && fact.day === other.day;
  const onDate = (fact: Fact) => onDay(fact) && fact.month === other.month;
  const atHour = (fact: Fact) => fact.weekday === one.weekday && fact.time === other.time;
  const dateAtHour = (fact: Fact) => fact.date === one.date && fact.time === other.time;
  const hour = hourOf(other.time);
  const mixed: ReturnType<Language['mixtures']> = [
    [`${weekday} ${day}`, onDay],
    [`le ${weekday} ${day}`, onDay],
    [`${weekday}, le ${day},`, onDay],
    [`${weekday} ${day} ${month}`, onDate],
    [`le ${weekday} ${day} ${month}`, onDate],
    [`${weekday} ${other.day}/${other.month}`, onDate],
    [`${weekday} (${other.day}/${other.month})`, onDate],
    [`le ${day} ${month}, un ${weekday},`, onDate],
    [`${weekday} à ${hour}`, atHour],
    [`${weekday} ${hour}`, atHour],
    [`${hour} ${weekday}`, atHour],
    [`${weekday} à ${other.time}`, atHour],
    [`le ${dayOf(one.day)} à ${hour}`, (fact) => fact.day === one.day && fact.time === other.time],
    [`le ${dayOf(one.day)} ${MONTHS[one.month - 1]} à ${hour}`, dateAtHour],
    [`${weekday} ${dayOf(one.day)} à ${hour}`, dateAtHour],
  ];
  if (other.place === 0) return mixed;
  const placed = (fact: Fact) => fact.weekday === one.weekday && fact.place === other.place;
  return [
    ...mixed,
    [`l'option ${other.place} ${weekday}`, placed],
    [`l'option ${other.place} (${weekday})`, placed],
    [`${weekday}, l'option ${other.place},`, placed],
  ];
}

export const FRENCH: Language = {
  code: 'fr',
  namesOf,
  negatives,
  strangers: strangersTo,
  mixtures,
  choices: {
    clear: lines(`
      {it} me convient
      {it} convient
      {it} me va
      {it} est parfait pour moi
      je prends {it}
      je suis libre {on}
      je suis disponible {on}
    `),
    mixed: lines(`
      {when} me convient
      {when} convient
      {when} me va
      {when} s'il vous plaît
      je prends {when}
      oui, {when}
    `),
  },
  positives: {
    one: lines(`
      {it} me convient
      {it} convient
      {it} me convient bien
      {it} me convient très bien
      {it} me convient parfaitement
      {it} me conviendrait
      {it} nous convient
      {it} me va
      {it} me va bien
      {it} me va très bien
      {it} m'irait
      {it} va bien
      {it} est bien
      {it} est parfait
      {it} serait parfait
      {it} m'arrange
      {it} m'arrange bien
      {it} c'est bon
      {it} c'est bon pour moi
      {it} c'est parfait
      {it}
      {it}, merci
      {it} s'il vous plaît
      {it} svp
      ok pour {it}
      d'accord pour {it}
      va pour {it}
      oui, {it} me convient
      oui pour {it}
      bonjour Ada, {it} me convient
      je prends {it}
      je prendrai {it}
      je choisis {it}
      j'opte pour {it}
      je voudrais {it}
      je souhaite prendre {it}
      prenons {it}
      on prend {it}
      disons {it}
      partons sur {it}
      je peux {on}
      je suis libre {on}
      je suis disponible {on}
      je suis dispo {on}
      {on} je suis libre
      {on} je peux
      {on} ça me va
      {on} ça marche
      {on} me convient
      voyons-nous {on}
      retrouvons-nous {on}
      merci pour les propositions. {it} me convient
      {it} me convient. Merci beaucoup
      {it} me convient, à bientôt
      désolé pour le retard. {it} me convient
    `),
    two: lines(`
      {it} et {it2} me conviennent
      {it} et {it2} conviennent
      {it} ou {it2} me convient
      {it} ou {it2} me va
      {it} et {it2} me vont
      je peux {on} et {on2}
      je suis libre {on} et {on2}
      je suis disponible {on} ou {on2}
      {it} me convient, {it2} aussi
      {it} et {it2} sont possibles
    `),
    all: lines(`
      tous me conviennent
      toutes les options me conviennent
      tous les créneaux me conviennent
      tout me convient
      toutes les propositions me vont
      je suis disponible pour tous les créneaux
      toutes me vont
      n'importe lequel me convient
    `),
    only: lines(`
      oui
      oui, merci
      oui, ça me va
      oui, {it} me convient
      ça me va
      ça me convient
      ça marche
      ça marche, à {weekday}
      parfait, à {weekday}
      c'est bon pour moi
      je serai là
      c'est confirmé
      {it} me convient
      {it} me va
      {weekday} à {hour} me convient
      {hour} me va
      d'accord
      je suis libre {on}
      je suis disponible
    `),
  },
  combinations: {
    'refused, then chosen': lines(`
      {it} ne convient pas, {it2} oui
      {it} ne me convient pas, {it2} me convient
      {it} ne me convient pas, mais {it2} me convient
      {it} ne me va pas. {it2} me va
      je ne peux pas {on}, mais {it2} me convient
      je ne peux pas {on}. {it2} me va
      je ne suis pas libre {on}, je suis libre {on2}
      {on} je ne peux pas, {on2} oui
      pas {it}, mais {it2} me convient
      pas {it}, plutôt {it2}
      je suis en déplacement {on}, donc {it2} s'il vous plaît
      je suis pris {on}, {it2} me convient
      {it2} plutôt que {it}
      au lieu de {weekday}, je prends {it2}
      malheureusement {it} n'est pas possible, {it2} me va
    `),
    'chosen, then refused': lines(`
      {it} me convient, {it2} non
      {it} me convient, pas {it2}
      {it} me convient, mais pas {it2}
      {it} me convient, {it2} ne me convient pas
      {it}, pas {it2}
      {it} me va, {it2} ne me va pas
      je peux {on}, mais pas {on2}
      je suis libre {on} mais pas {on2}
      {it} me convient. {on2} je ne peux pas
      {it} svp, je suis absent {on2}
      je prends {it} parce que {it2} ne me convient pas
    `),
    'all but one': lines(`
      tous sauf {it}
      toutes les options sauf {it}
      tout sauf {it}
      tout me convient sauf {it}
      tous me conviennent sauf {it}
      tous les créneaux sauf {it} me conviennent
      tous me conviennent, mais pas {it}
      n'importe lequel sauf {it}
      toutes me vont à part {it}
      à part {it}, tout me convient
    `),
    'only one': lines(`
      {it} me convient, aucun des autres
      {it} me va, les autres ne vont pas
      seulement {it}
      {it} seulement
      seul {weekday} me convient
      il n'y a que {it} qui me convient
      je ne peux que {on}
      je suis libre seulement {on}
      aucun ne me convient sauf {it}
      rien ne me convient sauf {it}
      uniquement {it}
    `),
    'two refused': lines(`
      je ne peux pas {on} et {on2}
      je ne suis libre ni {on} ni {on2}
      ni {it} ni {it2} ne me convient
      ni {it} ni {it2}
      {it} et {it2} ne me conviennent pas
      je ne peux ni {on} ni {on2}
      {it} ne me convient pas et {it2} non plus
      je ne suis pas libre {on} ni {on2}
    `),
    'from then on': lines(`
      à partir de {weekday} tout me convient
      dès {weekday} je suis toujours libre
    `),
    'after that': lines(`
      tout après {weekday} me convient
      après {weekday} je suis toujours libre
    `),
    'before that': lines(`
      tout avant {weekday} me convient
      avant {weekday} je suis toujours libre
    `),
  },
  ambiguousOnThatDay: lines(`
    tout après {weekday} me convient
    après {weekday} je suis toujours libre
    n'importe quand après {weekday}
  `),
  manners: {
    greetings: ['Bonjour Ada,', 'Bonjour,', 'Chère Madame,', 'Salut Ada,'],
    thanks: ['Merci !', 'Merci pour votre message.', 'Merci pour les propositions.'],
    closings: ['Cordialement\nGrace', 'Bien à vous,\nGrace Hopper', 'Bonne journée\nGrace', 'Merci,\nGrace'],
  },
};
