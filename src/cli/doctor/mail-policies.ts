import { createPublicKey, type KeyObject } from 'node:crypto';
import { isIP } from 'node:net';
import { type Records, recordsOrNone } from '../../network/records.ts';
import { isLoopback } from '../../text/networks.ts';
import { addressesOf, type Finding, missing, ok, skipped, wrong } from './mail-servers.ts';

// What a domain publishes about who may send mail in its name.

/** Receivers make at most ten look-ups for one mail (RFC 7208). */
const MAX_LOOKUPS = 10;
/** An address reserved for documentation: no server has it. */
const NOBODY = '192.0.2.1';

/** Which addresses send mail for the domain, as far as we know. */
interface Senders {
  addresses: string[];
  /** How they were found, in words for the reader. */
  source: string;
}

/** The addresses that mail is sent from, as far as this machine can tell. */
export async function sendersOf(
  records: Records,
  from: string | undefined,
  smtpUrl: string | undefined,
): Promise<Senders> {
  if (from !== undefined) return { addresses: [from], source: '--from' };
  if (smtpUrl === undefined) return { addresses: [], source: '' };
  const host = new URL(smtpUrl).hostname.replace(/^\[(.*)\]$/, '$1');
  // We can't tell which address a mail server on this machine sends from.
  if (isLoopback(host)) return { addresses: [], source: '' };
  const addresses = isIP(host) === 0 ? await addressesOf(records, host) : [host];
  return { addresses, source: `${host}; if it sends from others, give one with --from` };
}

async function textsOf(records: Records, name: string, begin: RegExp): Promise<string[]> {
  const texts = await recordsOrNone(records, name, 'TXT');
  return texts.map((strings) => strings.join('')).filter((text) => begin.test(text));
}

export async function checkSpf(records: Records, domain: string, senders: Senders): Promise<Finding> {
  const [record, ...more] = await textsOf(records, domain, /^v=spf1(?: |$)/i);
  const mechanisms = senders.addresses.map((address) => `ip${isIP(address)}:${address}`).join(' ') || 'mx';
  if (record === undefined) {
    const found = `${domain} doesn't say who may send its mail`;
    return missing('SPF', found, `${domain}. TXT "v=spf1 ${mechanisms} -all"`);
  }
  if (more.length > 0)
    return wrong('SPF', `${domain} has ${more.length + 1} records: with more than one, none counts`);
  const all = /(?:^|\s)([+?~-]?)all(?:\s|$)/i.exec(record)?.[1];
  if (all === '' || all === '+') {
    return wrong(
      'SPF',
      `"${record}" lets anybody send mail as ${domain}`,
      `${domain}. TXT "${record.replace(/\+?all/i, '-all')}"`,
    );
  }
  if ((all === undefined && !/\sredirect=/i.test(record)) || all === '?') {
    return wrong(
      'SPF',
      `"${record}" doesn't say that nobody else may`,
      `${domain}. TXT "${record.replace(/\s*\?all/i, '')} -all"`,
    );
  }
  return judgeSpf(records, domain, record, senders);
}

async function judgeSpf(
  records: Records,
  domain: string,
  record: string,
  senders: Senders,
): Promise<Finding> {
  // Imported here: it is slow to load, and no other command needs it.
  const { spf } = await import('mailauth/lib/spf/index.js');
  const resultFor = (ip: string) =>
    spf({
      sender: `postmaster@${domain}`,
      ip,
      helo: domain,
      mta: domain,
      maxResolveCount: MAX_LOOKUPS,
      resolver: records as NonNullable<Parameters<typeof spf>[0]['resolver']>,
    });
  const nobody = await resultFor(NOBODY);
  if (['permerror', 'temperror'].includes(nobody.status.result)) {
    const reason = nobody.status.comment?.split(': ').at(-1) ?? nobody.status.result;
    return wrong('SPF', `"${record}" can't be used: ${reason}`);
  }
  const lookups = `${nobody.lookups?.count ?? 0} of ${MAX_LOOKUPS} look-ups`;
  if (senders.addresses.length === 0) {
    return ok('SPF', `"${record}", ${lookups}; give --from ADDRESS to check that it names your server`);
  }
  const results = await Promise.all(senders.addresses.map(resultFor));
  const absent = senders.addresses.filter((_, place) => results[place]?.status.result !== 'pass');
  if (absent.length === 0)
    return ok('SPF', `names ${senders.addresses.join(', ')} (${senders.source}), ${lookups}`);
  const longer = record.replace(
    /\s+([~-]all\b|redirect=)/i,
    `${absent.map((one) => ` ip${isIP(one)}:${one}`).join('')} $1`,
  );
  return wrong('SPF', `does not name ${absent.join(', ')} (${senders.source})`, `${domain}. TXT "${longer}"`);
}

