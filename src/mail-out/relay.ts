import { isLoopback } from '../text/networks.ts';

/** The mail server that messages are handed to, as `ROTA_SMTP_URL` names it. */
export interface Relay {
  host: string;
  port: number;
  /** TLS from the first byte. */
  isSecure: boolean;
  /** Over `smtp`, STARTTLS is required; not on this machine, where nobody listens in. */
  requiresStartTls: boolean;
  login: { user: string; pass: string } | undefined;
}

export function readRelay(smtpUrl: string): Relay {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl);
  // An IPv6 address is in brackets in a URL only.
  const host = decodeURIComponent(hostname).replace(/^\[(.*)\]$/, '$1');
  const isSecure = protocol === 'smtps:';
  return {
    host,
    port: port === '' ? (isSecure ? 465 : 587) : Number(port),
    isSecure,
    requiresStartTls: !isSecure && !isLoopback(host),
    login:
      username === ''
        ? undefined
        : { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
  };
}
