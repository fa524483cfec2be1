/** One environment variable. `settings` in config.ts has them all. */
interface Definition<T> {
  name: string;
  purpose: string;
  secret?: boolean;
  read: (raw: string) => T;
}

export function setting<T>(definition: Definition<T> & { fallback: string }): Setting<T>;
export function setting<T>(definition: Definition<T>): Setting<T | undefined>;
export function setting<T>({
  read,
  ...definition
}: Definition<T> & { fallback?: string }): Setting<T | undefined> {
  const parse = (raw: string | undefined) => {
    const value = raw ?? definition.fallback;
    return value === undefined ? undefined : read(value);
  };
  return { fallback: undefined, secret: false, ...definition, parse };
}

interface Setting<T> {
  name: string;
  purpose: string;
  fallback: string | undefined;
  secret: boolean;
  parse: (raw: string | undefined) => T;
}
