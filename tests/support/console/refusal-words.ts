// What people read when something is refused, and what must not be in it.

const unescaped = (text: string) =>
  text
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim();

/** The sentences at fields, in the banner, and on a page for an error. */
export function refusalsIn(page: string): string[] {
  const found = [
    ...page.matchAll(/<p class="problem"[^>]*>([\s\S]*?)<\/p>/g),
    ...page.matchAll(/<div class="notice problem"[^>]*><p>([\s\S]*?)<\/p><\/div>/g),
    ...page.matchAll(/<p class="lead">([\s\S]*?)<\/p>(?=[\s\S]*Go to the console)/g),
  ];
  return found.map((match) => unescaped(match.at(-1) as string)).filter(Boolean);
}

/** What the fields of a page are called, and groups of them. */
export function labelsIn(page: string): string[] {
  const found = page.matchAll(/<(label|legend|caption)\b[^>]*>([\s\S]*?)<\/\1>/g);
  return [...found].map(([, , content = '']) => unescaped(content)).filter(Boolean);
}

/** The fields that a sentence names, as a page's labels are quoted: Fill in “Name”. */
export const fieldsNamedIn = (sentence: string): string[] =>
  [...sentence.matchAll(/“([^”]+)”/g)]
    .map(([, label = '']) => label)
    .filter((label) => label !== 'What they typed' && !label.endsWith('…'));

/** Words that only the API's own readers know. */
const OF_PROGRAMS =
  /\b(?:JSON|null|boolean|integer|string|ISO 8601|IANA|membership|pool|stack|undefined|payload|entity)\b/;

export function problemsIn(sentence: string): string[] {
  const rules: [string, boolean][] = [
    ['snake_case', /\b[a-z]+_[a-z_]+\b/.test(sentence)],
    ['a path in a body', /\[\d+\]|\b\w+\.\w+_\w+\b/.test(sentence)],
    ['a field in straight quotes', /"\w+"/.test(sentence)],
    ['a bare id', /\b[a-z]{2,5}_[0-9a-z]{12,}/i.test(sentence)],
    ['a time for programs', /\d{4}-\d{2}-\d{2}T/.test(sentence)],
    ['a word of programs', OF_PROGRAMS.test(sentence)],
    ['no end of a sentence', !/[.!?]$/.test(sentence)],
    ['a small letter at its beginning', /^[a-z]+ /.test(sentence)],
  ];
  return rules.filter(([, isBroken]) => isBroken).map(([name]) => name);
}
