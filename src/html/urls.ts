/** Parameters by name; those that are undefined are left out, and lists are given once for each value. */
export type Parameters = Record<string, string | readonly string[] | undefined>;

/** The path with these parameters. */
export function withQuery(path: string, parameters: Parameters): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    for (const each of value === undefined ? [] : [value].flat()) given.append(name, each);
  }
  return given.size === 0 ? path : `${path}?${given}`;
}
