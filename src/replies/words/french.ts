import type { Vocabulary } from './vocabulary.ts';

/** `j'ai`, `c'est`, `l'option`: two words. */
function contracted(word: string): string[] | null {
  const [, first, rest] = /^(j|c|l|d|n|m|t|s|qu)'(.+)$/.exec(word) ?? [];
  return first && rest ? [`${first}'`, rest] : null;
}

/** French. Accents may be missing. */
export const french: Vocabulary = {
  contracted,
  forms: `
    ref that suit good?
    ref that be good|ok|free
    ref that will be? good|suit
    that be good|ok for? ref
    that suit good? for? ref
    ok|good|yes for ref
    i be ok|free|good for? ref
    i be ok for ref
    ref i can good?
    i can good? ref
    ref i be free
    i be ref free
    i have availability ref
    ref i have availability
    i be free ref
    ref be my? choice
    choice be? obj
    ref be be? good|free|ok
    i? take good? obj
    i? take for obj
    i? meet ref
    ref suit good?
    ref for me
    i be free for ref
  `,
  accented: { où: 'ask', là: 'adverb', dès: 'since' },
  nth: ['er'],
  ordinalEndings: ['ere', 're', 'e', 'eme', 'nd', 'nde'],
  senses: {
    adverb: `du tout, davantage, seul, seule, il n'y a que, donc, bien sûr, vraiment, tout à fait, très, simplement, seulement, uniquement, aussi bien, plutôt bien, parfaitement bien, finalement, du coup, sinon, encore, toujours, actuellement, personnellement, sans problème, sans souci, sans soucis, sans aucun problème, évidemment, effectivement, absolument, certainement, que, même, là, ici, en fait, ah, oh, eh bien, juste, surtout, svp alors, sans hésiter, sans difficulté, de toute façon, facilement, toute la journée, toute la semaine, ce jour là, ce jour, ce moment là, cette fois, pour le rendez vous, pour la réunion, pour notre réunion, pour notre rendez vous, pour un appel, pour l'appel, pour cet échange, pour notre échange, pour échanger, pour notre appel, dans la liste, de la liste, de votre liste, en ce qui me concerne,
      merci pour vos propositions, merci de vos propositions, merci pour les propositions, merci pour ces propositions, merci pour la proposition, je vous remercie pour vos propositions, je vous remercie de vos propositions, je vous remercie de votre message, je vous remercie pour votre message, merci pour votre message, merci pour ton message, merci de votre message, merci pour votre mail, merci pour ton mail, merci pour votre retour, merci pour ton retour, merci de votre retour, merci de votre retour rapide, merci pour votre retour rapide, merci pour votre réponse, merci pour ta réponse, merci pour votre réponse rapide, merci pour le rappel, merci pour la relance, merci de la relance, merci pour l'organisation, merci d'organiser ça, merci d'organiser, merci pour les créneaux, merci pour ces créneaux, merci pour tes propositions, merci pour l'invitation, merci pour les dates,
      désolé pour la réponse tardive, désolée pour la réponse tardive, désolé pour le retard, désolée pour le retard, désolé pour cette réponse tardive, désolée pour cette réponse tardive, désolé de répondre si tard, désolée de répondre si tard, désolé du retard, désolée du retard, veuillez m'excuser pour le retard, toutes mes excuses pour le retard, pardon pour le retard, excusez moi pour le retard, j'espère que vous allez bien, j'espère que tu vas bien, en espérant que vous allez bien`,
    offered: `proposé, proposés, proposée, proposées, que vous proposez, que vous avez proposé, que vous avez proposés, que vous avez proposées, indiqués, mentionnés, que tu proposes`,
    me: `me, m', nous, moi, pour moi, pour nous, à moi, de mon côté, de notre côté, en ce qui me concerne, quant à moi, chez moi, chez nous, pour ma part, pour tout le monde, pour l'équipe, pour toute l'équipe, à tous`,
    pronoun: `je, j', on`,
    my: `mon, ma, mes, notre, nos`,
    be: `est, sont, suis, sommes, serait, seraient, sera, serai, serais, seront, serions, soit, être`,
    will: `vais, irai`,
    have: `ai, avons`,
    suit: `qui me va, qui me convient, qui nous convient, va, vont, convient, conviennent, conviendrait, conviendraient, irait, iraient, ira, iront, marche, marchent, marcherait, fonctionne, fonctionnent, fonctionnerait, arrange, arrangent, arrangerait, passe, passent, roule, colle, joue, fera l'affaire, feront l'affaire, fait l'affaire, font l'affaire, tombe bien, tombent bien, est parfait, s'y prête, ferait l'affaire`,
    good: `pas de souci, pas de soucis, pas de problème, aucun problème, aucun souci, ben correct, correct, le seul qui me convient, la seule qui me convient, le seul qui me va, la seule qui me va, le seul possible, la seule possible, bien, bon, bons, bonne, bonnes, parfait, parfaite, parfaits, parfaites, parfaitement, super, génial, géniale, nickel, top, idéal, idéale, impeccable, excellent, très bien, très bon, mieux, le mieux, au mieux, le plus pratique, le meilleur, la meilleure, tip top, parfaitement bien, cool, noté, bien noté, formidable, convenable, noté de mon côté, à merveille, au top`,
    ok: `ok, okay, d'accord, partant, partante, partants, oki, bon pour, bonne pour, validé, valide`,
    free: `libre, libres, disponible, disponibles, dispo, dispos, possible, possibles, faisable, faisables, joignable, présent, présente, jouable, envisageable, accessible`,
    availability: `du temps, de la disponibilité, le temps, de la place, un trou, un créneau libre`,
    can: `peux, pouvons, pourrais, pourrions, peut, pourrai, pourrait, peux me libérer, peux être là, peux être disponible, pourrais être disponible, peux me rendre disponible`,
    take: `prends, prenons, prend, prendrai, prendrais, choisis, choisissons, choisit, choisirais, retiens, retenons, réserve, réservons, réservez, confirme, confirmons, valide, validons, opte pour, optons pour, pars sur, part sur, partons sur, va pour, vais prendre, vais choisir, vais opter pour, souhaite prendre, souhaite, souhaiterais, voudrais prendre, souhaite réserver, voudrais, aimerais, souhaite confirmer, aimerais prendre, souhaiterais prendre, mettons, mettez, mets, disons, on dit, bloque, bloquez, bloquons, bloquer, note, notez, notons, fixons, vote pour, me décide pour, accepte, acceptons, planifiez, planifions, programmez, programmons, faisons, garde, gardons, gardez, envoyez l'invitation pour, envoie l'invitation pour, envoyez moi l'invitation pour, envoie moi l'invitation pour, merci de réserver, merci de bloquer, merci de retenir, merci de m'inscrire pour, merci de me réserver, veuillez réserver, veuillez retenir, veuillez bloquer, inscrivez moi pour, inscris moi pour, confirme ma disponibilité pour, vous confirme ma disponibilité pour, vous confirme, te confirme, vous confirme ma présence, vous confirme ma présence pour, vous confirme mon accord pour, vous confirme ma disponibilité, vous propose de retenir, confirme ma présence, confirme ma présence pour, confirme ma participation pour, confirme pour, confirme mon accord pour, confirme ma disponibilité, suis pour, prenez, pouvez réserver, pouvez bloquer, pouvez me réserver`,
    meet: `retrouvons nous, voyons nous, parlons nous, on se voit, on s'appelle, on se parle, serai là, y serai, on fait ça, faisons ça`,
    choice: `on part là dessus, mon choix, notre choix, ma préférence, mon choix se porte sur, ma réponse`,
    prefer: `préfère, préférons, préférerais, préférence, de préférence, plutôt, idéalement, si possible plutôt, ma préférence va à, préférable, préférerions, mieux vaut, je préfère`,
    refuse: `impossible, impossibles, pris, prise, prises, occupé, occupée, occupés, indisponible, indisponibles, absent, absente, absents, en congé, en congés, en vacances, en déplacement, en voyage, en réunion, complet, complète, chargé, chargée, surchargé, bloqué, bloquée, compliqué, compliquée, difficile, trop tôt, trop tard, trop juste, trop court, malade, en arrêt, en arrêt maladie, pas là, un autre rendez vous, déjà un rendez vous, un empêchement, empêché, empêchée, mort, ingérable, débordé, débordée, un conflit, déjà quelque chose, autre chose de prévu, déjà pris, déjà prise, en télétravail sans connexion`,
    back: `de retour, revenu, revenue, rentré, rentrée, de nouveau disponible, à nouveau disponible, de nouveau là`,
    doing: `chez le dentiste, chez le médecin, en journée, au théâtre, au boulot, au travail, mes partiels, les partiels, partiels, pot de départ, garde, dentiste, médecin, rendez vous, un rendez vous, en formation, formation, une formation, cours, un cours, en cours, au bureau, à l'hôpital, à la maison, kiné, le kiné, un examen, examen, un partiel, une réunion, une conférence, en conférence, un atelier, en atelier, un salon, sur un salon, chez un client, en clientèle, un mariage, un enterrement, férié, un jour férié, anniversaire, un anniversaire, un train, un vol, dans le train, dans l'avion, les enfants, mes enfants, les enfants à la maison, travaille, en télétravail, un séminaire, en séminaire, à la fac, au tribunal, une audience, déménagement`,
    regret: `malheureusement, désolé, désolée, désolés, je suis désolé, je suis désolée, navré, navrée, hélas, pardon, toutes mes excuses, mes excuses, je regrette, vraiment désolé, vraiment désolée, je suis navré, je suis navrée`,
    ne: `ne, n'`,
    not: `pas, jamais, plus, pas du tout, absolument pas, pas non plus, non plus`,
    cannot: ``,
    no: `non, nan, hélas non, non pour, malheureusement non`,
    none: `aucun, aucune, aucun de ces créneaux, aucune de ces dates, aucun de ces horaires, aucune de ces plages, aucun des créneaux, aucune des dates, aucun des horaires, aucune des options, aucune de ces options, aucune des propositions, aucune de ces propositions, aucun de ces moments, aucun d'entre eux, aucune d'entre elles, aucun des trois, aucune des trois, aucun des cinq, aucune des cinq, aucun des deux, aucune des deux, rien, à aucun, à aucune, pas un seul, aucun créneau, aucune date, aucun horaire, aucune option, aucune plage, aucun de ceux là, aucun de ces trois créneaux, aucun de ces cinq créneaux, aucune de ces trois dates`,
    any: `n'importe lequel, n'importe laquelle, n'importe quand, n'importe, l'un ou l'autre, l'une ou l'autre, n'importe quel créneau, n'importe quelle option, n'importe quelle date, n'importe quel horaire`,
    all: `tous, toutes, tout, chacun, chacune, tous les créneaux, toutes les options, toutes les dates, tous les horaires, toutes les propositions, toutes les plages, toutes ces dates, tous ces créneaux, tous ces horaires, toutes ces options, tous ces moments, à tous ces moments, toutes vos propositions, tous vos créneaux, l'ensemble`,
    both: `les deux, tous les deux, toutes les deux`,
    neither: `ni l'un ni l'autre, ni l'une ni l'autre`,
    except: `sauf, sauf celui de, sauf celui du, sauf celle de, sauf celle du, à part, à part celui de, hormis, excepté, hors, à l'exception de, à l'exception du, mis à part, en dehors de`,
    too: `aussi, également, pareil`,
    yes: `confirmé, c'est confirmé, oui, ouais, yes, bien sûr, entendu, volontiers oui, oui pour, c'est oui pour, oui à`,
    gladly: `volontiers, avec plaisir, svp, stp, s'il vous plaît, s'il te plaît, s'il vous plait, s'il te plait, s.v.p, s.v.p., s v p, s.t.p`,
    yours: `au choix, prends celui que tu veux, prends celui qui t'arrange, peu importe, peu importe lequel, peu importe laquelle, ça m'est égal, cela m'est égal, m'est égal, égal, indifférent, comme vous voulez, comme tu veux, celui que vous voulez, celui que tu veux, ce qui vous arrange, ce qui t'arrange, ce qui vous arrange le mieux, ce qui t'arrange le mieux, celui qui vous arrange, celui qui vous arrange le mieux, celui qui t'arrange, celui qui vous convient, celui qui vous convient le mieux, ce qui vous convient le mieux, ce qui te convient le mieux, c'est comme vous voulez, c'est comme tu veux, à votre convenance, selon vos disponibilités, à vous de voir ce qui vous arrange, à vous de choisir, à toi de choisir, à vous de voir, à toi de voir, au choix, choisissez, choisis ce qui t'arrange, choisissez ce qui vous arrange, choisissez celui qui vous arrange, choisis celui qui t'arrange, prends celui que tu veux, prenez celui que vous voulez, allez y avec celle qui vous arrange, allez y avec celui qui vous arrange, je vous laisse choisir, je te laisse choisir, je vous laisse le choix, je te laisse le choix, comme ça vous arrange, comme ça t'arrange, selon vos préférences, c'est vous qui voyez, c'est toi qui vois, sans préférence, pas de préférence, je n'ai pas de préférence`,
    thanks: `merci, merci beaucoup, merci bien, mille mercis, un grand merci, grand merci, merci à vous, merci à toi, merci d'avance, merci par avance, je vous remercie, je te remercie, je vous remercie par avance, avec mes remerciements, encore merci, merci encore, merci infiniment, thanks, mci, merci bcp`,
    farewell: `belle semaine à vous, belle semaine, à demain, à bientôt, à très bientôt, à très vite, à plus, à plus tard, à tout à l'heure, bonne journée, belle journée, très bonne journée, bonne soirée, belle soirée, bonne fin de journée, bonne semaine, bon week end, bon weekend, bonne fin de semaine, excellente journée, au plaisir, au plaisir d'échanger, au plaisir de vous rencontrer, au plaisir de vous lire, au revoir, bien reçu, reçu, c'est noté, bonne après midi, bon après midi, à la prochaine, hâte d'échanger, hâte d'y être, au plaisir de vous voir`,
    praise: `tout est parfait, tout est bon, tout est ok, tout est en ordre, tout va bien, très bien, ok super, ça me semble bien`,
    greeting: `bonjour, salut, coucou, bonsoir, cher, chère, chers, chères, allô, madame, monsieur, bonjour à tous, bonjour à toutes et à tous, hello, re bonjour, bjr, mesdames, messieurs`,
    closing: `cordialement, bien cordialement, très cordialement, bien à vous, bien à toi, cdlt, cdt, bises, biz, bisous, amicalement, sincèrement, salutations, salutations distinguées, meilleures salutations, sincères salutations, salutations cordiales, respectueusement, belle journée à vous, bonne journée à vous, bonne journée à toi, bonne réception, amitiés, sincères salutations distinguées, mes salutations, bien respectueusement, je vous prie d'agréer`,
    condition: `si, s', sous réserve, à condition, pourvu, sauf si, selon, en fonction, dépend, dès que, quand, lorsque, au cas où, le cas échéant, à moins, tant que, à défaut`,
    doubt: `peut être, sans doute, probablement, normalement, éventuellement, a priori, à priori, en principe, devrait, devrais, devraient, devrions, dois, devons, crois, pense, espère, environ, vers, presque, généralement, en général, d'habitude, à confirmer, reviens vers, confirme demain, réponds, réponse, répondrai, dirai, dis demain, verrai, vois, regarde, vérifie, vérifier, essaie, essaierai, tiens au courant, décide, déciderai, sais, semble, théoriquement, plus ou moins, au plus tard, d'abord, au pire, à la rigueur, la prochaine fois, pour la première fois, tiendrai, confirmerai, confirmer, reviendrai`,
    more: `question, questions, problème, souci, en retard, annuler, annule, annulé, annulée, reporter, reporté, repousser, décaler, déplacer, changer, modifier, envoyer, envoie, envoyez, envoyé, inviter, invitez, ajouter, appeler, appelez, appelle, écrire, écris, demander, demande, dire, dit que, il, elle, ils, elles, lui, leur, vous, votre, vos, te, ton, ta, tes, toi, tu, collègue, assistante, minutes, heure de, lien, visio, zoom, teams, adresse, lieu, supprimer, désinscrire, quelqu'un, personne, tout le monde, équipe, chef, patron, était, étais, avait, avais, semaine, semaines`,
    because: `parce que, car, puisque, comme je, vu que, étant donné que, à cause de, en raison de`,
    ask: `est ce que, qu'est ce, quel, quelle, quels, quelles, qui, comment, pourquoi, combien, pouvez vous, peux tu, pourriez vous, pourrais tu, serait il, faut il, est il, tu viens, puis je`,
    seek: `peut on voir, on peut voir, avez vous, auriez vous, as tu, aurais tu, pouvez vous proposer, pouvez vous me proposer, pourriez vous proposer, pourriez vous me proposer, peux tu proposer, peux tu me proposer, pourrais tu me proposer, pouvez vous m'envoyer, pourriez vous m'envoyer, merci de me proposer, merci de proposer, serait il possible d'avoir, est il possible d'avoir, y a t il, y aurait il, est ce que vous avez, est ce que vous auriez, est ce que tu as, est ce que tu aurais, vous avez, vous auriez, tu aurais, peut on, pourrait on, on pourrait, pouvons nous, pourrions nous, pourrait on voir, proposez moi, propose moi, envoyez moi, il y a, vous reste t il, seriez vous disponible, que diriez vous de, que dites vous de`,
    other: `quelque chose, autre chose, d'autres dates, d'autres créneaux, d'autres disponibilités, d'autres horaires, d'autres propositions, d'autres options, une autre date, un autre créneau, un autre horaire, d'autres moments, de nouvelles dates, de nouveaux créneaux, d'autres, autre créneau, une autre proposition, des disponibilités, des créneaux, un créneau, d'autres possibilités, d'autres plages, une alternative, d'autres jours`,
    and: `et, ainsi que`,
    or: `ou, ou bien, ou alors`,
    nor: `ni`,
    but: `mais, par contre, cependant, toutefois, en revanche, néanmoins`,
    that: `ça, cela, c', ce, ce créneau, cette date, cet horaire, ce moment, cette heure, à ce moment là, à ce moment, à cette heure là, à cette heure, à cette date, à cet horaire, la date, le créneau, l'horaire, cette proposition, votre proposition, la proposition, ce rendez vous, celui ci, celle ci, celui là`,
    these: `ces créneaux, ces dates, ces horaires, ces options, ces propositions, ces moments, ceux ci, ceux là`,
    others: `les quatre autres, toutes les autres propositions, tous les autres créneaux, les autres propositions, les autres, le reste, tous les autres, toutes les autres, les autres créneaux, les autres dates, les autres jours, les autres horaires, l'autre, reste, tout le reste, les deux autres, les trois autres`,
    one: `celui, celle, ceux, celles`,
    option: `option, options, numéro, numéros, no, n°, n, num, créneau, créneaux, creneau, proposition, propositions, date, dates, horaire, horaires, choix, rendez vous numéro, plage, plages, possibilité, suggestion, rdv`,
    the: `le, la, les, l', du, au, des`,
    last: `dernier, dernière, derniers, dernières`,
    penultimate: `avant dernier, avant dernière`,
    earliest: `plus tôt de tous`,
    earlier: `plus tôt, plus tôt des deux`,
    later: `plus tard, plus tard des deux`,
    middle: `du milieu, milieu`,
    of: `de, d', d'entre, de ces, parmi`,
    for: `pour`,
    at: `à, vers les, aux alentours de`,
    in: `en, dans, pendant`,
    on: `pour le, sur`,
    next: ``,
    week_of: `la semaine du, semaine du`,
    this_week: `cette semaine, toute cette semaine, la semaine, cette semaine ci`,
    next_week: `la semaine prochaine, semaine prochaine, la semaine qui vient, la semaine suivante, toute la semaine prochaine`,
    week_after_next: `dans deux semaines, dans 2 semaines, la semaine d'après, dans quinze jours`,
    this_month: `ce mois ci, ce mois`,
    next_month: `le mois prochain, mois prochain`,
    weekend: `le week end, week end, weekend`,
    workdays: `en semaine`,
    today: `aujourd'hui`,
    tomorrow: `demain`,
    overmorrow: `après demain`,
    after: `après, après le, plus tard que`,
    before: `avant, avant le, plus tôt que`,
    until: `jusqu'à, jusqu'au`,
    since: `à partir de, à partir du, dès le, à compter du, pas avant, pas avant le, à compter de`,
    am: `am`,
    pm: `pm`,
    between: `entre`,
    clock: `h, heures, heure, hrs`,
    noon: `midi`,
    and_half: `et demie, et demi`,
    and_quarter: `et quart`,
    own_zone: `heure locale, mon heure, à mon heure`,
    postscript: `ps, p.s, p.s.`,
  },
  weekdays: [
    'lundi, lun',
    'mardi, mar',
    'mercredi, mer, mercr',
    'jeudi, jeu',
    'vendredi, ven, vend',
    'samedi, sam',
    'dimanche, dim',
  ],
  everyWeekday: [
    'les lundis, tous les lundis, un lundi',
    'les mardis, tous les mardis, un mardi',
    'les mercredis, tous les mercredis, un mercredi',
    'les jeudis, tous les jeudis, un jeudi',
    'les vendredis, tous les vendredis, un vendredi',
    'les samedis',
    'les dimanches',
  ],
  months: [
    'janvier, janv',
    'février, fév',
    'mars',
    'avril, avr',
    'mai',
    'juin',
    'juillet, juil',
    'août',
    'septembre, sept',
    'octobre, oct',
    'novembre, nov',
    'décembre, déc',
  ],
  parts: {
    morning:
      'matin, le matin, au matin, du matin, en matinée, matinée, dans la matinée, matins, les matins, en début de matinée',
    afternoon:
      "après midi, l'après midi, de l'après midi, dans l'après midi, en après midi, aprem, aprèm, cet après midi, les après midi, aprèms",
    evening: 'soir, le soir, en soirée, du soir, dans la soirée',
  },
  numbers: ['une', 'deux', 'trois', 'quatre', 'cinq', 'six', 'sept', 'huit', 'neuf', 'dix', 'onze', 'douze'],
  ordinals: [
    'premier, première, premiers, premières, 1er, 1ère, 1ere',
    'deuxième, second, seconde, 2ème, 2e, 2eme',
    'troisième, 3ème, 3e, 3eme',
    'quatrième, 4ème, 4e, 4eme',
    'cinquième, 5ème, 5e, 5eme',
    'sixième',
    'septième',
    'huitième',
    'neuvième',
    'dixième',
  ],
};
