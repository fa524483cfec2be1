// How pages and mails name a company, and Rota, at their end.
import type { Language } from './languages.ts';

/** `Acme Ltd · 12 Analytical Street, London`. */
export const companyLine = ({ company, address }: { company: string; address: string | null }): string =>
  address === null ? company : `${company} · ${address}`;

export const madeWith: Record<Language, string> = {
  en: 'Scheduled with Rota',
  de: 'Terminfindung mit Rota',
  fr: 'Rendez-vous organisé avec Rota',
  es: 'Citas organizadas con Rota',
};
