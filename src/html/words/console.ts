// Refusals in the console, which is in English only.
import type { Words } from './words.ts';

/** A refusal's own sentence, if it has one, replaces the text. */
export const consoleErrors: Words['errors'] = {
  404: {
    title: 'There is no such page',
    text: 'What it was about may be gone, or is not for you to see.',
  },
  410: { title: 'This has expired', text: 'It can’t be used any more.' },
  403: { title: 'You can’t do this', text: 'Your role does not allow it. Nothing was changed.' },
  closed: {
    title: 'This workspace is not available',
    text: 'Ask whoever runs the service.',
  },
  unreadable: {
    title: 'That didn’t get through',
    text: 'We could not read what was sent, and nothing was changed. Go back, reload the page and try once more.',
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
};
