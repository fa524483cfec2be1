// How nine mail clients quote the message that is answered, in English, German, French and Spanish.
import { readFileSync } from 'node:fs';

const ORIGINAL = readFileSync(new URL('../mail-out/golden/options.txt', import.meta.url), 'utf8').replace(
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
  yahooandroid: `\n\nSent from Yahoo Mail on Android \n \n  On Mon, Nov 16, 2026 at 9:12 AM, Ada Lovelace via Rota<sales.acme@meet.example.com> wrote:   ${ORIGINAL}`,
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
  yahooandroid: `\n\nVon Yahoo Mail auf Android gesendet \n \n  Am Mo., Nov. 16, 2026 at 9:12 schrieb Ada Lovelace via Rota<sales.acme@meet.example.com>:   ${ORIGINAL}`,
  oldoutlook: `\n\n-----Ursprüngliche Nachricht-----\nVon: ${FROM}\nGesendet: Montag, 16. November 2026 09:12\nAn: Grace Hopper\nBetreff: Product demo\n\n${ORIGINAL}`,
};

const french: typeof english = {
  gmail: `\n\nLe lun. 16 nov. 2026 à 09:12, Ada Lovelace via Rota <\nsales.acme@meet.example.com> a écrit :\n\n${quoted}\n`,
  outlook: `\n\nDe : ${FROM}\nEnvoyé : lundi 16 novembre 2026 09:12\nÀ : Grace Hopper <grace@example.org>\nObjet : Product demo\n\n${ORIGINAL}`,
  exchange: `\n\n________________________________\nDe : ${FROM}\nEnvoyé : lundi 16 novembre 2026 09:12\nÀ : Grace Hopper\nObjet : Product demo\n\n${ORIGINAL}`,
  apple: `\n\n> Le 16 nov. 2026 à 09:12, Ada Lovelace via Rota <sales.acme@meet.example.com> a écrit :\n> \n${quoted}\n`,
  ios: `\n\nEnvoyé de mon iPhone\n\n> Le 16 nov. 2026 à 09:12, Ada Lovelace via Rota <sales.acme@meet.example.com> a écrit :\n> \n> ${quoted.slice(2)}\n`,
  thunderbird: `\n\n-- \nGrace Hopper\nExemple SARL\n\nLe 16/11/2026 à 09:12, Ada Lovelace via Rota a écrit :\n${quoted}\n`,
  yahoo: `\n\n    Le lundi 16 novembre 2026 à 09:12:44 UTC+1, Ada Lovelace via Rota <sales.acme@meet.example.com> a écrit :  \n \n ${ORIGINAL}`,
  yahooandroid: `\n\nEnvoyé depuis Yahoo Mail pour Android \n \n  Le lun., nov. 16, 2026 à 9:12, Ada Lovelace via Rota<sales.acme@meet.example.com> a écrit :   ${ORIGINAL}`,
  oldoutlook: `\n\n-----Message d'origine-----\nDe : ${FROM}\nEnvoyé : lundi 16 novembre 2026 09:12\nÀ : Grace Hopper\nObjet : Product demo\n\n${ORIGINAL}`,
};
const spanish: typeof english = {
  gmail: `\n\nEl lun, 16 nov 2026 a las 9:12, Ada Lovelace via Rota (<\nsales.acme@meet.example.com>) escribió:\n\n${quoted}\n`,
  outlook: `\n\nDe: ${FROM}\nEnviado: lunes, 16 de noviembre de 2026 9:12\nPara: Grace Hopper <grace@example.org>\nAsunto: Product demo\n\n${ORIGINAL}`,
  exchange: `\n\n________________________________\nDe: ${FROM}\nEnviado: lunes, 16 de noviembre de 2026 9:12\nPara: Grace Hopper\nAsunto: Product demo\n\n${ORIGINAL}`,
  apple: `\n\n> El 16 nov 2026, a las 9:12, Ada Lovelace via Rota <sales.acme@meet.example.com> escribió:\n> \n${quoted}\n`,
  ios: `\n\nEnviado desde mi iPhone\n\n> El 16 nov 2026, a las 9:12, Ada Lovelace via Rota <sales.acme@meet.example.com> escribió:\n> \n> ${quoted.slice(2)}\n`,
  thunderbird: `\n\n-- \nGrace Hopper\nEjemplo S.L.\n\nEl 16/11/26 a las 9:12, Ada Lovelace via Rota escribió:\n${quoted}\n`,
  yahoo: `\n\n    En lunes, 16 de noviembre de 2026, 09:12:44 CET, Ada Lovelace via Rota <sales.acme@meet.example.com> escribió:  \n \n ${ORIGINAL}`,
  yahooandroid: `\n\nEnviado desde Yahoo Mail para Android \n \n  El lun., nov. 16, 2026 a la(s) 9:12, Ada Lovelace via Rota<sales.acme@meet.example.com> escribió:   ${ORIGINAL}`,
  oldoutlook: `\n\n-----Mensaje original-----\nDe: ${FROM}\nEnviado el: lunes, 16 de noviembre de 2026 9:12\nPara: Grace Hopper\nAsunto: Product demo\n\n${ORIGINAL}`,
};
const languages: Record<string, typeof english> = { en: english, de: german, fr: french, es: spanish };

export type Client = keyof typeof english;
export const CLIENTS = Object.keys(english) as Client[];
export const LANGUAGES = Object.keys(languages);

/** A reply as the client sends it, with what it answers below. */
export function quotedBy(client: Client, language: string, reply: string): string {
  const below = languages[language]?.[client];
  if (below === undefined) throw new Error(`No client is called ${client} in ${language}`);
  return `${reply}${below}`;
}
