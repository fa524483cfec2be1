/** Somebody whom the request is with, as typed. Whether the address is one is for the API to say. */
export interface TypedParticipant {
  email: string;
  name?: string;
  timezone?: string;
}

const NAMED = /^(.*?)<([^<>]*)>$/;

/** One a line: `Grace Hopper <grace@example.org>`, or the address alone. */
export function participantsIn(text: string, timezone: string | undefined): TypedParticipant[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [, name = '', email = line] = NAMED.exec(line) ?? [];
      const shown = name.trim().replace(/^"(.*)"$/, '$1');
      return { email: email.trim(), ...(shown && { name: shown }), ...(timezone && { timezone }) };
    });
}
