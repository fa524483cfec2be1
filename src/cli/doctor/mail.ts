import { signingOf } from '../../mail-out/dkim.ts';
import { createRecords } from '../../network/records.ts';
import { settings } from '../../settings/config.ts';
import { systemClock } from '../../time/clock.ts';
import { type Check, fail, ok, PATIENCE_MS, warn } from './check.ts';
import { checkMailDomain, isRight } from './mail-domain.ts';
import { loadVerifier } from './mail-signing.ts';

// The mail server that sends, and what DNS says about the sending domain.

/** Imported on demand: other commands don't need it. */
const loadSmtp = () =>
  Promise.all([
    import('../../mail-out/relay.ts'),
    import('../../mail-out/session.ts'),
    import('../../mail-out/smtp-failures.ts'),
  ]);

export const mailServerCheck: Check = {
  name: 'mail server',
  load: async ({ smtpUrl }) => smtpUrl && loadSmtp(),
  async look({ config: { smtpUrl, mailDomain } }) {
    if (smtpUrl === undefined) {
      const advice = 'set ROTA_SMTP_URL to send them; until then, `rota mailbox` shows them';
      return [warn('mail server', 'none set up: messages are kept, not sent', advice)];
    }
    const [{ readRelay }, { openSession, SessionFailed }, { createFailureWords }] = await loadSmtp();
    const relay = readRelay(smtpUrl);
    const where = `${relay.host} port ${relay.port}`;
    try {
      const options = { relay, name: mailDomain, clock: systemClock };
      const session = await openSession(options, systemClock.now() + PATIENCE_MS);
      session.quit();
      const tls = relay.isSecure || relay.requiresStartTls ? 'over TLS' : 'without TLS, on this machine';
      const login = relay.login ? ', and accepts the login' : '';
      return [ok('mail server', `${where} answers ${tls}${login}`)];
    } catch (error) {
      if (!(error instanceof SessionFailed)) throw error;
      const reason =
        error.reason === 'late'
          ? `no answer within ${PATIENCE_MS / 1_000} seconds`
          : createFailureWords(relay.login)(error);
      return [
        fail(
          'mail server',
          `${where}: ${reason}`,
          'check ROTA_SMTP_URL, and whether this machine may connect there',
        ),
      ];
    }
  },
};

export const mailDomainCheck: Check = {
  name: 'mail domain',
  load: async (config) =>
    config.mailDomain !== settings.mailDomain.fallback &&
    Promise.all([import('mailauth/lib/spf/index.js'), signingOf(config) && loadVerifier()]),
  async look({ config, sources }) {
    const { mailDomain } = config;
    if (mailDomain === settings.mailDomain.fallback) {
      return [
        ok('mail domain', `${mailDomain}, which is only for trying Rota out: ROTA_MAIL_DOMAIN is not set`),
      ];
    }
    const records = createRecords(systemClock, sources);
    const findings = await checkMailDomain(records, mailDomain, config);
    const wrong = findings.filter((finding) => !isRight(finding));
    if (wrong.length === 0) {
      const checked = [
        ...new Set(findings.flatMap(({ checked, verdict }) => (verdict === 'ok' ? [checked] : []))),
      ].join(', ');
      return [ok('mail domain', `${mailDomain}: ${checked} are right`)];
    }
    return wrong.map(({ checked, found }) =>
      warn(
        'mail domain',
        `${checked}: ${found}`,
        `\`rota mail check ${mailDomain}\` prints the record to add`,
      ),
    );
  },
};
