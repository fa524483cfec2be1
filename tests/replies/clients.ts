// How eight mail clients quote the message that is answered, in English and German.
import { readFileSync } from 'node:fs';

const ORIGINAL = readFileSync(new URL('../mail/golden/options.txt', import.meta.url), 'utf8').replace(
  /^Subject:.*\nPreview:.*\n\n?/,
  '',
);
const quoted = ORIGINAL.trim()
  .replace(/^(?=.)/gm, '> ')
  .replace(/^$/gm, '>');

const FROM = 'Ada Lovelace via Rota <sales.acme@meet.example.com>';
const english = {
  gmail: `\n\nOn Mon, Nov 16, 2026 at 9:12 AM Ada Lovelace via Rota <\nsales.acme@meet.example.com> wrote:\n\n${quoted}\n`,
  outlook: `\n\nFrom: ${FROM}\nSent: Monday, November 16, 2026 9:12 AM\nTo: Grace Hopper <grace@example.org>\nSubject: Product demo with Ada Lovelace: choose a time\n\n${ORIGINAL}`,
  exchange: `\n\n________________________________\nFrom: ${FROM}\nSent: 16 November 2026 09:12\nTo: Grace Hopper\nSubject: Product demo\n\n${ORIGINAL}`,
  apple: `\n\n> On 16 Nov 2026, at 09:12, Ada Lovelace via Rota <sales.acme@meet.example.com> wrote:\n> \n${quoted}\n`,
  ios: `\n\nSent from my iPhone\n\n> On Nov 16, 2026, at 9:12 AM, Ada Lovelace via Rota <sales.acme@meet.example.com> wrote:\n> \n> ${quoted.slice(2)}\n`,
  thunderbird: `\n\n-- \nGrace Hopper\nExample Corp\n\nOn 16.11.26 09:12, Ada Lovelace via Rota wrote:\n${quoted}\n`,
  yahoo: `\n\n    On Monday, November 16, 2026 at 09:12:44 AM GMT+1, Ada Lovelace via Rota <sales.acme@meet.example.com> wrote:  \n \n ${ORIGINAL}`,
  oldoutlook: `\n\n-----Original Message-----\nFrom: ${FROM}\nSent: Monday, November 16, 2026 9:12 AM\nTo: Grace Hopper\nSubject: Product demo\n\n${ORIGINAL}`,
};
const german: typeof english = {
  gmail: `\n\nAm Mo., 16. Nov. 2026 um 09:12 Uhr schrieb Ada Lovelace via Rota <\nsales.acme@meet.example.com>:\n\n${quoted}\n`,
  outlook: `\n\nVon: ${FROM}\nGesendet: Montag, 16. November 2026 09:12\nAn: Grace Hopper <grace@example.org>\nBetreff: Product demo\n\n${ORIGINAL}`,
  exchange: `\n\n________________________________\nVon: ${FROM}\nGesendet: Montag, 16. November 2026 09:12\nAn: Grace Hopper\nBetreff: Product demo\n\n${ORIGINAL}`,
  apple: `\n\n> Am 16.11.2026 um 09:12 schrieb Ada Lovelace via Rota <sales.acme@meet.example.com>:\n> \n${quoted}\n`,
  ios: `\n\nVon meinem iPhone gesendet\n\n> Am 16.11.2026 um 09:12 schrieb Ada Lovelace via Rota <sales.acme@meet.example.com>:\n> \n> ${quoted.slice(2)}\n`,
  thunderbird: `\n\n-- \nGrace Hopper\nBeispiel GmbH\n\nAm 16.11.26 um 09:12 schrieb Ada Lovelace via Rota:\n${quoted}\n`,
  yahoo: `\n\n    Am Montag, 16. November 2026 um 09:12:44 MEZ hat Ada Lovelace via Rota <sales.acme@meet.example.com> Folgendes geschrieben:  \n \n ${ORIGINAL}`,
  oldoutlook: `\n\n-----Ursprüngliche Nachricht-----\nVon: ${FROM}\nGesendet: Montag, 16. November 2026 09:12\nAn: Grace Hopper\nBetreff: Product demo\n\n${ORIGINAL}`,
};

export type Client = keyof typeof english;

/** A reply as the client sends it, with what it answers below. */
export function quotedBy(client: Client, language: string, reply: string): string {
  const below = (language === 'de' ? german : english)[client];
  if (below === undefined) throw new Error(`No client is called ${client}`);
  return `${reply}${below}`;
}
