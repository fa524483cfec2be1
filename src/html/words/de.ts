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
    requestId: 'Kennung der Anfrage:',
  },
};
