/** A handle is part of mail addresses, so it has the form of a DNS label. */
const HANDLE = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

export const HANDLE_RULE =
  'handle must be 1 to 63 lower-case letters, digits and hyphens, with no hyphen at either end';

export function isHandle(value: string): boolean {
  return HANDLE.test(value);
}

/** What messages come from that no team sends. */
export function workspaceAddress(handle: string | null, mailDomain: string): string {
  return `${handle ?? 'rota'}@${mailDomain}`;
}

export const DEFAULT_TIMEZONE = 'UTC';
