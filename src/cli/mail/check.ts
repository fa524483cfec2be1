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
  summary: 'check the DNS records of the mail domain, and print what to add',
  details:
    'Checks where mail for the domain goes (MX, PTR), and who may send in its name (SPF, DKIM, DMARC). If Rota signs mail for it,\n' +
    'signs a message and verifies it. DOMAIN defaults to ROTA_MAIL_DOMAIN. Queries DNS only, unless --connect is given.\n' +
    'Exits with 1 if something is missing or wrong.',
  options: {
    from: {
      type: 'string',
      value: 'ADDRESS',
      description: 'the IP address that mail is sent from; by default those of ROTA_SMTP_URL',
    },
    selector: {
      type: 'string',
      value: 'NAME',
      description: 'the DKIM selector that the signing server uses',
    },
    connect: { type: 'boolean', description: 'also connect to the MX servers, as other mail servers would' },
    port: { type: 'string', value: 'PORT', description: `the port for --connect; by default ${SMTP_PORT}` },
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

function addressFrom(option: unknown): string | undefined {
  if (option === undefined) return undefined;
  if (isIP(String(option)) === 0) throw new UsageError('--from must be an IP address such as 203.0.113.10');
  return String(option);
}

function portFrom(option: unknown = String(SMTP_PORT)): number {
  const port = /^\d{1,5}$/.test(String(option)) ? Number(option) : 0;
  if (port < 1 || port > 65_535) throw new UsageError('--port must be a number from 1 to 65535');
  return port;
}

export function selectorFrom(option: unknown): string | undefined {
  if (option === undefined) return undefined;
  try {
    return selectorName(String(option));
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
