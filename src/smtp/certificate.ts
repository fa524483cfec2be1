// The certificate for STARTTLS, from two files that may change while the service runs.
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import { type Config, ConfigError } from '../settings/config.ts';

/** Both in PEM format. */
export interface Certificate {
  cert: Buffer;
  key: Buffer;
}

/** Undefined if none is configured. Throws a `ConfigError` if the files can't be used. */
export async function readCertificate({ smtpTlsCert, smtpTlsKey }: Config): Promise<Certificate | undefined> {
  if (smtpTlsCert === undefined || smtpTlsKey === undefined) return undefined;
  // One after the other: if neither can be read, the error always names the certificate.
  const cert = await readSetting('ROTA_SMTP_TLS_CERT', smtpTlsCert);
  const key = await readSetting('ROTA_SMTP_TLS_KEY', smtpTlsKey);
  try {
    createSecureContext({ cert, key });
  } catch (error) {
    throw new ConfigError(
      `ROTA_SMTP_TLS_CERT and ROTA_SMTP_TLS_KEY are no certificate and its key: ${(error as Error).message}`,
    );
  }
  return { cert, key };
}

async function readSetting(name: string, path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    throw new ConfigError(`${name} can't be read: ${(error as Error).message}`);
  }
}

export const isSame = (one: Certificate, other: Certificate) =>
  one.cert.equals(other.cert) && one.key.equals(other.key);
