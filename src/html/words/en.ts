// English, for pages that people see. A section for each kind of page.
export const en = {
  name: 'English',
  /** For dates, where the browser says no region. */
  locale: 'en-GB',

  pages: {
    madeWith: 'Scheduled with Rota',
    languages: 'Language',
  },

  zones: {
    shown: 'Time zone:',
    change: 'Change',
    title: 'Change time zone',
    label: 'Time zone',
    choose: 'Show times in this zone',
    back: 'Back',
    regions: {
      Europe: 'Europe',
      America: 'America',
      Asia: 'Asia',
      Africa: 'Africa',
      Australia: 'Australia',
      Pacific: 'Pacific',
      Atlantic: 'Atlantic',
      Indian: 'Indian Ocean',
      Antarctica: 'Antarctica',
      Arctic: 'Arctic',
    },
  },

  weeks: {
    label: 'Other weeks',
    before: 'Previous week',
    after: 'Next week',
  },

  errors: {
    404: {
      title: 'We can’t find this page',
      text: 'The link may be incomplete. Open it again from your mail, or copy all of it.',
    },
    410: {
      title: 'This link has expired',
      text: 'It is no longer needed. If you still want to meet, reply to the mail that the link came with.',
    },
    403: {
      title: 'This came from another site',
      text: 'To keep you safe, nothing was changed. Open the link from your mail again.',
    },
    unreadable: {
      title: 'That didn’t get through',
      text: 'We could not read what was sent, and nothing was changed. Open the link from your mail and try again.',
    },
    429: { title: 'Too many tries', text: 'Please wait a minute, then try again.' },
    500: {
      title: 'Something went wrong',
      text: 'It is our fault, not yours. Please try again in a few minutes.',
    },
    503: {
      title: 'We’ll be right back',
      text: 'The service can’t be reached at the moment. Please try again in a few minutes.',
    },
    requestId: 'Request id:',
  },
};

/** What a language has to say: as much as English does. */
export type Words = typeof en;
