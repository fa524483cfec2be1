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