export async function checkDkim(
  records: Records,
  domain: string,
  selector: string | undefined,
): Promise<Finding> {
  if (selector === undefined) {
    return skipped(
      'DKIM',
      'give --selector NAME, if your mail server signs; or let Rota sign: `rota mail dkim`',
    );
  }
  const name = `${selector}._domainkey.${domain}`;
  const recommended = `${name}. TXT "v=DKIM1; k=rsa; p=KEY"`;
  const [record] = (await recordsOrNone(records, name, 'TXT')).map((strings) => strings.join(''));
  if (record === undefined) {
    return missing(
      'DKIM',
      `there is no key ${selector}; KEY is the public key of the server that signs`,
      recommended,
    );
  }
  return judgeKey(record, selector, name, recommended);
}

/** `recommended` is the record to publish instead. */
export function judgeKey(record: string, selector: string, name: string, recommended: string): Finding {
  const key = publicKeyIn(record);
  if (key === '') return wrong('DKIM', `the key ${selector} was withdrawn`, recommended);
  const size = key === undefined ? undefined : describeKey(key);
  if (size === undefined) return wrong('DKIM', `${name} has no readable key`, recommended);
  if (size.bits !== undefined && size.bits < 1_024) {
    return wrong(
      'DKIM',
      `the key ${selector} has ${size.bits} bits: receivers want at least 1,024, better 2,048`,
      recommended,
    );
  }
  if (tagIn(record, 't')?.split(':').includes('y')) {
    return wrong('DKIM', `the key ${selector} is marked as a test: remove t=y`);
  }
  return ok('DKIM', `${selector}, ${size.type}${size.bits === undefined ? '' : ` with ${size.bits} bits`}`);
}

export const publicKeyIn = (record: string) => tagIn(record, 'p')?.replace(/\s+/g, '');

function tagIn(record: string, name: string): string | undefined {
  const tags = record.split(';').map((tag) => tag.split(/=(.*)/s).map((part) => part.trim()));
  return tags.find(([key]) => key?.toLowerCase() === name)?.[1];
}

function describeKey(base64: string): { type: string; bits: number | undefined } | undefined {
  if (Buffer.from(base64, 'base64').length === 32) return { type: 'ed25519', bits: undefined };
  const key = rsaKeyFrom(base64);
  return key && { type: String(key.asymmetricKeyType), bits: key.asymmetricKeyDetails?.modulusLength };
}

/** Reads both encodings that DNS records use. */
export function rsaKeyFrom(base64: string): KeyObject | undefined {
  const key = Buffer.from(base64, 'base64');
  for (const type of ['spki', 'pkcs1'] as const) {
    try {
      return createPublicKey({ key, format: 'der', type });
    } catch {
      // Not that encoding: try the other one.
    }
  }
  return undefined;
}

export async function checkDmarc(records: Records, domain: string): Promise<Finding> {
  const labels = domain.split('.');
  const recommended = `_dmarc.${domain}. TXT "v=DMARC1; p=quarantine"`;
  for (let place = 0; place < labels.length - 1; place += 1) {
    const at = labels.slice(place).join('.');
    const [record, ...more] = await textsOf(records, `_dmarc.${at}`, /^v\s*=\s*DMARC1\s*(?:;|$)/i);
    if (record === undefined) continue;
    if (more.length > 0)
      return wrong('DMARC', `_dmarc.${at} has ${more.length + 1} records: with more than one, none counts`);
    const policy = (place > 0 && tagIn(record, 'sp')) || tagIn(record, 'p');
    if (!['none', 'quarantine', 'reject'].includes(policy?.toLowerCase() ?? '')) {
      return wrong('DMARC', `"${record}" has no policy`, recommended);
    }
    const meaning =
      policy?.toLowerCase() === 'none' ? "forged mail isn't refused yet" : 'forged mail is refused';
    return ok('DMARC', `p=${policy}${place > 0 ? ` by ${at}` : ''}: ${meaning}`);
  }
  return missing('DMARC', `${domain} doesn't say what to do with forged mail`, recommended);
}
