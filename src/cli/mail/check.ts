import { isIP } from 'node:net';
import { signingOf } from '../../mail-out/dkim.ts';
import { LookupError } from '../../network/names.ts';
import { createRecords, type Records } from '../../network/records.ts';
import { type Config, settings } from '../../settings/config.ts';
import { assertCanSign } from '../../settings/serving.ts';
import { domain as domainName, selector as selectorName } from '../../settings/values.ts';
import { systemClock } from '../../time/clock.ts';
import {
  type Command,
  type CommandOption,
  exitCodes,
  type Invocation,
  json,
  table,
  UsageError,
} from '../command.ts';
import { checkDkim, checkDmarc, checkSpf, sendersOf } from '../doctor/mail-policies.ts';
import { checkMx, checkPtr, type Finding, type Host, wrong } from '../doctor/mail-servers.ts';
import { checkSigning } from '../doctor/mail-signing.ts';

const SMTP_PORT = 25;

export const resolverOption: CommandOption = {
  type: 'string',
  value: 'ADDRESS[:PORT]',
  about: "the DNS server to ask; else the machine's",
};

export const mailCheckCommand: Command = {
  name: 'mail check',
  takes: '[DOMAIN]',
  summary: 'tell what DNS says about the domain that mail comes to, and what to add',
  details:
    'Looks at where mail for the domain goes (MX, PTR), and at who may send in its name (SPF, DKIM, DMARC). If Rota signs for it,\n' +
    'a message is signed and verified. Without DOMAIN, it is that of ROTA_MAIL_DOMAIN. Asks DNS only, unless --connect is given.\n' +
    'Ends with 1 when something is missing or wrong.',
  options: {
    from: {
      type: 'string',
      value: 'ADDRESS',
      about: 'the IP address that mail is sent from; else those of ROTA_SMTP_URL',
    },
    selector: { type: 'string', value: 'NAME', about: 'the DKIM key, as the server that signs calls it' },
    connect: { type: 'boolean', about: 'also connect to the servers of MX, as other mail servers do' },
    port: { type: 'string', value: 'PORT', about: `where --connect connects to; else ${SMTP_PORT}` },
    resolver: resolverOption,
    json,
  },
  async run(invocation) {
    const { options, config, print } = invocation;
    const domain = domainFrom(invocation);
    const from = addressFrom(options.from);
    const port = portFrom(options.port);
    assertCanSign(config);
    const selector = selectorFrom(options.selector);
    const records = createRecords(systemClock, sourcesFrom(options.resolver));

    let hosts: Host[] = [];
    const findings = await explained('MX', async () => {
      const mx = await checkMx(records, domain);
      hosts = mx.hosts;
      return mx.findings;
    });
    const others = await Promise.all([
      options.connect ? checkServers(hosts, port) : [],
      explained('PTR', async () => {
        const named = from === undefined ? hosts.flatMap(({ addresses }) => addresses) : [from];
        return Promise.all(named.map((address) => checkPtr(records, address)));
      }),
      explained('SPF', async () => [
        await checkSpf(records, domain, await sendersOf(records, from, config.smtpUrl)),
      ]),
      explained('DKIM', () => checkSignatures(records, domain, selector, config)),
      explained('DMARC', async () => [await checkDmarc(records, domain)]),
    ]);
    findings.push(...others.flat());
    const isRight = findings.every(({ verdict }) => verdict === 'ok' || verdict === 'skipped');
    print({ domain, ok: isRight, findings }, linesFor(domain, findings));
    return isRight ? exitCodes.done : exitCodes.failed;
  },
};

/** Checks the key Rota signs with, and a second one if the caller named it. */
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

function domainFrom({ words, config }: Invocation): string {
  const [word, ...more] = words;
  if (more.length > 0) throw new UsageError('DOMAIN must be one name');
  if (word === undefined && config.mailDomain === settings.mailDomain.fallback) {
    throw new UsageError('DOMAIN is missing, and ROTA_MAIL_DOMAIN is not set');
  }
  try {
    return word === undefined ? config.mailDomain : domainName(word.replace(/\.$/, ''));
  } catch (error) {
    throw new UsageError(`DOMAIN ${(error as Error).message}`);
  }
}

function addressFrom(given: unknown): string | undefined {
  if (given === undefined) return undefined;
  if (isIP(String(given)) === 0) throw new UsageError('--from must be an IP address such as 203.0.113.10');
  return String(given);
}

function portFrom(given: unknown = String(SMTP_PORT)): number {
  const port = /^\d{1,5}$/.test(String(given)) ? Number(given) : 0;
  if (port < 1 || port > 65_535) throw new UsageError('--port must be a number from 1 to 65535');
  return port;
}

export function selectorFrom(given: unknown): string | undefined {
  if (given === undefined) return undefined;
  try {
    return selectorName(String(given));
  } catch (error) {
    throw new UsageError(`--selector ${(error as Error).message}`);
  }
}

export function sourcesFrom(given: unknown): { servers?: string[] } {
  if (given === undefined) return {};
  const server = String(given);
  const { ipv4, ipv6 } = /^(?:\[(?<ipv6>[^\]]+)\]|(?<ipv4>[\d.]+))(?::\d{1,5})?$/.exec(server)?.groups ?? {};
  if (isIP(ipv6 ?? '') !== 6 && isIP(ipv4 ?? '') !== 4 && isIP(server) === 0) {
    throw new UsageError('--resolver must be an address such as 9.9.9.9, [2620:fe::fe]:53 or 127.0.0.1:5353');
  }
  return { servers: [server] };
}

async function checkServers(hosts: Host[], port: number): Promise<Finding[]> {
  // Imported here because no other command needs it.
  const { checkServer } = await import('../doctor/mail-connect.ts');
  return Promise.all(hosts.map((host) => checkServer(host, port)));
}

/** A failed look-up is reported as a finding, too. */
export async function explained(checked: string, look: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await look();
  } catch (error) {
    if (!(error instanceof LookupError)) throw error;
    return [wrong(checked, 'could not be looked up: no DNS server could tell; try again, or --resolver')];
  }
}

function linesFor(domain: string, findings: Finding[]): string[] {
  const cells = table(findings.map(({ verdict, checked, found }) => [verdict, checked, found]));
  return [
    `Checked ${domain}`,
    ...findings.flatMap(({ records }, place) => [
      cells[place] as string,
      ...records.map((one) => `  add: ${one}`),
    ]),
  ];
}
