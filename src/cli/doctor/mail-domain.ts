import { signingOf } from '../../mail-out/dkim.ts';
import { LookupError } from '../../network/names.ts';
import type { Records } from '../../network/records.ts';
import type { Config } from '../../settings/config.ts';
import { checkDkim, checkDmarc, checkSpf, sendersOf } from './mail-policies.ts';
import { checkMx, checkPtr, type Finding, type Host, wrong } from './mail-servers.ts';
import { checkSigning } from './mail-signing.ts';

/** What `rota mail check` checks on top. */
interface Details {
  /** The address that mail is sent from; by default those of ROTA_SMTP_URL. */
  from: string | undefined;
  /** A DKIM key that another server signs with. */
  selector: string | undefined;
  /** The port for connecting to the servers of the domain. Undefined: don't connect. */
  port: number | undefined;
}

/** Checks the DNS records of a domain that receives and sends mail; with `details`, its servers, too. */
export async function checkMailDomain(
  records: Records,
  domain: string,
  config: Config,
  details?: Details,
): Promise<Finding[]> {
  let hosts: Host[] = [];
  const mx = explained('MX', async () => {
    const found = await checkMx(records, domain);
    hosts = found.hosts;
    return found.findings;
  });
  const findings = await Promise.all([
    mx,
    details ? mx.then(() => checkServers(records, hosts, details)) : [],
    explained('SPF', async () => [
      await checkSpf(records, domain, await sendersOf(records, details?.from, config.smtpUrl)),
    ]),
    explained('DKIM', () => checkSignatures(records, domain, details?.selector, config)),
    explained('DMARC', async () => [await checkDmarc(records, domain)]),
  ]);
  return findings.flat();
}

export const isRight = ({ verdict }: Finding) => verdict === 'ok' || verdict === 'skipped';

async function checkServers(records: Records, hosts: Host[], { from, port }: Details): Promise<Finding[]> {
  const named = from === undefined ? hosts.flatMap(({ addresses }) => addresses) : [from];
  const [answers, names] = await Promise.all([
    port === undefined ? [] : connectTo(hosts, port),
    explained('PTR', () => Promise.all(named.map((address) => checkPtr(records, address)))),
  ]);
  return [...answers, ...names];
}

async function connectTo(hosts: Host[], port: number): Promise<Finding[]> {
  // Loaded here: nothing else needs it.
  const { checkServer } = await import('./mail-connect.ts');
  return Promise.all(hosts.map((host) => checkServer(host, port)));
}

/** Checks the key that Rota signs with, and another if named. We can't tell whether the server behind ROTA_SMTP_URL signs. */
async function checkSignatures(
  records: Records,
  domain: string,
  selector: string | undefined,
  config: Config,
): Promise<Finding[]> {
  const signing = domain === config.mailDomain ? signingOf(config) : undefined;
  if (!signing) return [await checkDkim(records, domain, selector)];
  const own = await checkSigning(records, signing, domain);
  const isOther = selector !== undefined && selector !== signing.selector;
  return isOther ? [own, await checkDkim(records, domain, selector)] : [own];
}

/** A failed look-up becomes a finding, too. */
async function explained(checked: string, look: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await look();
  } catch (error) {
    if (!(error instanceof LookupError)) throw error;
    return [wrong(checked, 'look-up failed: no DNS server answered; try again, or use --resolver')];
  }
}
