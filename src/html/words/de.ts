import type { Words } from './en.ts';

// German, for pages that people see. The reader is “Sie”.
export const de: Words = {
  name: 'Deutsch',
  errors: {
    notFound: 'Diese Seite gibt es nicht.',
  },
};
