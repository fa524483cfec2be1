// What `rota serve` needs besides: settings that go together.
import { type Config, ConfigError, settings } from './config.ts';
import { isLoopback } from './loopback.ts';

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
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
}
