// What `rota serve` checks on top: settings that only work together.

import { isLoopback } from '../text/networks.ts';
import { type Config, ConfigError, settings } from './config.ts';

export function assertCanServe(config: Config): void {
  const { smtpUrl, mailDomain, publicUrl, host, smtpListen, lmtpListen, writerUrl, writerModel } = config;
  const problems: string[] = [];
  if (smtpUrl !== undefined && mailDomain === settings.mailDomain.fallback) {
    problems.push(
      'ROTA_MAIL_DOMAIN is required with ROTA_SMTP_URL: set it to the domain that messages are sent from, ' +
        'such as mail.example.com',
    );
  }
  if (smtpUrl !== undefined && publicUrl === undefined && !isLoopback(host)) {
    problems.push(
      'ROTA_PUBLIC_URL is required with ROTA_SMTP_URL: set it to the address where participants reach the service, ' +
        'such as https://meet.example.com',
    );
  }
  const isReachable = [smtpListen, lmtpListen].some(
    (at) => at !== undefined && at !== 'off' && !isLoopback(at.host),
  );
  if (isReachable && mailDomain === settings.mailDomain.fallback) {
    problems.push(
      'ROTA_MAIL_DOMAIN is required with ROTA_SMTP_LISTEN or ROTA_LMTP_LISTEN on an address that others reach: set it to the ' +
        'domain whose mail comes in, such as mail.example.com',
    );
  }
  if ((config.smtpTlsCert === undefined) !== (config.smtpTlsKey === undefined)) {
    problems.push('ROTA_SMTP_TLS_CERT and ROTA_SMTP_TLS_KEY go together: set both, or neither');
  }
  if (writerUrl !== undefined && writerModel === undefined) {
    problems.push('ROTA_WRITER_MODEL is required with ROTA_WRITER_URL: set it to the name of a model there');
  }
  problems.push(...signingProblems(config));
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
}

type SigningSettings = Pick<Config, 'dkimDomain' | 'dkimSelector' | 'dkimKey' | 'mailDomain'>;

/** Half of these settings would sign nothing, and a domain other than the one in From would prove nothing. */
export function assertCanSign(config: SigningSettings): void {
  const problems = signingProblems(config);
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
}

function signingProblems({ dkimDomain, dkimSelector, dkimKey, mailDomain }: SigningSettings): string[] {
  const given = { ROTA_DKIM_DOMAIN: dkimDomain, ROTA_DKIM_SELECTOR: dkimSelector, ROTA_DKIM_KEY: dkimKey };
  const absent = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [name] : []));
  const problems: string[] = [];
  if (absent.length === 1 || absent.length === 2) {
    problems.push(
      `${Object.keys(given).join(', ')} go together: set ${absent.join(' and ')}, too, or none of them`,
    );
  }
  if (dkimDomain !== undefined && !isAtOrAbove(dkimDomain, mailDomain)) {
    problems.push(
      `ROTA_DKIM_DOMAIN must be ${mailDomain}, as ROTA_MAIL_DOMAIN is, or a domain above it: a signature of ${dkimDomain} ` +
        'proves nothing about mail from there',
    );
  }
  return problems;
}

/** A domain of one word, such as com, belongs to nobody. */
const isAtOrAbove = (domain: string, other: string) =>
  domain === other || (domain.includes('.') && other.endsWith(`.${domain}`));
