import type { MxRecord } from 'node:dns';
import type { Resolver } from 'node:dns/promises';
import type { Clock } from '../time/clock.ts';
import { createFileCache } from './name-files.ts';
import { createResolver, LookupError, type NameSources } from './names.ts';

/** The kinds of records, and the type of a record of each kind. */
interface RecordKinds {
  A: string;
  AAAA: string;
  CNAME: string;
  MX: MxRecord;
  PTR: string;
  /** Strings that belong together: join them. */
  TXT: string[];
}

export type RecordKind = keyof RecordKinds;

/** All records of a kind. Rejects with a `LookupError`, even if there are simply none. */
export type Records = <Kind extends RecordKind>(name: string, kind: Kind) => Promise<RecordKinds[Kind][]>;

type AnyRecords = RecordKinds[RecordKind][];

/** The timeout of one look-up, over all servers. */
const TIMEOUT_MS = 3_000;
/** How long an answer is cached, including that there are no records. */
const ANSWER_MS = 60_000;
/** How long a failure to get any answer is cached. */
const TROUBLE_MS = 5_000;
const MAX_CACHED = 5_000;
/** The total length of one record's strings. An 8,192-bit RSA key takes 1,500. */
const MAX_TEXT = 4_096;
const MAX_RECORDS = 100;

/** Looks up records in DNS only: no hosts file, no search domains. Concurrent look-ups of the same records are shared. */
export function createRecords(clock: Clock, sources: NameSources = {}): Records {
  const resolver = createFileCache(sources.resolverFile ?? '/etc/resolv.conf', () =>
    createResolver(sources.servers),
  );
  /** Oldest first. */
  const cache = new Map<string, { until: number; answer: Promise<AnyRecords> }>();

  function answerTo(name: string, kind: RecordKind): Promise<AnyRecords> {
    const key = `${kind} ${name}`;
    const known = cache.get(key);
    if (known && clock.now() < known.until) return known.answer;
    const entry = {
      until: Number.POSITIVE_INFINITY,
      answer: within(TIMEOUT_MS, ask(resolver(), name, kind)),
    };
    const keepFor = (ms: number) => {
      entry.until = clock.now() + ms;
    };
    entry.answer.then(
      () => keepFor(ANSWER_MS),
      (error: LookupError) => keepFor(isAnswer(error) ? ANSWER_MS : TROUBLE_MS),
    );
    cache.delete(key);
    cache.set(key, entry);
    const [oldest] = cache.keys();
    if (cache.size > MAX_CACHED && oldest !== undefined) cache.delete(oldest);
    return entry.answer;
  }

  function within<Answer>(ms: number, answer: Promise<Answer>): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const cancel = clock.after(ms, () => reject(new LookupError('ETIMEOUT')));
      answer.finally(cancel).then(resolve, reject);
    });
  }

  return async <Kind extends RecordKind>(name: string, kind: Kind) => {
    const host = name.toLowerCase().replace(/\.$/, '');
    if (!isName(host)) throw new LookupError('ENOTFOUND');
    return (await answerTo(host, kind)) as RecordKinds[Kind][];
  };
}

/** True if DNS answered that there are no records. With other errors, there was no answer. */
export function isAnswer({ code }: { code?: string }): boolean {
  return code === 'ENOTFOUND' || code === 'ENODATA';
}

/** The records, or an empty list. Rejects only if DNS gave no answer. */
export async function recordsOrNone<Kind extends RecordKind>(
  records: Records,
  name: string,
  kind: Kind,
): Promise<RecordKinds[Kind][]> {
  try {
    return await records(name, kind);
  } catch (error) {
    if (isAnswer(error as LookupError)) return [];
    throw error;
  }
}

/** Allows any printable characters in labels: SPF can generate such names. */
function isName(host: string): boolean {
  return host.length <= 253 && /^[\x21-\x2d\x2f-\x7e]{1,63}(?:\.[\x21-\x2d\x2f-\x7e]{1,63})*$/.test(host);
}

async function ask(resolver: Resolver, name: string, kind: RecordKind): Promise<AnyRecords> {
  let found: AnyRecords;
  try {
    found = (await resolver.resolve(name, kind)) as AnyRecords;
  } catch (error) {
    throw new LookupError(codeOf((error as { code?: string }).code));
  }
  const usable =
    kind === 'TXT' ? (found as string[][]).filter((texts) => texts.join('').length <= MAX_TEXT) : found;
  if (usable.length === 0) throw new LookupError('ENODATA');
  return usable.slice(0, MAX_RECORDS);
}

function codeOf(code: string | undefined): LookupError['code'] {
  if (code === 'ENOTFOUND' || code === 'EBADNAME') return 'ENOTFOUND';
  return code === 'ENODATA' || code === 'ETIMEOUT' ? code : 'EAI_AGAIN';
}
