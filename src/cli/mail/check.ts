import { isIP } from 'node:net';
import { createRecords } from '../../network/records.ts';
import { settings } from '../../settings/config.ts';
import { assertCanSign } from '../../settings/serving.ts';
import { domain as domainName, selector as selectorName } from '../../settings/values.ts';
import { systemClock } from '../../time/clock.ts';
import { type Command, exitCodes, type Invocation, json, table, UsageError } from '../command.ts';
import { resolverOption, sourcesFrom } from '../doctor/check.ts';
import { checkMailDomain, isRight } from '../doctor/mail-domain.ts';
import type { Finding } from '../doctor/mail-servers.ts';

const SMTP_PORT = 25;

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
    const findings = await checkMailDomain(records, domain, config, {
      from,
      selector,
      port: options.connect ? port : undefined,
    });
    const isFit = findings.every(isRight);
    print({ domain, ok: isFit, findings }, linesFor(domain, findings));
    return isFit ? exitCodes.done : exitCodes.failed;
  },
};

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
