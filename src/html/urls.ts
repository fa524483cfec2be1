/** The path with these parameters; those that are undefined are left out. */
export function withQuery(path: string, parameters: Record<string, string | undefined>): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) given.set(name, value);
  return given.size === 0 ? path : `${path}?${given}`;
}
