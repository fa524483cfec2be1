import { PARAMETER_LENGTH } from '../limits/limits.ts';

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

/** How long all that goes along from page to page may be, as it stands in an address. */
const MAX_QUERY = 4_000;

/** What goes along from page to page of what somebody wrote into an address: each value once, and no more than a link needs. */
export function boundedParameters(given: Parameters): Parameters {
  let length = 0;
  const fits = (name: string, value: string) => {
    const more = name.length + encodeURIComponent(value.toWellFormed()).length + 2;
    if ([...value].length > PARAMETER_LENGTH || length + more > MAX_QUERY) return false;
    length += more;
    return true;
  };
  const kept = Object.entries(given).map(([name, value]) => {
    const values = [...new Set([value ?? []].flat())].filter((each) => fits(name, each));
    return [name, values.length > 1 ? values : values[0]] as const;
  });
  return Object.fromEntries(kept.filter(([, value]) => value !== undefined));
}
