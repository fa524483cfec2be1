import type { Words } from './en.ts';

// German, for pages that people see. Addresses the reader as “Sie”.
export const de: Words = {
  name: 'Deutsch',
  locale: 'de-DE',

  pages: {
    languages: 'Sprache',
  },

  zones: {
    own: 'Zeiten in Ihrer Zeitzone:',
    other: 'Ortszeit in',
    now: (clock) => `jetzt ${clock} Uhr`,
    change: 'Ändern',
    title: 'Zeitzone wählen',
    label: 'Zeitzone',
    choose: 'Zeiten in dieser Zone anzeigen',
    back: 'Zurück',
    search: {
      label: 'Stadt, Land oder Zeitzone',
      button: 'Suchen',
      results: 'Wählen Sie einen Ort',
      none: 'Nichts gefunden. Versuchen Sie es mit einer größeren Stadt in der Nähe oder mit dem Land.',
      all: 'Alle Zeitzonen',
    },
    regions: {
      Europe: 'Europa',
      America: 'Amerika',
      Asia: 'Asien',
      Africa: 'Afrika',
      Australia: 'Australien',
      Pacific: 'Pazifik',
      Atlantic: 'Atlantik',
      Indian: 'Indischer Ozean',
      Antarctica: 'Antarktis',
      Arctic: 'Arktis',
    },
  },

  picker: {
    earlier: 'Frühere Tage',
    later: 'Spätere Tage',
    unusual: 'Frühe und späte Zeiten',
    noTimes: 'An diesem Tag ist nichts frei.',
    noDays: 'An diesen Tagen ist nichts frei.',
    elsewhere: 'An anderen Tagen',
    marked: (most) => `Bis zu ${most} Zeiten. Ausgewählt:`,
    next: 'Weiter',
  },

  participant: {
    meetingWith: (organizer) => `Termin mit ${organizer}`,
    facts: { about: 'Worum es geht', with: 'Mit', where: 'Wo' },
    place: {
      join: 'Zum Videogespräch',
      map: 'Auf der Karte zeigen',
      phone: 'Ihre Telefonnummer',
      phoneHint: (host: string) => `${host} ruft Sie unter dieser Nummer an.`,
      keepPhone: 'Nummer speichern',
      changePhone: 'Telefonnummer ändern',
    },
    choose: {
      over: 'Termin auswählen',
      lead: 'Sobald Sie einen auswählen, ist er gebucht.',
      legend: 'Wann passt es Ihnen?',
      legendOfOne: 'Passt Ihnen dieser Termin?',
      button: 'Diesen Termin buchen',
    },
    mark: {
      over: 'Zeiten auswählen',
      lead: 'Wählen Sie alles aus, was Ihnen passt. Sobald alle geantwortet haben, buchen wir den frühesten gemeinsamen Termin.',
      legend: 'Wann passt es Ihnen?',
      button: 'Antwort senden',
    },
    haveAnswered: (answered, of) =>
      answered === 0
        ? 'Bisher hat noch niemand geantwortet.'
        : `${answered} von ${of} ${answered === 1 ? 'hat' : 'haben'} geantwortet.`,
    none: {
      summary: 'Nichts davon passt',
      summaryOfOne: 'Dieser Termin passt nicht',
      lead: 'Sagen Sie uns grob, was Ihnen besser passt, dann suchen wir weiter.',
      days: 'Bessere Tage',
      parts: 'Bessere Tageszeiten',
      comment: 'Möchten Sie noch etwas sagen?',
      button: 'Andere Zeiten anfragen',
    },
    days: {
      mon: 'Montag',
      tue: 'Dienstag',
      wed: 'Mittwoch',
      thu: 'Donnerstag',
      fri: 'Freitag',
      sat: 'Samstag',
      sun: 'Sonntag',
    },
    partsOfDay: { morning: 'Vormittags', afternoon: 'Nachmittags', evening: 'Abends' },
    answered: {
      over: 'Vielen Dank',
      lead: 'Ihre Antwort ist da. Sobald alle geantwortet haben, bekommen Sie eine Einladung.',
      leadAlone: 'Ihre Antwort ist da.',
      leadDeclined: 'Von diesen Zeiten passt Ihnen keine. Wir suchen andere.',
      yours: 'Das passt Ihnen',
      change: 'Antwort ändern',
    },
    searching: {
      over: 'Noch keine Termine',
      lead: 'Im Moment gibt es nichts zur Auswahl.',
      written: 'Sobald sich das ändert, schreiben wir Ihnen.',
      unwritten: 'Neue Termine erscheinen auf dieser Seite.',
    },
    paused: {
      over: 'Pausiert',
      lead: 'Die Terminsuche ruht gerade.',
      notice: 'Die Terminsuche ruht gerade. Sie können trotzdem antworten; das zählt, sobald es weitergeht.',
    },
    stillBooked: 'Bis es einen neuen Termin gibt, bleibt es bei:',
    booked: {
      over: 'Gebucht',
      addToCalendar: 'In den Kalender',
      reschedule: 'Verschieben',
      rescheduleSeveral: 'Um einen anderen Termin bitten',
      rescheduleLead:
        'Wir fragen alle nach anderen Zeiten. Bis eine allen passt, bleibt der Termin bestehen.',
      rescheduleButton: 'Alle nach einem anderen Termin fragen',
    },
    cancel: {
      summary: 'Termin absagen',
      lead: 'Der Termin wird für alle abgesagt.',
      button: 'Ja, Termin absagen',
      comment: (organizer) => `Eine kurze Nachricht an ${organizer}, wenn Sie möchten`,
    },
    stop: {
      going: {
        title: 'Keine E-Mails mehr?',
        lead: (workspace) =>
          `${workspace} schreibt Ihnen dann nicht mehr wegen neuer Termine und erinnert Sie nicht mehr.`,
        button: 'Keine E-Mails mehr',
        after: 'Auf dieser Seite können Sie es sich jederzeit anders überlegen.',
      },
      stopped: {
        title: 'Sie bekommen diese E-Mails nicht mehr',
        lead: (workspace) =>
          `${workspace} schreibt Ihnen nicht mehr wegen neuer Termine und erinnert Sie nicht mehr.`,
        button: 'Wieder E-Mails bekommen',
        after: 'Dieser Link funktioniert weiter, falls Sie es sich anders überlegen.',
      },
      isTold: (organizer) => `Wir sagen ${organizer} Bescheid.`,
      stays: 'Zu gebuchten Terminen hören Sie weiterhin von uns: Einladung, Änderungen und Absagen.',
    },
    refuse: {
      summary: 'Ich möchte keinen Termin',
      lead: 'Damit ist die Anfrage erledigt, und wir fragen nicht noch einmal.',
      button: 'Anfrage beenden',
    },
    over: { over: 'Vorbei', lead: 'Dieser Termin hat stattgefunden.' },
    cancelled: {
      over: 'Abgesagt',
      lead: 'Dieser Termin findet nicht statt.',
      was: 'Geplant war:',
    },
    times: {
      more: 'Weitere Termine anzeigen',
      choose: 'Termin auswählen',
      chooseLead: 'Sobald Sie einen auswählen und bestätigen, ist er gebucht.',
      chooseQuestion: 'Diesen Termin buchen?',
      suggest: 'Andere Zeiten vorschlagen',
      suggestLead: (most) =>
        most === 1
          ? 'Wählen Sie eine Zeit, die Ihnen passt. Wir fragen alle danach statt nach den bisherigen.'
          : `Wählen Sie bis zu ${most} Zeiten, die Ihnen passen. Wir fragen alle danach statt nach den bisherigen.`,
      suggestQuestion: (count) => (count === 1 ? 'Diese Zeit vorschlagen?' : 'Diese Zeiten vorschlagen?'),
      move: 'Neuen Termin auswählen',
      moveLead: 'Der Termin wird sofort verschoben, und alle bekommen eine neue Einladung.',
      moveQuestion: 'Auf diesen Termin verschieben?',
      now: 'Bisher:',
      tooMany: (most) => `Bitte wählen Sie höchstens ${most} ${most === 1 ? 'Zeit' : 'Zeiten'} aus.`,
      gone: (times, _, hasOthers) =>
        `Leider nicht mehr frei: ${times}. ${hasOthers ? 'Ihre anderen Zeiten sind noch ausgewählt.' : 'Bitte wählen Sie eine andere Zeit aus.'}`,
      chooseButton: 'Jetzt buchen',
      suggestButton: (count) => (count === 1 ? 'Diese Zeit vorschlagen' : 'Diese Zeiten vorschlagen'),
      moveButton: 'Verschieben',
      other: 'Andere Zeit auswählen',
      back: 'Zurück zum Termin',
    },
    outcomes: {
      answered: 'Ihre Antwort ist da.',
      booked: 'Ihr Termin ist gebucht.',
      taken: 'Dieser Termin ist leider gerade vergeben worden. Hier sind die nächsten.',
      outdated:
        'Die Zeiten hatten sich inzwischen geändert, deshalb zählt Ihre Antwort nicht. So sieht es jetzt aus.',
      empty: 'Bitte wählen Sie mindestens eine Zeit aus.',
      declined: 'Vielen Dank, Ihre Antwort ist angekommen.',
      suggested: 'Wir fragen alle nach Ihren Zeiten.',
      moved: 'Ihr Termin ist verschoben.',
      reopened: 'Wir suchen einen anderen Termin. Bis dahin bleibt der bisherige bestehen.',
      cancelled: 'Ihr Termin ist abgesagt.',
      timezone: 'Ab jetzt sehen Sie alle Zeiten in dieser Zeitzone.',
      refused: 'Das geht hier nicht. Es hat sich nichts geändert.',
      phone: 'Bitte geben Sie eine vollständige Telefonnummer an, zum Beispiel +49 30 901820.',
      number: 'Ihre Telefonnummer ist gespeichert.',
      often:
        'Dieser Termin wurde heute schon mehrmals verschoben und bleibt deshalb, wo er ist. Versuchen Sie es morgen wieder, oder antworten Sie auf die E-Mail mit der Einladung.',
    },
    optionGone: 'Dieser Termin ist seit unserer E-Mail vergeben. So sieht es jetzt aus.',
  },

  booking: {
    title: (team) => `Termin mit ${team} buchen`,
    company: {
      title: (company) => `Termin bei ${company} buchen`,
    },
    hosts: {
      title: 'Mit wem möchten Sie sprechen?',
      anyone: 'Egal',
      anyoneNote: 'Wer zuerst Zeit hat',
      change: 'Person wählen',
    },
    hostGone: 'Diese Person ist zurzeit nicht verfügbar. Bitte wählen Sie jemand anderen.',
    details: 'Ihre Angaben',
    change: 'Ändern',
    instead: 'Andere Zeiten',
    allTimes: 'Alle Zeiten anzeigen',
    noTimes: 'Im Moment ist sonst nichts frei.',
    name: 'Name',
    email: 'E-Mail-Adresse',
    note: 'Was sollten wir vorab wissen? (optional)',
    optional: (label) => `${label} (optional)`,
    choose: 'Bitte wählen …',
    phone: 'Telefonnummer',
    phoneHint: 'Unter dieser Nummer rufen wir Sie an.',
    trap: 'Bitte leer lassen',
    book: 'Termin buchen',
    ask: 'Weiter',
    asks: 'Wir schicken Ihnen einen Link zur Bestätigung. Erst damit ist der Termin gebucht.',
    tells: 'Hierhin schicken wir die Einladung für Ihren Kalender.',
    taken: 'Dieser Termin ist leider gerade vergeben worden. Hier sind die nächsten freien Zeiten.',
    known: 'Diesen Termin haben Sie schon gebucht. Den Link dazu finden Sie in unserer E-Mail.',
    again: 'Bitte prüfen Sie die Angaben und senden Sie sie noch einmal.',
    old: 'Diese Seite war eine Weile offen. Bitte prüfen Sie den Termin und senden Sie ihn noch einmal.',
    changed:
      'Auf dieser Seite buchen Sie jetzt ein anderes Gespräch. Bitte prüfen Sie, ob es das richtige ist, und senden Sie das Formular noch einmal.',
    limited: 'Heute lassen sich hier keine Termine mehr buchen. Bitte versuchen Sie es morgen wieder.',
    problems: {
      name: {
        missing: 'Bitte geben Sie Ihren Namen an.',
        too_long: 'Bitte verwenden Sie einen kürzeren Namen.',
      },
      email: {
        missing: 'Bitte geben Sie Ihre E-Mail-Adresse an.',
        invalid: 'Bitte geben Sie eine vollständige Adresse an, zum Beispiel grace@example.org.',
      },
      note: { too_long: 'Bitte fassen Sie sich kürzer: höchstens 5.000 Zeichen.' },
      phone_number: {
        missing: 'Bitte geben Sie Ihre Telefonnummer an.',
        no_phone_number: 'Bitte geben Sie eine vollständige Telefonnummer an, zum Beispiel +49 30 901820.',
      },
      answer: {
        missing: 'Bitte beantworten Sie diese Frage.',
        unchosen: 'Bitte wählen Sie eine Antwort aus.',
        unticked: 'Bitte setzen Sie hier ein Häkchen, um fortzufahren.',
        too_long: (most) => `Bitte fassen Sie sich kürzer: höchstens ${most} Zeichen.`,
        no_choice: 'Bitte wählen Sie eine dieser Antworten aus.',
        no_phone_number: 'Bitte geben Sie eine vollständige Telefonnummer an, zum Beispiel +49 30 901820.',
        no_number: 'Bitte geben Sie eine Zahl an, zum Beispiel 12.5.',
        unreadable: 'Bitte beantworten Sie diese Frage noch einmal.',
      },
      starts_at: { missing: 'Bitte wählen Sie einen Termin aus.' },
    },
    mail: {
      title: 'Schauen Sie in Ihr Postfach',
      text: 'Wir haben Ihnen einen Link geschickt. Öffnen Sie ihn innerhalb einer Stunde, um den Termin zu buchen. Bis dahin ist er noch nicht für Sie reserviert.',
      missing: 'Nichts angekommen? Schauen Sie im Spam-Ordner nach, oder',
      back: 'wählen Sie noch einmal einen Termin aus',
    },
    booked: {
      title: 'Ihr Termin ist gebucht',
      text: 'Die Einladung ist per E-Mail unterwegs. Darin steht auch der Link zum Verschieben oder Absagen.',
      missing: 'Nichts angekommen? Schauen Sie im Spam-Ordner nach.',
    },
    confirm: {
      title: 'Bestätigen Sie Ihren Termin',
      lead: 'Noch ist nichts gebucht. Mit Ihrer Bestätigung gehört der Termin Ihnen.',
      what: 'Thema',
      with: 'Mit',
      length: 'Dauer',
      confirm: 'Termin bestätigen',
      other: 'Anderen Termin auswählen',
      otherLead: 'Ihre Adresse ist bestätigt. Wählen Sie einen Termin aus und bestätigen Sie ihn.',
    },
  },

  errors: {
    404: {
      title: 'Diese Seite gibt es nicht',
      text: 'Vielleicht fehlt ein Teil des Links. Kopieren Sie ihn vollständig, oder öffnen Sie ihn noch einmal dort, wo Sie ihn gefunden haben.',
    },
    410: {
      title: 'Dieser Link ist abgelaufen',
      text: 'Wenn Sie den Termin noch möchten, schreiben Sie der Person, von der Sie den Link haben.',
    },
    403: {
      title: 'Das kam von einer anderen Website',
      text: 'Zu Ihrer Sicherheit wurde nichts geändert. Öffnen Sie Ihren Link noch einmal und antworten Sie dort.',
    },
    closed: {
      title: 'Diese Seite ist zurzeit nicht verfügbar',
      text: 'Ihr Link ist in Ordnung. Versuchen Sie es später noch einmal, oder schreiben Sie der Person, von der Sie ihn haben.',
    },
    unreadable: {
      title: 'Das ist nicht angekommen',
      text: 'Es wurde nichts geändert. Öffnen Sie Ihren Link und senden Sie Ihre Antwort noch einmal.',
    },
    429: {
      title: 'Einen Moment bitte',
      text: 'Das war viel auf einmal. Warten Sie eine Minute und versuchen Sie es dann noch einmal.',
    },
    500: {
      title: 'Etwas ist schiefgegangen',
      text: 'Das liegt an uns, nicht an Ihnen. Bitte versuchen Sie es in ein paar Minuten noch einmal.',
    },
    503: {
      title: 'Gleich geht es weiter',
      text: 'Bitte versuchen Sie es in ein paar Minuten noch einmal.',
    },
    readOnly:
      'Für ein paar Minuten lässt sich nichts ändern, ansehen können Sie aber alles. Bitte versuchen Sie es gleich noch einmal.',
    requestId: 'Kennung der Anfrage:',
  },
};
