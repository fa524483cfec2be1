/** A handle stands in mail addresses, so it is a DNS-like label: lower case, digits and inner hyphens. */
export const HANDLE_PATTERN = '^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$';

export const HANDLE_RULE =
  'handle must be 1 to 63 lower-case letters, digits and hyphens, with no hyphen at either end';

export function isHandle(value: string): boolean {
  return new RegExp(HANDLE_PATTERN).test(value);
}
