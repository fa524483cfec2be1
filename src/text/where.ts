// Where a meeting is, in words: the same ones in mails, on pages and in calendars.
import type { Language } from './languages.ts';
import { phoneNumberInWords } from './phone-numbers.ts';
import { multiline, onOneLine } from './plain-text.ts';

export type Where =
  | {
      kind: 'video';
      /** Such as Google Meet; null for any other. */
      product: string | null;
      /** Null as long as nothing is booked. */
      status: 'ready' | 'pending' | 'failed' | null;
      join_url: string | null;
    }
  | { kind: 'address'; address: string }
  | { kind: 'text'; text: string }
  /** The number of the company when the guest calls. */
  | { kind: 'call'; by: 'host' | 'guest'; number: string | null };

interface WhereWords {
  video: string;
  /** The call has a link, which isn't there yet. */
  linkToCome(call: string): string;
  linkFrom(call: string, host: string): string;
  hostCalls(host: string, number: string | null): string;
  guestCalls(number: string): string;
}

const words: Record<Language, WhereWords> = {
  en: {
    video: 'Video call',
    linkToCome: (call) => `${call}. We’ll send you the link.`,
    linkFrom: (call, host) => `${call}. ${host} will send you the link.`,
    hostCalls: (host, number) => (number ? `${host} will call you on ${number}` : `${host} will call you`),
    guestCalls: (number) => `Call ${number}`,
  },
  de: {
    video: 'Videogespräch',
    linkToCome: (call) => `${call}. Den Link schicken wir Ihnen noch.`,
    linkFrom: (call, host) => `${call}. Den Link bekommen Sie von ${host}.`,
    hostCalls: (host, number) => (number ? `${host} ruft Sie unter ${number} an` : `${host} ruft Sie an`),
    guestCalls: (number) => `Rufen Sie ${number} an`,
  },
  fr: {
    video: 'Visioconférence',
    linkToCome: (call) => `${call}. Nous vous enverrons le lien.`,
    linkFrom: (call, host) => `${call}. ${host} vous enverra le lien.`,
    hostCalls: (host, number) => (number ? `${host} vous appellera au ${number}` : `${host} vous appellera`),
    guestCalls: (number) => `Appelez le ${number}`,
  },
  es: {
    video: 'Videollamada',
    linkToCome: (call) => `${call}. Le enviaremos el enlace.`,
    linkFrom: (call, host) => `${call}. ${host} le enviará el enlace.`,
    hostCalls: (host, number) => (number ? `${host} le llamará al ${number}` : `${host} le llamará`),
    guestCalls: (number) => `Llame al ${number}`,
  },
};

/** For a guest. `number` is their own, if the host calls them. */
export function whereForGuest(
  where: Where,
  language: Language,
  { host, number }: { host: string; number: string | null },
): string {
  const { video, linkToCome, linkFrom, hostCalls, guestCalls } = words[language];
  switch (where.kind) {
    case 'address':
      return multiline(where.address);
    case 'text':
      return multiline(where.text);
    case 'call':
      return where.by === 'host'
        ? hostCalls(onOneLine(host), number && phoneNumberInWords(number))
        : guestCalls(phoneNumberInWords(where.number ?? ''));
    case 'video': {
      const call = where.product ?? video;
      if (where.status === 'pending') return linkToCome(call);
      return where.status === 'failed' ? linkFrom(call, onOneLine(host)) : call;
    }
  }
}

interface Callee {
  name: string;
  number: string | null;
}

/** For hosts, in English. The guests are those whom somebody calls, or who call. */
export function whereForHosts(where: Where, guests: readonly Callee[]): string {
  switch (where.kind) {
    case 'call':
      return where.by === 'host'
        ? guests.map(({ name, number }) => callOf(onOneLine(name), number)).join('\n')
        : `Guests call ${phoneNumberInWords(where.number ?? '')}`;
    case 'video': {
      const call = where.product ?? words.en.video;
      if (where.status === 'pending') return `${call}. The link isn’t ready yet.`;
      return where.status === 'failed' ? `${call}. There’s no link: send guests one.` : call;
    }
    default:
      return whereForGuest(where, 'en', { host: '', number: null });
  }
}

const callOf = (name: string, number: string | null) =>
  number ? `Call ${name} on ${phoneNumberInWords(number)}` : `Call ${name}, who hasn’t given a number yet`;

/** A map with the address; null for any other place. */
export function mapUrlOf(where: Where): string | null {
  if (where.kind !== 'address') return null;
  const query = encodeURIComponent(onOneLine(where.address));
  return `https://www.google.com/maps/search/?api=1&query=${query}`;
}

export const joinUrlOf = (where: Where | null): string | null =>
  where?.kind === 'video' ? where.join_url : null;
