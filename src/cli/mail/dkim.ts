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
  summary: 'make a key that Rota signs mail with, and tell the record and the settings for it',
  details:
    'Writes a new key to FILE, for its owner only; an existing file is never overwritten. Without FILE, it tells the record of the\n' +
    'key in the settings, or of --key. The private key is not printed. docs/operate/outbound-mail.md tells how to change keys.',
  options: {
    key: { type: 'string', value: 'FILE', about: 'tell the record of the key in this file' },
    domain: {
      type: 'string',
      value: 'DOMAIN',
      about: 'that signs; else that of ROTA_DKIM_DOMAIN, else that of ROTA_MAIL_DOMAIN',
    },
    selector: {
      type: 'string',
      value: 'NAME',
      about: 'the name of the key; else ROTA_DKIM_SELECTOR, for a new key one with the date of today',
    },
    json,
  },
  async run(invocation) {
    const { config, print, words, options } = invocation;
    const [word, ...more] = words;
    if (more.length > 0) throw new UsageError('FILE must be one word: put quotes around it');
    if (word !== undefined && options.key !== undefined) {
      throw new UsageError('FILE is for a new key, and --key for one that is there: give one of them');
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
    const made = word === undefined ? [] : [`Made the key ${keyFile}, for its owner only.`, ''];
    print(data, [...made, ...linesFor(signing, keyFile)]);
  },
};

function linesFor(signing: Signing, keyFile: string | null): string[] {
  const { domain, selector } = signing;
  const settingsToSet =
    keyFile === null
      ? []
      : [
          'Settings of every node, once others see the record:',
          `ROTA_DKIM_DOMAIN=${domain}`,
          `ROTA_DKIM_SELECTOR=${selector}`,
          `ROTA_DKIM_KEY_FILE=${keyFile}`,
          '',
        ];
  return [
    'Publish this record in the DNS of the domain. Where a form asks for one text, join what is in quotes, without a space between:',
    zoneLineOf(recordOf(signing)),
    '',
    ...settingsToSet,
    'With the settings, `rota mail check` tells whether others can verify what is signed.',
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

function knownSelector(given: string | undefined, { dkimSelector }: Config): string {
  const selector = given ?? dkimSelector;
  if (selector === undefined)
    throw new UsageError('--selector is missing, and ROTA_DKIM_SELECTOR is not set');
  return selector;
}

/** Contains today's date, so that the next key gets a different name. */
function newSelector(given: string | undefined, { dkimSelector }: Config): string {
  const selector =
    given ?? `rota${new Date(systemClock.wall()).toISOString().slice(0, 10).replaceAll('-', '')}`;
  if (selector === dkimSelector) {
    throw new UsageError(
      `--selector must be another name than ${selector}, that of the key in use: its record must stay while mail is on its way`,
    );
  }
  return selector;
}

function knownKey(file: string | null, { dkimKey }: Config): KeyObject {
  if (file === null) {
    if (dkimKey !== undefined) return dkimKey;
    throw new UsageError('FILE is missing: give a name for a new key, or --key FILE for one that is there');
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
    throw invalidRequest(`${file} exists already: choose another name`);
  }
  return privateKey;
}
