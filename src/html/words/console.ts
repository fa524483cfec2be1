// Refusals in the console, which is in English only.
import type { Words } from './words.ts';

/** A refusal's own sentence, if it has one, replaces the text. */
export const consoleErrors: Words['errors'] = {
  404: {
    title: 'Page not found',
    text: 'It may be gone, or you may not have access to it.',
  },
  410: { title: 'This has expired', text: 'It can’t be used any more. Go back and start again.' },
  403: { title: 'You can’t do this', text: 'Your role doesn’t allow this. Ask an admin of the workspace.' },
  closed: {
    title: 'This workspace isn’t available',
    text: 'Ask the people who run this service.',
  },
  unreadable: {
    title: 'That didn’t get through',
    text: 'We couldn’t read what was sent, so nothing was changed. Go back, reload the page and try again.',
  },
  429: { title: 'Too many requests', text: 'Please wait a minute, then try again.' },
  500: {
    title: 'Something went wrong',
    text: 'Please try again in a few minutes. If it keeps happening, send the request ID to the people who run this service.',
  },
  503: {
    title: 'We’ll be right back',
    text: 'The service can’t be reached at the moment. Please try again in a few minutes.',
  },
  readOnly:
    'Nothing can be changed for a few minutes, but you can look at everything. Please try again soon.',
  requestId: 'Request ID:',
};
