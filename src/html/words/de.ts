import type { Words } from './en.ts';

// German, for pages that people see. The reader is “Sie”.
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
      text: 'Vielleicht ist der Link unvollständig. Öffnen Sie ihn noch einmal aus Ihrer E-Mail oder kopieren Sie ihn ganz.',
    },
    410: {
      title: 'Dieser Link ist abgelaufen',
      text: 'Er wird nicht mehr gebraucht. Wenn Sie sich noch treffen möchten, antworten Sie auf die E-Mail, in der er stand.',
    },
    403: {
      title: 'Das kam von einer anderen Website',
      text: 'Zu Ihrer Sicherheit wurde nichts geändert. Öffnen Sie den Link noch einmal aus Ihrer E-Mail.',
    },
    unreadable: {
      title: 'Das ist nicht angekommen',
      text: 'Wir konnten das Gesendete nicht lesen; es wurde nichts geändert. Öffnen Sie den Link aus Ihrer E-Mail und versuchen Sie es noch einmal.',
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
    requestId: 'Kennung der Anfrage:',
  },
};
