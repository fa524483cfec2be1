// English, for pages that people see. A section for each kind of page.
export const en = {
  name: 'English',
  errors: {
    notFound: 'We can’t find this page.',
  },
};

/** What a language has to say: as much as English does. */
export type Words = typeof en;
