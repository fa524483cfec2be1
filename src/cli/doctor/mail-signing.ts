import { createPublicKey } from 'node:crypto';
import type { DKIMVerifyOptions } from 'mailauth';
import { recordOf, type Signing, signed } from '../../mail-out/dkim.ts';
import { LookupError } from '../../network/names.ts';
import { type Records, recordsOrNone } from '../../network/records.ts';
import { judgeKey, publicKeyIn, rsaKeyFrom } from './mail-policies.ts';
import { type Finding, missing, ok, wrong } from './mail-servers.ts';

// Whether receivers can verify Rota's signature, and whether it counts for the domain in From.

/** The limit for one DNS string; longer text is split into several. */
const STRING_LENGTH = 255;

/** Loaded on demand: it is slow, and few commands need it. */
export const loadVerifier = () =>
  Promise.all([import('mailauth/lib/dkim/verify.js'), import('mailauth/lib/dmarc/index.js')]);

/** As a line of a zone file. */
export function zoneLineOf({ name, value }: { name: string; value: string }): string {
  const strings = value.match(new RegExp(`.{1,${STRING_LENGTH}}`, 'g')) ?? [];
  return `${name}. TXT ${strings.map((text) => `"${text}"`).join(' ')}`;
}

/** `mailDomain` is the domain in From. Rejects with a `LookupError` if DNS is not available right now. */
export async function checkSigning(records: Records, signing: Signing, mailDomain: string): Promise<Finding> {
  const { selector } = signing;
  const own = recordOf(signing);
  const recommended = zoneLineOf(own);
  const texts = (await recordsOrNone(records, own.name, 'TXT')).map((strings) => strings.join(''));
  const [record] = texts;
  if (record === undefined) {
    const found = `Rota signs with the key ${selector}, but its record is missing: nobody can verify the signature`;
    return missing('DKIM', found, recommended);
  }
  if (texts.length > 1) {
    const found = `${own.name} has ${texts.length} records: receivers may take any of them`;
    return wrong('DKIM', found, recommended);
  }
  const judged = judgeKey(record, selector, own.name, recommended);
  if (judged.verdict !== 'ok') return judged;
  if (!rsaKeyFrom(publicKeyIn(record) ?? '')?.equals(createPublicKey(signing.key))) {
    return wrong('DKIM', `${own.name} is for a different key than ROTA_DKIM_KEY`, recommended);
  }
  return verify(records, signing, mailDomain, judged.found);
}

/** Verifies a signed message the way a receiver would. */
async function verify(records: Records, signing: Signing, mailDomain: string, key: string): Promise<Finding> {
  const [{ dkimVerify }, { dmarc }] = await loadVerifier();
  const resolver = records as NonNullable<DKIMVerifyOptions['resolver']>;
  const from = `rota@${mailDomain}`;
  const message = `From: <${from}>\r\nTo: <${from}>\r\nSubject: A check\r\n\r\nIs it signed?\r\n`;
  const { results } = await dkimVerify(await signed(message, signing), { resolver });
  const status = results[0]?.status;
  if (status?.result === 'temperror') throw new LookupError('EAI_AGAIN');
  if (status?.result !== 'pass') {
    return wrong(
      'DKIM',
      `a message signed by Rota could not be verified: ${status?.comment ?? 'no reason given'}`,
    );
  }
  const policy = await dmarc({
    headerFrom: [from],
    fromFields: 1,
    spfDomains: [],
    dkimDomains: [{ domain: signing.domain }],
    resolver,
  });
  const result = policy === false ? 'none' : policy.status.result;
  if (result === 'temperror') throw new LookupError('EAI_AGAIN');
  if (result === 'fail') {
    const found =
      `by the DMARC of ${mailDomain}, a signature of ${signing.domain} proves nothing about mail from ${mailDomain}: ` +
      `set ROTA_DKIM_DOMAIN to ${mailDomain}`;
    return wrong('DKIM', found, zoneLineOf(recordOf({ ...signing, domain: mailDomain })));
  }
  return ok('DKIM', `Rota signs for ${signing.domain} with ${key}, and the signature verifies`);
}
