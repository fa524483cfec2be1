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

  /** Pages of booking links. */
  booking: {
    title: (team: string) => `Book a time with ${team}`,
    times: 'Choose a time',
    noTimes: 'There are no free times in this week.',
    name: 'Your name',
    email: 'Your email address',
    note: 'Anything we should know?',
    noteHint: 'You may leave this empty.',
    trap: 'Leave this empty',
    book: 'Book this time',
    ask: 'Continue',
    asks: 'You get a mail to confirm your address. The time is booked once you have confirmed it.',
    tells: 'The invite for your calendar goes to this address.',
    taken: 'Nobody is free at this time any more. Please choose another one.',
    known: 'You have booked this time already. The mail that you got then has the link to your meeting.',
    again: 'Please check this, and send it again.',
    old: 'This page was open for a long time. Please check the time, and send it again.',
    problems: {
      name: { missing: 'Please enter your name.', too_long: 'This name is too long.' },
      email: {
        missing: 'Please enter your email address.',
        invalid: 'Please enter a whole address, such as grace@example.org.',
      },
      note: { too_long: 'This is too long: 5,000 characters at most.' },
      starts_at: { missing: 'Please choose a time.' },
    },
    mail: {
      title: 'Look into your mail',
      text: 'If all is well, you get a mail in a moment. Open its link within an hour to book the time: until then somebody else may take it.',
      missing: 'No mail? Look into the folder for spam, or',
      back: 'choose a time again',
    },
    confirm: {
      title: 'Confirm your meeting',
      lead: 'Nothing is booked yet. With your confirmation, the time is yours.',
      what: 'What',
      with: 'With',
      length: 'Length',
      confirm: 'Confirm this time',
      other: 'Choose another time',
      otherLead: 'Your address is confirmed. Choose a time, and it is booked.',
    },
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
