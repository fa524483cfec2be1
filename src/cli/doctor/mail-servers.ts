import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';
import { type Records, recordsOrNone } from '../../network/records.ts';
import { refusalOf } from '../../network/safe-address.ts';

// Where mail for a domain goes, and the host names of those addresses.

export interface Finding {
  /** `MX` */
  checked: string;
  verdict: 'ok' | 'missing' | 'wrong' | 'skipped';
  found: string;
  /** Records to add to DNS, or to replace others with, as lines of a zone file. */
  records: string[];
}

const findingWith =
  (verdict: Finding['verdict']) =>
  (checked: string, found: string, ...records: string[]): Finding => ({ checked, verdict, found, records });

export const ok = findingWith('ok');
export const missing = findingWith('missing');
export const wrong = findingWith('wrong');
export const skipped = findingWith('skipped');

export interface Host {
  name: string;
  addresses: string[];
}

/** All addresses of a host name. */
export async function addressesOf(records: Records, name: string): Promise<string[]> {
  const both = await Promise.all([recordsOrNone(records, name, 'A'), recordsOrNone(records, name, 'AAAA')]);
  return both.flat();
}

/** The servers that accept mail for the domain, the most preferred ones first. */
export async function checkMx(
  records: Records,
  domain: string,
): Promise<{ findings: Finding[]; hosts: Host[] }> {
  const entries = await recordsOrNone(records, domain, 'MX');
  const recommended = `${domain}. MX 10 mail.${domain}.`;
  if (entries.length === 0) {
    const own = await addressesOf(records, domain);
    const meanwhile =
      own.length > 0 ? `; until then, mail goes to ${own.join(', ')}, the address of ${domain}` : '';
    return {
      findings: [missing('MX', `mail for ${domain} has no server${meanwhile}`, recommended)],
      hosts: [],
    };
  }
  if (entries.some(({ exchange }) => exchange === '')) {
    return { findings: [wrong('MX', `${domain} says that it accepts no mail`, recommended)], hosts: [] };
  }
  const hosts = await Promise.all(
    entries
      .toSorted((one, other) => one.priority - other.priority)
      .map(async ({ exchange }) => ({ name: exchange, addresses: await addressesOf(records, exchange) })),
  );
  return { findings: await Promise.all(hosts.map((host) => judgeHost(records, host))), hosts };
}

async function judgeHost(records: Records, { name, addresses }: Host): Promise<Finding> {
  if (ipaddr.isValid(name)) return wrong('MX', `${name} must be a name, not an address`);
  const [alias] = await recordsOrNone(records, name, 'CNAME');
  if (alias !== undefined) {
    return wrong('MX', `${name} is an alias of ${alias}: it must have its own address`, `${name}. A ADDRESS`);
  }
  if (addresses.length === 0) return wrong('MX', `${name} has no address`, `${name}. A ADDRESS`);
  const hidden = addresses.filter((address) => !isPublic(address));
  if (hidden.length > 0) {
    return wrong(
      'MX',
      `${name} has an address that nobody else can reach: ${hidden.join(', ')}`,
      `${name}. A ADDRESS`,
    );
  }
  const where = addresses.some(isOfThisMachine)
    ? 'on this machine'
    : 'not on this machine: fine if that server forwards mail here';
  return ok('MX', `${name} (${addresses.join(', ')}), ${where}`);
}

const isPublic = (address: string) =>
  refusalOf(address, 'https:', { allowed: [], isLocal: false }) === undefined;

const isOfThisMachine = (address: string) =>
  Object.values(networkInterfaces()).some((all) => all?.some((one) => one.address === address));

/** Many servers refuse mail from an address whose reverse name doesn't resolve back to it. */
export async function checkPtr(records: Records, address: string): Promise<Finding> {
  const names = await recordsOrNone(records, reverseNameOf(address), 'PTR');
  const recommended = `${reverseNameOf(address)}. PTR NAME.`;
  if (names.length === 0) {
    return missing('PTR', `${address} has no name: your provider can set one`, recommended);
  }
  for (const name of names.slice(0, 5)) {
    if ((await addressesOf(records, name)).some((one) => isSame(one, address))) {
      return ok('PTR', `${address} is ${name}, and ${name} is ${address}`);
    }
  }
  return wrong(
    'PTR',
    `${address} is ${names.join(', ')}, which has no such address`,
    `${names[0]}. A ${address}`,
  );
}

const isSame = (one: string, other: string) =>
  ipaddr.parse(one).toString() === ipaddr.parse(other).toString();

function reverseNameOf(address: string): string {
  const parsed = ipaddr.process(address);
  const bytes = parsed.toByteArray();
  if (parsed.kind() === 'ipv4') return `${bytes.reverse().join('.')}.in-addr.arpa`;
  const digits = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${[...digits].reverse().join('.')}.ip6.arpa`;
}
