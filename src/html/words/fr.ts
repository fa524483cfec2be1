import type { Words } from './en.ts';

// French, for pages that people see. Addresses the reader as “vous”.
export const fr: Words = {
  name: 'Français',
  locale: 'fr-FR',

  pages: {
    languages: 'Langue',
  },

  zones: {
    own: 'Horaires dans votre fuseau :',
    other: 'Fuseau horaire :',
    now: (clock) => `il est ${clock}`,
    change: 'Modifier',
    title: 'Choisir votre fuseau horaire',
    label: 'Fuseau horaire',
    choose: 'Afficher les horaires dans ce fuseau',
    back: 'Retour',
    search: {
      label: 'Ville, pays ou fuseau horaire',
      button: 'Rechercher',
      results: 'Choisissez un lieu',
      none: 'Aucun résultat. Essayez une plus grande ville des environs, ou le pays.',
      all: 'Tous les fuseaux horaires',
    },
    regions: {
      Europe: 'Europe',
      America: 'Amérique',
      Asia: 'Asie',
      Africa: 'Afrique',
      Australia: 'Australie',
      Pacific: 'Pacifique',
      Atlantic: 'Atlantique',
      Indian: 'Océan Indien',
      Antarctica: 'Antarctique',
      Arctic: 'Arctique',
    },
  },

  picker: {
    earlier: 'Jours précédents',
    later: 'Jours suivants',
    unusual: 'Plus tôt ou plus tard dans la journée',
    noTimes: 'Aucune disponibilité ce jour-là.',
    noDays: 'Aucune disponibilité sur cette période.',
    elsewhere: 'Les autres jours',
    marked: (most) => `${most} créneaux au plus. Sélectionnés :`,
    next: 'Continuer',
  },

  participant: {
    meetingWith: (organizer) => `Rendez-vous avec ${organizer}`,
    facts: { about: 'Objet', with: 'Avec', where: 'Lieu' },
    place: {
      join: 'Rejoindre la visioconférence',
      map: 'Voir sur une carte',
      phone: 'Votre numéro de téléphone',
      phoneHint: (host: string) => `${host} vous appellera à ce numéro.`,
      keepPhone: 'Enregistrer le numéro',
      changePhone: 'Modifier votre numéro',
    },
    choose: {
      over: 'Choisir un créneau',
      lead: 'Choisissez-en un, et c’est réservé.',
      legend: 'Quel créneau vous convient ?',
      legendOfOne: 'Ce créneau vous convient-il ?',
      button: 'Réserver ce créneau',
    },
    mark: {
      over: 'Indiquer vos disponibilités',
      lead: 'Cochez tous les créneaux qui vous conviennent. Dès que tout le monde aura répondu, nous réserverons le premier qui convient à tous.',
      legend: 'Quels créneaux vous conviennent ?',
      button: 'Envoyer ma réponse',
    },
    haveAnswered: (answered, of) =>
      answered === 0
        ? 'Personne n’a encore répondu.'
        : `${answered} personne${answered === 1 ? '' : 's'} sur ${of} ${answered === 1 ? 'a' : 'ont'} répondu.`,
    none: {
      summary: 'Aucun ne me convient',
      summaryOfOne: 'Ce créneau ne me convient pas',
      lead: 'Dites-nous à peu près ce qui vous arrangerait, et nous chercherons de nouveau.',
      days: 'Jours préférés',
      parts: 'Moments préférés',
      comment: 'Autre chose à préciser ?',
      button: 'Demander d’autres créneaux',
    },
    days: {
      mon: 'Lundi',
      tue: 'Mardi',
      wed: 'Mercredi',
      thu: 'Jeudi',
      fri: 'Vendredi',
      sat: 'Samedi',
      sun: 'Dimanche',
    },
    partsOfDay: { morning: 'Matin', afternoon: 'Après-midi', evening: 'Soirée' },
    answered: {
      over: 'Merci',
      lead: 'Votre réponse est enregistrée. Dès que tout le monde aura répondu, vous recevrez une invitation.',
      leadAlone: 'Votre réponse est enregistrée.',
      leadDeclined: 'Aucun de ces créneaux ne vous convient. Nous en cherchons d’autres.',
      yours: 'Vos disponibilités',
      change: 'Modifier ma réponse',
    },
    searching: {
      over: 'Pas encore de créneaux',
      lead: 'Il n’y a pas de créneau à proposer pour l’instant.',
      written: 'Nous vous écrirons dès qu’il y en aura.',
      unwritten: 'Les nouveaux créneaux apparaîtront sur cette page.',
    },
    paused: {
      over: 'En pause',
      lead: 'La recherche d’un créneau est en pause.',
      notice:
        'La recherche d’un créneau est en pause. Vous pouvez tout de même répondre : votre réponse comptera dès la reprise.',
    },
    stillBooked: 'Tant qu’il n’y a pas de nouvelle date, le rendez-vous est maintenu :',
    booked: {
      over: 'Réservé',
      addToCalendar: 'Ajouter à l’agenda',
      reschedule: 'Déplacer',
      rescheduleSeveral: 'Demander une autre date',
      rescheduleLead:
        'Nous proposerons d’autres créneaux à tout le monde. Le rendez-vous est maintenu jusqu’à ce que l’un d’eux convienne à tous.',
      rescheduleButton: 'Demander une autre date à tous',
    },
    cancel: {
      summary: 'Annuler le rendez-vous',
      lead: 'Il sera annulé pour tout le monde.',
      button: 'Oui, annuler le rendez-vous',
      comment: (organizer) => `Un mot pour ${organizer} (facultatif)`,
    },
    stop: {
      going: {
        title: 'Ne plus recevoir ces e-mails ?',
        lead: (workspace) =>
          `${workspace} ne vous écrira plus au sujet de nouveaux rendez-vous et ne vous enverra plus de relances.`,
        button: 'Ne plus recevoir ces e-mails',
        after: 'Vous pourrez changer d’avis sur cette page.',
      },
      stopped: {
        title: 'Vous ne recevrez plus ces e-mails',
        lead: (workspace) =>
          `${workspace} ne vous écrit plus au sujet de nouveaux rendez-vous et ne vous envoie plus de relances.`,
        button: 'Recevoir de nouveau ces e-mails',
        after: 'Ce lien reste valable, au cas où vous changeriez d’avis.',
      },
      isTold: (organizer) => `Nous préviendrons ${organizer}.`,
      stays:
        'Pour les rendez-vous réservés, vous recevrez toujours l’invitation, les changements et les annulations.',
    },
    refuse: {
      summary: 'Je préfère ne pas prendre rendez-vous',
      lead: 'La demande sera close, et nous ne vous relancerons pas.',
      button: 'Clore la demande',
    },
    over: { over: 'Passé', lead: 'Ce rendez-vous a eu lieu.' },
    cancelled: {
      over: 'Annulé',
      lead: 'Ce rendez-vous n’aura pas lieu.',
      was: 'Il était prévu :',
    },
    times: {
      more: 'Voir d’autres créneaux',
      choose: 'Choisir un créneau',
      chooseLead: 'Choisissez un créneau, confirmez, et c’est réservé.',
      chooseQuestion: 'Réserver ce créneau ?',
      suggest: 'Proposer d’autres créneaux',
      suggestLead: (most) =>
        most === 1
          ? 'Cochez un créneau qui vous convient. Nous le proposerons à tout le monde à la place des précédents.'
          : `Cochez jusqu’à ${most} créneaux qui vous conviennent. Nous les proposerons à tout le monde à la place des précédents.`,
      suggestQuestion: (count) => (count === 1 ? 'Proposer ce créneau ?' : 'Proposer ces créneaux ?'),
      move: 'Choisir une nouvelle date',
      moveLead: 'Le rendez-vous est déplacé aussitôt, et tout le monde reçoit une nouvelle invitation.',
      moveQuestion: 'Déplacer à cette date ?',
      now: 'Actuellement :',
      tooMany: (most) =>
        most === 1 ? 'Un seul créneau est possible ici.' : `Vous pouvez cocher ${most} créneaux au plus.`,
      gone: (times, _, hasOthers) =>
        `Déjà pris : ${times}. ${hasOthers ? 'Vos autres créneaux restent cochés.' : 'Cochez un autre créneau.'}`,
      chooseButton: 'Réserver',
      suggestButton: (count) => (count === 1 ? 'Proposer ce créneau' : 'Proposer ces créneaux'),
      moveButton: 'Déplacer',
      other: 'Choisir un autre créneau',
      back: 'Retour au rendez-vous',
    },
    outcomes: {
      answered: 'Votre réponse est bien arrivée.',
      booked: 'Votre rendez-vous est réservé.',
      taken: 'Ce créneau vient malheureusement d’être pris. Voici les suivants.',
      outdated:
        'Les créneaux ont changé entre-temps ; votre réponse n’a donc pas été prise en compte. Voici où nous en sommes.',
      empty: 'Cochez au moins un créneau.',
      declined: 'Merci, votre réponse est bien arrivée.',
      suggested: 'Nous proposons vos créneaux à tout le monde.',
      moved: 'Votre rendez-vous est déplacé.',
      reopened: 'Nous cherchons une autre date. D’ici là, le rendez-vous est maintenu.',
      cancelled: 'Votre rendez-vous est annulé.',
      timezone: 'Les horaires s’affichent désormais dans ce fuseau.',
      refused: 'Ce n’est pas possible ici. Rien n’a changé.',
      phone: 'Indiquez un numéro complet, par exemple +33 1 42 68 53 00.',
      number: 'Votre numéro est enregistré.',
      often:
        'Ce rendez-vous a déjà été déplacé plusieurs fois aujourd’hui ; il reste donc à sa place. Réessayez demain, ou répondez à l’e-mail d’invitation.',
    },
    optionGone: 'Ce créneau a été pris depuis notre e-mail. Voici où nous en sommes.',
  },

  booking: {
    title: (team) => `Prendre rendez-vous avec ${team}`,
    company: {
      title: (company) => `Prendre rendez-vous avec ${company}`,
    },
    hosts: {
      title: 'Qui souhaitez-vous rencontrer ?',
      anyone: 'Peu importe',
      anyoneNote: 'La première personne disponible',
      change: 'Choisir une personne',
    },
    hostGone: 'Cette personne n’est pas disponible pour l’instant. Choisissez quelqu’un d’autre.',
    details: 'Vos coordonnées',
    change: 'Modifier',
    instead: 'Autres créneaux',
    allTimes: 'Voir tous les créneaux',
    noTimes: 'Il n’y a pas d’autre disponibilité pour l’instant.',
    name: 'Nom',
    email: 'Adresse e-mail',
    note: 'Que devons-nous savoir ? (facultatif)',
    optional: (label) => `${label} (facultatif)`,
    choose: 'Choisissez…',
    phone: 'Numéro de téléphone',
    phoneHint: 'Nous vous appellerons à ce numéro.',
    trap: 'Laissez ce champ vide',
    book: 'Réserver ce créneau',
    ask: 'Continuer',
    asks: 'Nous vous enverrons un lien de confirmation. Le créneau n’est réservé qu’une fois confirmé.',
    tells: 'Nous y enverrons l’invitation pour votre agenda.',
    taken: 'Ce créneau vient malheureusement d’être pris. Voici les suivants.',
    known: 'Vous avez déjà réservé ce créneau. Le lien vers votre rendez-vous est dans notre e-mail.',
    again: 'Vérifiez ces informations, puis envoyez-les de nouveau.',
    old: 'Cette page est ouverte depuis un moment. Vérifiez le créneau, puis renvoyez le formulaire.',
    changed:
      'Cette page concerne maintenant un autre rendez-vous. Vérifiez que c’est bien celui que vous souhaitez, puis renvoyez le formulaire.',
    limited: 'Il n’est plus possible de réserver ici aujourd’hui. Réessayez demain.',
    problems: {
      name: { missing: 'Indiquez votre nom.', too_long: 'Indiquez un nom plus court.' },
      email: {
        missing: 'Indiquez votre adresse e-mail.',
        invalid: 'Indiquez une adresse complète, par exemple grace@example.org.',
      },
      note: { too_long: 'Restez en dessous de 5 000 caractères.' },
      phone_number: {
        missing: 'Indiquez votre numéro de téléphone.',
        no_phone_number: 'Indiquez un numéro complet, par exemple +33 1 42 68 53 00.',
      },
      answer: {
        missing: 'Répondez à cette question.',
        unchosen: 'Choisissez une réponse.',
        unticked: 'Cochez cette case pour continuer.',
        too_long: (most) => `Restez en dessous de ${most} caractères.`,
        no_choice: 'Choisissez une de ces réponses.',
        no_phone_number: 'Indiquez un numéro complet, par exemple +33 1 42 68 53 00.',
        no_number: 'Indiquez un nombre, par exemple 12.5.',
        unreadable: 'Répondez de nouveau à cette question.',
      },
      starts_at: { missing: 'Choisissez un créneau.' },
    },
    mail: {
      title: 'Consultez votre messagerie',
      text: 'Nous vous avons envoyé un lien. Ouvrez-le dans l’heure pour réserver le créneau : d’ici là, il reste disponible pour d’autres.',
      missing: 'Rien reçu ? Regardez dans les indésirables, ou',
      back: 'choisissez de nouveau un créneau',
    },
    booked: {
      title: 'C’est réservé',
      text: 'L’invitation vous arrive par e-mail, avec un lien pour déplacer ou annuler le rendez-vous.',
      missing: 'Rien reçu ? Regardez dans les indésirables.',
    },
    confirm: {
      title: 'Confirmez votre rendez-vous',
      lead: 'Rien n’est encore réservé. Confirmez, et le créneau est à vous.',
      what: 'Rendez-vous',
      with: 'Avec',
      length: 'Durée',
      confirm: 'Confirmer ce créneau',
      other: 'Choisir un autre créneau',
      otherLead: 'Votre adresse est confirmée. Choisissez un créneau, puis confirmez-le.',
    },
  },

  errors: {
    404: {
      title: 'Cette page est introuvable',
      text: 'Il manque peut-être une partie du lien. Copiez-le en entier, ou ouvrez-le de nouveau là où vous l’avez trouvé.',
    },
    410: {
      title: 'Ce lien a expiré',
      text: 'Si vous souhaitez toujours ce rendez-vous, écrivez à la personne qui vous a envoyé le lien.',
    },
    403: {
      title: 'Cela venait d’un autre site',
      text: 'Pour votre sécurité, rien n’a été modifié. Ouvrez de nouveau votre lien et répondez depuis la page.',
    },
    closed: {
      title: 'Cette page n’est pas disponible pour le moment',
      text: 'Votre lien est valable. Réessayez plus tard, ou écrivez à la personne qui vous l’a envoyé.',
    },
    unreadable: {
      title: 'L’envoi n’a pas abouti',
      text: 'Rien n’a été modifié. Ouvrez de nouveau votre lien et renvoyez votre réponse.',
    },
    429: {
      title: 'Un instant, s’il vous plaît',
      text: 'Cela fait beaucoup de demandes à la fois. Patientez une minute, puis réessayez.',
    },
    500: {
      title: 'Un problème est survenu',
      text: 'C’est de notre côté, pas du vôtre. Réessayez dans quelques minutes.',
    },
    503: {
      title: 'Nous revenons tout de suite',
      text: 'Réessayez dans quelques minutes.',
    },
    readOnly:
      'Rien ne peut être modifié pendant quelques minutes, mais tout reste consultable. Réessayez bientôt.',
    requestId: 'Identifiant de la requête :',
  },
};
