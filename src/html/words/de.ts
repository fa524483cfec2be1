import type { Words } from './en.ts';

// German, for pages that people see. Addresses the reader as “Sie”.
export const de: Words = {
  name: 'Deutsch',
  locale: 'de-DE',

  pages: {
    madeWith: 'Terminfindung mit Rota',
    languages: 'Sprache',
  },

  zones: {
    shown: 'Zeitzone:',
    change: 'Ändern',
    title: 'Zeitzone ändern',
    label: 'Zeitzone',
    choose: 'Zeiten in dieser Zone anzeigen',
    back: 'Zurück',
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

  weeks: {
    label: 'Andere Wochen',
    before: 'Vorige Woche',
    after: 'Nächste Woche',
  },

  participant: {
    meetingWith: (organizer) => `Termin mit ${organizer}`,
    facts: { about: 'Worum es geht', with: 'Mit' },
    choose: {
      over: 'Zeit wählen',
      lead: 'Die Zeit, die Sie wählen, wird sofort gebucht.',
      legend: 'Welche Zeit passt Ihnen?',
      legendOfOne: 'Passt Ihnen diese Zeit?',
      button: 'Diese Zeit buchen',
    },
    mark: {
      over: 'Zeiten markieren',
      lead: 'Markieren Sie jede Zeit, die Ihnen passt. Sobald alle geantwortet haben, wird die früheste Zeit gebucht, die allen passt.',
      legend: 'Welche Zeiten passen Ihnen?',
      button: 'Antwort senden',
    },
    haveAnswered: (answered, of) =>
      answered === 0
        ? 'Noch niemand hat geantwortet.'
        : `${answered} von ${of} ${answered === 1 ? 'hat' : 'haben'} geantwortet.`,
    none: {
      summary: 'Keine davon passt',
      summaryOfOne: 'Diese Zeit passt nicht',
      lead: 'Sagen Sie uns ungefähr, was Ihnen passen würde. Was egal ist, lassen Sie weg.',
      days: 'Bessere Tage',
      parts: 'Bessere Tageszeiten',
      comment: 'Noch etwas?',
      button: 'Um andere Zeiten bitten',
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
    partsOfDay: { morning: 'Vormittag', afternoon: 'Nachmittag', evening: 'Abend' },
    answered: {
      over: 'Vielen Dank',
      lead: 'Wir haben Ihre Antwort. Sobald alle geantwortet haben, erhalten Sie die Einladung.',
      leadAlone: 'Wir haben Ihre Antwort.',
      leadDeclined: 'Sie haben gesagt, dass keine dieser Zeiten passt. Es werden andere Zeiten gesucht.',
      yours: 'Diese Zeiten passen Ihnen',
      change: 'Antwort ändern',
    },
    searching: {
      over: 'Noch keine Zeiten',
      lead: 'Im Moment stehen keine Zeiten zur Wahl.',
      written: 'Sobald es welche gibt, erhalten Sie eine E-Mail.',
      unwritten: 'Sobald es welche gibt, stehen sie auf dieser Seite.',
    },
    paused: {
      over: 'Angehalten',
      lead: 'Die Suche nach einer Zeit ist im Moment angehalten.',
      notice:
        'Die Suche nach einer Zeit ist im Moment angehalten. Sie können trotzdem antworten: Es zählt, sobald die Suche weitergeht.',
    },
    stillBooked: 'Bis es eine neue Zeit gibt, gilt diese:',
    booked: {
      over: 'Gebucht',
      addToCalendar: 'In den Kalender',
      reschedule: 'Andere Zeit wählen',
      rescheduleSeveral: 'Um eine andere Zeit bitten',
      rescheduleLead:
        'Alle werden nach anderen Zeiten gefragt. Bis es eine gibt, die allen passt, gilt die alte.',
      rescheduleButton: 'Alle nach einer anderen Zeit fragen',
    },
    cancel: {
      summary: 'Termin absagen',
      lead: 'Der Termin wird für alle abgesagt, die teilnehmen.',
      button: 'Ja, Termin absagen',
      comment: (organizer) => `Ein Wort an ${organizer}, wenn Sie möchten`,
    },
    stop: {
      going: {
        title: 'Diese Nachrichten beenden?',
        lead: (workspace) =>
          `${workspace} bietet Ihnen dann keine Zeiten für Termine mehr an und erinnert Sie nicht mehr.`,
        button: 'Nachrichten beenden',
        after: 'Auf dieser Seite können Sie es sich anders überlegen.',
      },
      stopped: {
        title: 'Sie erhalten keine solchen Nachrichten mehr',
        lead: (workspace) =>
          `${workspace} bietet Ihnen keine Zeiten für Termine mehr an und erinnert Sie nicht mehr.`,
        button: 'Schreiben Sie mir wieder',
        after: 'Ihr Link gilt weiter, falls Sie es sich anders überlegen.',
      },
      isTold: (organizer) => `${organizer} erfährt, dass Sie darum gebeten haben.`,
      stays:
        'Von gebuchten Terminen erfahren Sie weiterhin: die Einladung, Änderungen, und wenn einer abgesagt wird.',
    },
    refuse: {
      summary: 'Ich möchte keinen Termin',
      lead: 'Die Anfrage endet hier, und Sie werden nicht noch einmal gefragt.',
      button: 'Anfrage beenden',
    },
    over: { over: 'Vorbei', lead: 'Dieser Termin hat stattgefunden.' },
    cancelled: {
      over: 'Abgesagt',
      lead: 'Dieser Termin findet nicht statt.',
      was: 'Er war geplant für:',
    },
    times: {
      more: 'Mehr Zeiten zeigen',
      choose: 'Mehr Zeiten',
      chooseLead: 'Die Zeit, die Sie wählen, wird sofort gebucht.',
      suggest: 'Andere Zeiten vorschlagen',
      suggestLead: (most) =>
        most === 1
          ? 'Markieren Sie eine Zeit, die Ihnen passt. Alle werden danach gefragt, anstelle der bisherigen Zeiten.'
          : `Markieren Sie bis zu ${most} Zeiten, die Ihnen passen. Alle werden danach gefragt, anstelle der bisherigen Zeiten.`,
      move: 'Andere Zeit wählen',
      moveLead: 'Der Termin wird sofort verlegt, und alle erhalten eine neue Einladung.',
      none: 'In dieser Woche ist keine Zeit frei.',
      chooseButton: 'Diese Zeit buchen',
      suggestButton: 'Diese Zeiten vorschlagen',
      moveButton: 'Termin verlegen',
      back: 'Zurück',
    },
    outcomes: {
      answered: 'Ihre Antwort ist gespeichert.',
      booked: 'Der Termin ist gebucht.',
      taken: 'Jemand anderes war schneller, diese Zeit ist nicht mehr frei. Das tut uns leid.',
      outdated:
        'Die Zeiten hatten sich geändert, bevor Ihre Antwort kam; sie zählt deshalb nicht. So ist der Stand jetzt.',
      empty: 'Es war keine Zeit markiert. Bitte markieren Sie mindestens eine.',
      declined: 'Vielen Dank. Ihre Antwort ist gespeichert.',
      suggested: 'Ihre Zeiten werden jetzt allen angeboten.',
      moved: 'Der Termin ist verlegt.',
      reopened: 'Es werden andere Zeiten gesucht. Die alte gilt, bis es eine neue gibt.',
      cancelled: 'Der Termin ist abgesagt.',
      timezone: 'Von jetzt an sehen Sie alle Zeiten in dieser Zone.',
      refused: 'Das war nicht möglich. Es wurde nichts geändert.',
      often:
        'Dieser Termin wurde heute schon oft verlegt und deshalb nicht noch einmal. Versuchen Sie es morgen wieder, oder antworten Sie auf die E-Mail mit der Einladung.',
    },
    optionGone:
      'Die Zeit, die Sie gewählt haben, wird nicht mehr angeboten. Bitte sehen Sie noch einmal nach.',
  },

  booking: {
    title: (team: string) => `Termin mit ${team} buchen`,
    times: 'Wählen Sie einen Termin',
    noTimes: 'In dieser Woche ist kein Termin frei.',
    name: 'Ihr Name',
    email: 'Ihre E-Mail-Adresse',
    note: 'Was sollten wir wissen?',
    noteHint: 'Sie können dieses Feld leer lassen.',
    trap: 'Bitte leer lassen',
    book: 'Diesen Termin buchen',
    ask: 'Weiter',
    asks: 'Sie bekommen eine E-Mail, mit der Sie Ihre Adresse bestätigen. Erst dann ist der Termin gebucht.',
    tells: 'Die Einladung für Ihren Kalender geht an diese Adresse.',
    taken: 'Zu dieser Zeit ist niemand mehr frei. Bitte wählen Sie einen anderen Termin.',
    known: 'Diesen Termin haben Sie schon gebucht. Der Link dazu steht in der E-Mail von damals.',
    again: 'Bitte prüfen Sie die Angaben und senden Sie sie noch einmal.',
    old: 'Diese Seite war lange offen. Bitte prüfen Sie den Termin und senden Sie ihn noch einmal.',
    limited:
      'Heute wurden zu viele Termine angefragt. Es ist nichts gebucht. Bitte versuchen Sie es morgen noch einmal.',
    problems: {
      name: { missing: 'Bitte geben Sie Ihren Namen an.', too_long: 'Dieser Name ist zu lang.' },
      email: {
        missing: 'Bitte geben Sie Ihre E-Mail-Adresse an.',
        invalid: 'Bitte geben Sie eine vollständige Adresse an, etwa grace@example.org.',
      },
      note: { too_long: 'Das ist zu lang: höchstens 5.000 Zeichen.' },
      starts_at: { missing: 'Bitte wählen Sie einen Termin.' },
    },
    mail: {
      title: 'Sehen Sie in Ihre E-Mails',
      text: 'Wenn alles stimmt, bekommen Sie gleich eine E-Mail. Öffnen Sie ihren Link binnen einer Stunde, um den Termin zu buchen: Bis dahin kann ihn jemand anders nehmen.',
      missing: 'Keine E-Mail? Sehen Sie im Spam-Ordner nach, oder',
      back: 'wählen Sie noch einmal einen Termin',
    },
    booked: {
      title: 'Ihr Termin ist gebucht',
      text: 'Sie bekommen gleich eine E-Mail mit der Einladung. Darin steht der Link, mit dem Sie den Termin verlegen oder absagen.',
      missing: 'Keine E-Mail? Sehen Sie im Spam-Ordner nach.',
    },
    confirm: {
      title: 'Bestätigen Sie Ihren Termin',
      lead: 'Noch ist nichts gebucht. Mit Ihrer Bestätigung gehört der Termin Ihnen.',
      what: 'Worum es geht',
      with: 'Mit',
      length: 'Dauer',
      confirm: 'Diesen Termin bestätigen',
      other: 'Einen anderen Termin wählen',
      otherLead: 'Ihre Adresse ist bestätigt. Wählen Sie einen Termin, und er ist gebucht.',
    },
  },

  errors: {
    404: {
      title: 'Diese Seite gibt es nicht',
      text: 'Vielleicht ist der Link unvollständig. Kopieren Sie ihn ganz oder öffnen Sie ihn noch einmal dort, wo Sie ihn gefunden haben.',
    },
    410: {
      title: 'Dieser Link ist abgelaufen',
      text: 'Er lässt sich nicht mehr verwenden. Wenn Sie sich noch treffen möchten, schreiben Sie der Person, die ihn geschickt hat.',
    },
    403: {
      title: 'Das kam von einer anderen Website',
      text: 'Zu Ihrer Sicherheit wurde nichts geändert. Öffnen Sie Ihren Link noch einmal und antworten Sie dort.',
    },
    closed: {
      title: 'Diese Seite ist zurzeit nicht verfügbar',
      text: 'Mit Ihrem Link ist alles in Ordnung. Versuchen Sie es später noch einmal oder schreiben Sie der Person, die ihn geschickt hat.',
    },
    unreadable: {
      title: 'Das ist nicht angekommen',
      text: 'Wir konnten das Gesendete nicht lesen; es wurde nichts geändert. Öffnen Sie Ihren Link und antworten Sie noch einmal.',
    },
    429: {
      title: 'Zu viele Versuche',
      text: 'Bitte warten Sie eine Minute und versuchen Sie es dann noch einmal.',
    },
    500: {
      title: 'Etwas ist schiefgegangen',
      text: 'Das liegt an uns, nicht an Ihnen. Bitte versuchen Sie es in ein paar Minuten noch einmal.',
    },
    503: {
      title: 'Gleich geht es weiter',
      text: 'Der Dienst ist gerade nicht erreichbar. Bitte versuchen Sie es in ein paar Minuten noch einmal.',
    },
    readOnly:
      'Für ein paar Minuten lässt sich nichts ändern; es wurde auch nichts geändert. Ansehen können Sie alles. Bitte versuchen Sie es bald noch einmal.',
    requestId: 'Kennung der Anfrage:',
  },
};
