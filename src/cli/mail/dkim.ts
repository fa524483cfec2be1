import { generateKeyPair, type KeyObject } from 'node:crypto';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { invalidRequest } from '../../errors.ts';
import { recordOf, type Signing } from '../../mail-out/dkim.ts';
import { type Config, settings } from '../../settings/config.ts';
import { readSecretFile } from '../../settings/secret-files.ts';
import { domain as domainName, signingKey } from '../../settings/values.ts';
import { systemClock } from '../../time/clock.ts';
import { type Command, type Invocation, json, UsageError } from '../command.ts';
import { zoneLineOf } from '../doctor/mail-signing.ts';
import { makePrivateFile } from '../private-files.ts';
import { selectorFrom } from './check.ts';

/** Long enough for receivers, and short enough for every DNS server to publish. */
const RSA_BITS = 2_048;

export const mailDkimCommand: Command = {
  name: 'mail dkim',
  takes: '[FILE]',
  summary: 'create a key for signing mail, and print its DNS record and settings',
  details:
    'Writes a new key to FILE, readable by its owner only; never overwrites a file. Without FILE, prints the record of the key in\n' +
    'the settings, or of --key. Never prints the private key. docs/operate/outbound-mail.md explains how to change keys.',
  options: {
    key: { type: 'string', value: 'FILE', description: 'print the record of the key in this file' },
    domain: {
      type: 'string',
      value: 'DOMAIN',
      description: 'the signing domain; by default ROTA_DKIM_DOMAIN or ROTA_MAIL_DOMAIN',
    },
    selector: {
      type: 'string',
      value: 'NAME',
      description: "the key's name; by default ROTA_DKIM_SELECTOR, or today's date for a new key",
    },
    json,
  },
  async run(invocation) {
    const { config, print, words, options } = invocation;
    const [word, ...more] = words;
    if (more.length > 0) throw new UsageError('FILE must be one word: put quotes around it');
    if (word !== undefined && options.key !== undefined) {
      throw new UsageError('FILE is for a new key, --key for an existing one: give only one of them');
    }
    const domain = domainFrom(invocation);
    const selector = selectorFrom(options.selector);
    const file = word ?? options.key;
    const keyFile = file === undefined ? null : resolve(String(file));
    const signing =
      word === undefined
        ? { domain, selector: knownSelector(selector, config), key: knownKey(keyFile, config) }
        : { domain, selector: newSelector(selector, config), key: await makeKey(resolve(word)) };
    const record = recordOf(signing);
    const data = {
      domain,
      selector: signing.selector,
      key_file: keyFile,
      record_name: record.name,
      record_value: record.value,
      zone_line: zoneLineOf(record),
    };
    const made = word === undefined ? [] : [`Created the key ${keyFile}, for its owner only.`, ''];
    print(data, [...made, ...linesFor(signing, keyFile)]);
  },
};

function linesFor(signing: Signing, keyFile: string | null): string[] {
  const { domain, selector } = signing;
  const settingsToSet =
    keyFile === null
      ? []
      : [
          'Settings for every node, once the record is visible in DNS:',
          `ROTA_DKIM_DOMAIN=${domain}`,
          `ROTA_DKIM_SELECTOR=${selector}`,
          `ROTA_DKIM_KEY_FILE=${keyFile}`,
          '',
        ];
  return [
    'Publish this record in the DNS of the domain. If a form asks for a single text, join the quoted parts without spaces:',
    zoneLineOf(recordOf(signing)),
    '',
    ...settingsToSet,
    'After that, `rota mail check` shows whether others can verify the signatures.',
  ];
}

function domainFrom({ options, config }: Invocation): string {
  if (options.domain === undefined) {
    if (config.dkimDomain !== undefined) return config.dkimDomain;
    if (config.mailDomain !== settings.mailDomain.fallback) return config.mailDomain;
    throw new UsageError('--domain is missing, and ROTA_MAIL_DOMAIN is not set');
  }
  try {
    return domainName(String(options.domain).replace(/\.$/, ''));
  } catch (error) {
    throw new UsageError(`--domain ${(error as Error).message}`);
  }
}

function knownSelector(chosen: string | undefined, { dkimSelector }: Config): string {
  const selector = chosen ?? dkimSelector;
  if (selector === undefined)
    throw new UsageError('--selector is missing, and ROTA_DKIM_SELECTOR is not set');
  return selector;
}

/** Contains today's date, so that the next key gets a different name. */
function newSelector(chosen: string | undefined, { dkimSelector }: Config): string {
  const selector =
    chosen ?? `rota${new Date(systemClock.wall()).toISOString().slice(0, 10).replaceAll('-', '')}`;
  if (selector === dkimSelector) {
    throw new UsageError(
      `--selector must not be ${selector}, the key in use: its record must stay while mail is on its way`,
    );
  }
  return selector;
}

function knownKey(file: string | null, { dkimKey }: Config): KeyObject {
  if (file === null) {
    if (dkimKey !== undefined) return dkimKey;
    throw new UsageError(
      'FILE is missing: name a file for a new key, or give --key FILE for an existing one',
    );
  }
  let text: string;
  try {
    text = readSecretFile(file);
  } catch (error) {
    throw new UsageError(`--key ${(error as Error).message}`);
  }
  try {
    return signingKey(text);
  } catch (error) {
    throw new UsageError(`--key: what ${file} holds ${(error as Error).message}`);
  }
}

async function makeKey(file: string): Promise<KeyObject> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: RSA_BITS });
  try {
    makePrivateFile(file, privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw invalidRequest(`${file} already exists: choose another name`);
  }
  return privateKey;
}
