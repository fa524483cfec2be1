// English, for pages that people see. A section for each kind of page.
export const en = {
  name: 'English',
  /** For dates, if the browser names no region. */
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

  /** Pages of participants. */
  participant: {
    meetingWith: (organizer: string) => `Meeting with ${organizer}`,
    facts: { about: 'About', with: 'With' },
    choose: {
      over: 'Choose a time',
      lead: 'The time you choose is booked right away.',
      legend: 'Which time suits you?',
      legendOfOne: 'Does this time suit you?',
      button: 'Book this time',
    },
    mark: {
      over: 'Mark your times',
      lead: 'Mark every time that works for you. Once everyone has answered, the earliest time that works for all is booked.',
      legend: 'Which times work for you?',
      button: 'Send answer',
    },
    haveAnswered: (answered: number, of: number) =>
      answered === 0
        ? 'Nobody has answered yet.'
        : `${answered} of ${of} ${answered === 1 ? 'has' : 'have'} answered.`,
    none: {
      summary: 'None of these works',
      summaryOfOne: 'This time does not work',
      lead: 'Tell us roughly what would suit you. Leave out what does not matter.',
      days: 'Days that are better',
      parts: 'Times of day that are better',
      comment: 'Anything else?',
      button: 'Ask for other times',
    },
    days: {
      mon: 'Monday',
      tue: 'Tuesday',
      wed: 'Wednesday',
      thu: 'Thursday',
      fri: 'Friday',
      sat: 'Saturday',
      sun: 'Sunday',
    },
    partsOfDay: { morning: 'Morning', afternoon: 'Afternoon', evening: 'Evening' },
    answered: {
      over: 'Thank you',
      lead: 'We have your answer. Once everyone has answered, you will get the invite.',
      leadAlone: 'We have your answer.',
      leadDeclined: 'You said that none of these times works. Somebody will look for other times.',
      yours: 'These times work for you',
      change: 'Change your answer',
    },
    searching: {
      over: 'No times yet',
      lead: 'There are no times to choose from at the moment.',
      written: 'You will get an email as soon as there are.',
      unwritten: 'They will be on this page.',
    },
    paused: {
      over: 'Paused',
      lead: 'The search for a time is paused at the moment.',
      notice:
        'The search for a time is paused at the moment. You can still answer: it counts once the search goes on.',
    },
    stillBooked: 'Until there is a new time, the meeting stays at:',
    booked: {
      over: 'Booked',
      addToCalendar: 'Add to calendar',
      reschedule: 'Choose another time',
      rescheduleSeveral: 'Ask for another time',
      rescheduleLead:
        'Everyone is asked about other times. Until there is one that works for all, the old time stands.',
      rescheduleButton: 'Ask everyone for another time',
    },
    cancel: {
      summary: 'Cancel the meeting',
      lead: 'The meeting is cancelled for everyone who takes part.',
      button: 'Yes, cancel the meeting',
      comment: (organizer: string) => `A word to ${organizer}, if you like`,
    },
    /** Opting out of mail. */
    stop: {
      going: {
        title: 'Stop these messages?',
        lead: (workspace: string) =>
          `${workspace} will offer you no more times for meetings and send you no more reminders.`,
        button: 'Stop these messages',
        after: 'You can change your mind on this page.',
      },
      stopped: {
        title: 'You get no more of these messages',
        lead: (workspace: string) =>
          `${workspace} offers you no more times for meetings and sends you no more reminders.`,
        button: 'Write to me again',
        after: 'Your link stays good, in case you change your mind.',
      },
      isTold: (organizer: string) => `${organizer} is told that you asked for it.`,
      stays: 'You still hear about meetings that are booked: the invite, changes, and if one is cancelled.',
    },
    /** Declining before a time is found. */
    refuse: {
      summary: 'I do not want to meet',
      lead: 'The request ends here, and you are not asked again.',
      button: 'End the request',
    },
    over: { over: 'Over', lead: 'This meeting has taken place.' },
    cancelled: {
      over: 'Cancelled',
      lead: 'This meeting will not take place.',
      was: 'It was planned for:',
    },
    times: {
      more: 'Show more times',
      choose: 'More times',
      chooseLead: 'The time you choose is booked right away.',
      suggest: 'Suggest other times',
      suggestLead: (most: number) =>
        most === 1
          ? 'Mark a time that works for you. Everyone is asked about it, instead of the times so far.'
          : `Mark up to ${most} times that work for you. Everyone is asked about them, instead of the times so far.`,
      move: 'Choose another time',
      moveLead: 'The meeting is moved at once, and everyone gets a new invite.',
      none: 'No time is free in this week.',
      chooseButton: 'Book this time',
      suggestButton: 'Suggest these times',
      moveButton: 'Move the meeting',
      back: 'Back',
    },
    outcomes: {
      answered: 'Your answer is saved.',
      booked: 'Your meeting is booked.',
      taken: 'Sorry, that time has just been taken.',
      outdated:
        'The times had changed before your answer arrived, so it was not counted. This is how things stand now.',
      empty: 'No time was marked. Please mark at least one.',
      declined: 'Thank you. Your answer is saved.',
      suggested: 'Your times are now offered to everyone.',
      moved: 'The meeting has been moved.',
      reopened: 'Other times are being looked for. The old time holds until there is a new one.',
      cancelled: 'The meeting is cancelled.',
      timezone: 'From now on, you see times in this zone.',
      refused: 'That was not possible. Nothing was changed.',
      often:
        'This meeting has been moved often today, so it was not moved again. Try again tomorrow, or answer the email with the invite.',
    },
    /** For a link in a mail to a time that is no longer on offer. */
    optionGone: 'The time you chose is no longer offered. Please look again.',
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
    asks: 'You will get an email to confirm your address. The time is booked once you have confirmed it.',
    tells: 'The invite for your calendar goes to this address.',
    taken: 'Sorry, that time has just been taken. Please choose another one.',
    known: 'You have already booked this time. The link to your meeting is in the email that you got then.',
    again: 'Please check this, and send it again.',
    old: 'This page was open for a long time. Please check the time, and send it again.',
    limited: 'Too many meetings were asked for today. Nothing was booked. Please try again tomorrow.',
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
      title: 'Check your email',
      text: 'You should get an email in a moment. Open its link within an hour to book the time. Until then, somebody else may take it.',
      missing: 'No email? Check your spam folder, or',
      back: 'choose a time again',
    },
    booked: {
      title: 'Your meeting is booked',
      text: 'You should get an email with the invite in a moment. It has the link to move or cancel the meeting.',
      missing: 'No email? Check your spam folder.',
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
      text: 'The link may be incomplete. Copy all of it, or open it again where you found it.',
    },
    410: {
      title: 'This link has expired',
      text: 'It can’t be used any more. If you still want to meet, write to whoever sent it to you.',
    },
    403: {
      title: 'This came from another site',
      text: 'To keep you safe, nothing was changed. Open your link again and answer there.',
    },
    closed: {
      title: 'This page is not available at the moment',
      text: 'Nothing is wrong with your link. Try again later, or write to whoever sent it to you.',
    },
    unreadable: {
      title: 'That didn’t get through',
      text: 'We could not read what was sent, and nothing was changed. Open your link again and answer once more.',
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
    readOnly:
      'Nothing can be changed for a few minutes, and nothing was. You can look at everything. Please try again soon.',
    requestId: 'Request id:',
  },
};

/** Every language has the same texts as English. */
export type Words = typeof en;
