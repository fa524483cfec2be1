// English, for pages that people see. A section for each kind of page.
export const en = {
  name: 'English',
  /** For dates, if the browser names no region. */
  locale: 'en-GB',

  pages: {
    languages: 'Language',
  },

  zones: {
    /** Before a place and its clock: `Times in your time zone: Berlin, 14:12 now.` */
    own: 'Times in your time zone:',
    other: 'Local time in',
    now: (clock: string) => `${clock} now`,
    change: 'Change',
    title: 'Choose your time zone',
    label: 'Time zone',
    choose: 'Show times in this zone',
    back: 'Back',
    search: {
      label: 'City, country or time zone',
      button: 'Search',
      results: 'Choose a place',
      none: 'Nothing found. Try a larger city nearby, or the country.',
      all: 'All time zones',
    },
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

  /** Choosing a day and a time. */
  picker: {
    earlier: 'Earlier days',
    later: 'Later days',
    unusual: 'Early and late times',
    noTimes: 'Nothing is free on this day.',
    noDays: 'Nothing is free on these days.',
    elsewhere: 'On other days',
    /** Before their number. */
    marked: (most: number) => `Up to ${most} times. Marked:`,
    next: 'Continue',
  },

  /** Pages of participants. */
  participant: {
    meetingWith: (organizer: string) => `Meeting with ${organizer}`,
    facts: { about: 'About', with: 'With', where: 'Where' },
    place: {
      join: 'Join the video call',
      map: 'Show on a map',
      phone: 'Your phone number',
      phoneHint: (host: string) => `${host} will call you on this number.`,
      keepPhone: 'Save number',
      changePhone: 'Change your phone number',
    },
    choose: {
      over: 'Pick a time',
      lead: 'Pick one and it’s booked.',
      legend: 'Which time works for you?',
      legendOfOne: 'Does this time work for you?',
      button: 'Book this time',
    },
    mark: {
      over: 'Tick your times',
      lead: 'Tick every time that works for you. As soon as everybody has answered, we’ll book the earliest one that works for all.',
      legend: 'Which times work for you?',
      button: 'Send answer',
    },
    haveAnswered: (answered: number, of: number) =>
      answered === 0
        ? 'Nobody has answered yet.'
        : `${answered} of ${of} ${answered === 1 ? 'has' : 'have'} answered.`,
    none: {
      summary: 'None of these works',
      summaryOfOne: 'This time doesn’t work',
      lead: 'Tell us roughly what would suit you and we’ll look again.',
      days: 'Better days',
      parts: 'Better times of day',
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
      lead: 'Your answer is in. As soon as everybody has answered, you’ll get an invitation.',
      leadAlone: 'Your answer is in.',
      leadDeclined: 'None of these times works for you. We’re looking for others.',
      yours: 'Works for you',
      change: 'Change your answer',
    },
    searching: {
      over: 'No times yet',
      lead: 'There’s nothing to choose from at the moment.',
      written: 'We’ll email you as soon as there is.',
      unwritten: 'New times will show up on this page.',
    },
    paused: {
      over: 'On hold',
      lead: 'Finding a time is on hold for now.',
      notice:
        'Finding a time is on hold for now. You can still answer: it counts as soon as things move again.',
    },
    stillBooked: 'It stays in the diary until there’s a new time:',
    booked: {
      over: 'Booked',
      addToCalendar: 'Add to calendar',
      reschedule: 'Reschedule',
      rescheduleSeveral: 'Ask for another time',
      rescheduleLead:
        'We’ll ask everybody about other times. The meeting stays in the diary until one works for all.',
      rescheduleButton: 'Ask everybody for another time',
    },
    cancel: {
      summary: 'Cancel the meeting',
      lead: 'It will be cancelled for everybody.',
      button: 'Yes, cancel the meeting',
      comment: (organizer: string) => `A few words to ${organizer}, if you like`,
    },
    /** Opting out of mail. */
    stop: {
      going: {
        title: 'Stop these emails?',
        lead: (workspace: string) => `${workspace} won’t email you about new meetings or send reminders.`,
        button: 'Stop these emails',
        after: 'You can change your mind on this page.',
      },
      stopped: {
        title: 'You won’t get these emails any more',
        lead: (workspace: string) => `${workspace} won’t email you about new meetings or send reminders.`,
        button: 'Email me again',
        after: 'This link keeps working, in case you change your mind.',
      },
      isTold: (organizer: string) => `We’ll let ${organizer} know.`,
      stays: 'You’ll still hear about meetings that are booked: the invitation, changes and cancellations.',
    },
    /** Declining before a time is found. */
    refuse: {
      summary: 'I’d rather not meet',
      lead: 'We’ll close the request and won’t ask again.',
      button: 'Close the request',
    },
    over: { over: 'Past', lead: 'This meeting has taken place.' },
    cancelled: {
      over: 'Cancelled',
      lead: 'This meeting won’t take place.',
      was: 'It was planned for:',
    },
    times: {
      more: 'See more times',
      choose: 'Pick a time',
      chooseLead: 'Pick one and it’s booked.',
      chooseQuestion: 'Book this time?',
      suggest: 'Suggest other times',
      suggestLead: (most: number) =>
        most === 1
          ? 'Tick a time that works for you. We’ll ask everybody about it instead of the times so far.'
          : `Tick up to ${most} times that work for you. We’ll ask everybody about them instead of the times so far.`,
      suggestQuestion: (count: number): string =>
        count === 1 ? 'Suggest this time?' : 'Suggest these times?',
      move: 'Pick a new time',
      moveLead: 'The meeting moves straight away, and everybody gets a new invitation.',
      moveQuestion: 'Move the meeting to this time?',
      /** Before when the meeting is so far. */
      now: 'Now on',
      tooMany: (most: number) => `Please tick no more than ${most} times.`,
      /** Of several that were marked: `Mon 2 Mar, 10:00; Tue 3 Mar, 11:30`. */
      gone: (times: string, _count: number, hasOthers: boolean) =>
        `No longer free: ${times}. ${hasOthers ? 'Your other times are still ticked.' : 'Please tick another time.'}`,
      chooseButton: 'Book this time',
      suggestButton: (count: number): string => (count === 1 ? 'Suggest this time' : 'Suggest these times'),
      moveButton: 'Move the meeting',
      other: 'Pick another time',
      back: 'Back to your meeting',
    },
    outcomes: {
      answered: 'Your answer is in.',
      booked: 'You’re booked.',
      taken: 'That time has just gone, sorry about that. Here are the next ones.',
      outdated:
        'The times changed before your answer arrived, so it didn’t count. Here’s where things stand.',
      empty: 'Please tick at least one time.',
      declined: 'Thank you. Your answer is in.',
      suggested: 'We’re asking everybody about your times.',
      moved: 'Your meeting has moved.',
      reopened: 'We’re looking for another time. The meeting stays in the diary until there is one.',
      cancelled: 'Your meeting is cancelled.',
      timezone: 'From now on, you’ll see times in this zone.',
      refused: 'That isn’t possible here. Nothing has changed.',
      phone: 'Please enter a full phone number, such as +44 20 7946 0018.',
      number: 'Your phone number is saved.',
      often:
        'This meeting has moved several times today, so it wasn’t moved again. Try again tomorrow, or reply to the email with the invitation.',
    },
    /** For a link in a mail to a time that is no longer on offer. */
    optionGone: 'That time has gone since we emailed you. Here’s where things stand.',
  },

  /** Pages of booking links. */
  booking: {
    title: (team: string) => `Book a time with ${team}`,
    /** The page of a company, which lists what can be booked. */
    company: {
      title: (company: string) => `Book a meeting with ${company}`,
    },
    /** Choosing whom to meet. */
    hosts: {
      title: 'Who would you like to meet?',
      anyone: 'Anyone',
      anyoneNote: 'Whoever is free first',
      change: 'Change who you meet',
    },
    hostGone: 'They can’t be booked at the moment. Please choose somebody else.',
    details: 'Your details',
    change: 'Change',
    instead: 'Other times',
    allTimes: 'See all times',
    noTimes: 'Nothing else is free at the moment.',
    name: 'Name',
    email: 'Email',
    note: 'Anything we should know? (optional)',
    /** A question that needs no answer. */
    optional: (label: string) => `${label} (optional)`,
    choose: 'Choose…',
    phone: 'Phone number',
    phoneHint: 'We’ll call you on this number.',
    trap: 'Leave this empty',
    book: 'Book this time',
    ask: 'Continue',
    asks: 'We’ll email you a link to confirm. The time is booked once you have.',
    tells: 'We’ll send the calendar invitation here.',
    taken: 'That time has just gone, sorry about that. Here are the next ones.',
    known: 'You’ve already booked this time. The email we sent you has the link to your meeting.',
    again: 'Please check this and send it again.',
    old: 'This page has been open for a while. Please check the time and send it again.',
    changed:
      'This page is for a different meeting now. Please check that it’s the one you want, and send the form again.',
    limited: 'No more meetings can be booked here today. Please try again tomorrow.',
    problems: {
      name: { missing: 'Please enter your name.', too_long: 'Please use a shorter name.' },
      email: {
        missing: 'Please enter your email address.',
        invalid: 'Please enter a full address, such as grace@example.org.',
      },
      note: { too_long: 'Please keep this to 5,000 characters.' },
      phone_number: {
        missing: 'Please enter your phone number.',
        no_phone_number: 'Please enter a full phone number, such as +44 20 7946 0018.',
      },
      answer: {
        missing: 'Please answer this question.',
        unchosen: 'Please choose an answer.',
        unticked: 'Please tick this box to continue.',
        too_long: (most: string) => `Please keep this to ${most} characters.`,
        no_choice: 'Please choose one of these answers.',
        no_phone_number: 'Please enter a full phone number, such as +44 20 7946 0018.',
        no_number: 'Please enter a number, such as 12.5.',
        unreadable: 'Please answer this question again.',
      },
      starts_at: { missing: 'Please pick a time.' },
    },
    mail: {
      title: 'Check your email',
      text: 'We’ve sent you a link. Open it within an hour to book the time: it isn’t held for you until then.',
      missing: 'Nothing there? Look in your spam folder, or',
      back: 'pick a time again',
    },
    booked: {
      title: 'You’re booked',
      text: 'The invitation is on its way to you by email, with a link to reschedule or cancel.',
      missing: 'Nothing there? Look in your spam folder.',
    },
    confirm: {
      title: 'Confirm your meeting',
      lead: 'It isn’t booked yet. Confirm and the time is yours.',
      what: 'What',
      with: 'With',
      length: 'Length',
      confirm: 'Confirm this time',
      other: 'Pick another time',
      otherLead: 'Your address is confirmed. Pick a time, then confirm it.',
    },
  },

  errors: {
    404: {
      title: 'We can’t find this page',
      text: 'Part of the link may be missing. Copy all of it, or open it again from where you found it.',
    },
    410: {
      title: 'This link has expired',
      text: 'If you’d still like to meet, write to the person who sent you the link.',
    },
    403: {
      title: 'This came from another site',
      text: 'To keep you safe, nothing was changed. Open your link again and answer there.',
    },
    closed: {
      title: 'This page isn’t available at the moment',
      text: 'Your link is fine. Try again later, or write to the person who sent it to you.',
    },
    unreadable: {
      title: 'That didn’t get through',
      text: 'Nothing was changed. Open your link again and send your answer once more.',
    },
    429: { title: 'One moment, please', text: 'That was a lot at once. Wait a minute, then try again.' },
    500: {
      title: 'Something went wrong',
      text: 'It’s our fault, not yours. Please try again in a few minutes.',
    },
    503: {
      title: 'We’ll be right back',
      text: 'Please try again in a few minutes.',
    },
    readOnly:
      'Nothing can be changed for a few minutes, but you can look at everything. Please try again soon.',
    requestId: 'Request ID:',
  },
};

/** Every language has the same texts as English. */
export type Words = typeof en;
