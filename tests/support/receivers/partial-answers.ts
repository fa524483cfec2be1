// Google's partial answers: `fields=nextPageToken,items(id,start(date))` leaves out everything else.

/** Names with what is asked for below them; an empty map is for all of it. */
type Mask = Map<string, Mask>;

export function partOf(value: unknown, fields: string): unknown {
  const [mask, rest] = maskIn(fields);
  if (rest !== '') throw new Error(`not a mask of fields: ${fields}`);
  return masked(value, mask);
}

function maskIn(text: string): [Mask, rest: string] {
  const mask: Mask = new Map();
  let rest = text;
  for (;;) {
    const [name = ''] = /^\w+/.exec(rest) ?? [];
    if (name === '') throw new Error(`not a mask of fields: ${text}`);
    rest = rest.slice(name.length);
    let below: Mask = new Map();
    if (rest.startsWith('(')) {
      [below, rest] = maskIn(rest.slice(1));
      rest = rest.slice(1);
    }
    mask.set(name, below);
    if (!rest.startsWith(',')) return [mask, rest];
    rest = rest.slice(1);
  }
}

function masked(value: unknown, mask: Mask): unknown {
  if (mask.size === 0 || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => masked(one, mask));
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => {
      const below = mask.get(name);
      return below === undefined ? [] : [[name, masked(one, below)]];
    }),
  );
}
