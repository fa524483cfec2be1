// What SPF, DKIM, DMARC and ARC say about who sent a mail. Loaded with the first mail that needs it.
import { domainToASCII } from 'node:url';
import type { ARCResult, DKIMResult, DKIMVerifyResult, DMARCResult, SPFResult } from 'mailauth';
import { arc } from 'mailauth/lib/arc/index.js';
// The parts, not the whole: that takes twice as long to load, for logos.
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { dmarc } from 'mailauth/lib/dmarc/index.js';
import { spf } from 'mailauth/lib/spf/index.js';
import { LookupError } from '../network/names.ts';
import { isAnswer, type RecordKind, type Records } from '../network/records.ts';
import type { HeaderField } from './headers.ts';
import type { Authenticity, Proof } from './mail.ts';
import { lastSealerOf, reducedMail } from './reduced-mail.ts';

const MIN_KEY_BITS = 1_024;
const MAX_RESULTS = 500;

interface Question {
  raw: Uint8Array;
  fields: HeaderField[];
  /** As it was read: a proof holds for this address. */
  author: string;
  sender: string;
  /** The client that handed it in from outside; null where unknown. */
  client: { address: string | null; name: string | null };
  /** Domains trusted to vouch for mail that they forward. */
  sealers: readonly string[];
  /** The name of this server. */
  receiver: string;
  now: number;
  records: Records;
}

interface Evidence extends Pick<Authenticity, 'proof' | 'results'> {
  /** A record that might prove it couldn't be looked up. */
  isUncertain: boolean;
}

export async function examine(question: Question): Promise<Evidence> {
  const { author, now } = question;
  const lookUps = countTrouble(question.records);
  const options = { resolver: lookUps.resolver, minBitLength: MIN_KEY_BITS, rejectRsaSha1: true };
  const isSealed = question.sealers.includes(lastSealerOf(question.fields));
  const signed = await dkimVerify(reducedMail(question, isSealed), {
    ...options,
    curTime: new Date(now),
  });
  const [address = '', ...others] = signed.headerFrom;
  if (signed.fromFields !== 1 || others.length > 0 || !isSameAddress(address, author)) {
    return { proof: 'unproven', results: 'From is not clear', isUncertain: false };
  }

  const path = await checkPath(question, lookUps.resolver);
  const policy = await dmarc({
    headerFrom: [author],
    fromFields: 1,
    spfDomains: path?.status.result === 'pass' ? [path.domain] : [],
    dkimDomains: signed.results.filter(isValid).map(({ signingDomain = '' }) => ({ domain: signingDomain })),
    resolver: lookUps.resolver,
  });
  const troubleBefore = lookUps.trouble();
  const chain =
    isSealed && signed.arc && !isPassed(policy)
      ? await arc(signed.arc as Parameters<typeof arc>[0], options)
      : undefined;
  const isVouchedFor = chain !== undefined && vouches(chain, signed, author, question.sealers);
  const isChainUncertain =
    chain !== undefined &&
    (lookUps.trouble() > troubleBefore ||
      signed.arc?.lastEntry?.messageSignature?.status.result === 'temperror');

  const proof: Proof =
    isPassed(policy) || isVouchedFor ? 'proven' : isRefused(policy) ? 'forged' : 'unproven';
  return {
    proof,
    results: inWords({ path, signed, policy, chain }),
    isUncertain: proof !== 'proven' && (isChainUncertain || isUncertain(policy, path, signed.results)),
  };
}

type Policy = DMARCResult | false;

const isPassed = (policy: Policy) => policy !== false && policy.status.result === 'pass';

const isRefused = (policy: Policy) =>
  policy !== false && policy.status.result === 'fail' && ['quarantine', 'reject'].includes(policy.policy);

/** A signature of the whole body. One by a key that is being tested doesn't count (RFC 6376, 3.6.1). */
const isValid = ({ status, canonBodyLengthLimited }: DKIMResult) =>
  status.result === 'pass' && !canonBodyLengthLimited && !status.testing;

/** Whether another look-up could turn a failure into a pass, because the domain would be aligned. */
function isUncertain(policy: Policy, path: SPFResult | undefined, signatures: DKIMResult[]): boolean {
  if (policy === false) return false;
  if (policy.status.result === 'temperror') return true;
  if (policy.status.result !== 'fail') return false;
  const isNear = (domain = '') => `.${domain.toLowerCase()}`.endsWith(`.${policy.domain}`);
  return (
    (path?.status.result === 'temperror' && isNear(path.domain)) ||
    signatures.some(({ status, signingDomain }) => status.result === 'temperror' && isNear(signingDomain))
  );
}

/** SPF for the client that handed it in from outside. */
async function checkPath({ sender, client, receiver }: Question, resolver: Resolver) {
  const { address: ip, name: helo } = client;
  if (ip === null || (sender === '' && !helo)) return undefined;
  return spf({ sender, ip, helo: helo ?? `[${ip}]`, mta: receiver, resolver });
}

/** The chain is valid, and its last sealer is trusted, has sealed the whole body and has seen DMARC pass for this author. */
function vouches(
  chain: ARCResult,
  signed: DKIMVerifyResult,
  author: string,
  sealers: readonly string[],
): boolean {
  const last = signed.arc?.lastEntry;
  const sealer = String(last?.['arc-seal']?.parsed?.d?.value ?? '').toLowerCase();
  const seen = chain.authenticationResults?.dmarc as
    | { result?: string; header?: { from?: unknown } }
    | undefined;
  return (
    chain.status.result === 'pass' &&
    sealers.includes(sealer) &&
    last?.messageSignature?.canonBodyLengthLimited === false &&
    seen?.result === 'pass' &&
    domainOf(String(seen.header?.from ?? '')) === domainOf(author)
  );
}

const domainOf = (address: string) => domainToASCII(address.slice(address.lastIndexOf('@') + 1));

/** Both parsers must agree on the author: a mail can be crafted so that they don't. */
function isSameAddress(one: string, other: string): boolean {
  const localOf = (address: string) => address.slice(0, address.lastIndexOf('@')).toLowerCase();
  return domainOf(one) !== '' && domainOf(one) === domainOf(other) && localOf(one) === localOf(other);
}

type Resolver = (name: string, kind: string) => Promise<string[]>;

function countTrouble(records: Records) {
  let trouble = 0;
  return {
    trouble: () => trouble,
    resolver: (async (name, kind) => {
      try {
        return await records(name, kind as RecordKind);
      } catch (error) {
        if (!(error instanceof LookupError) || !isAnswer(error)) trouble += 1;
        throw error;
      }
    }) as Resolver,
  };
}

interface Findings {
  path: SPFResult | undefined;
  signed: DKIMVerifyResult;
  policy: Policy;
  chain: ARCResult | undefined;
}

function inWords({ path, signed, policy, chain }: Findings): string {
  const parts = [
    path ? `spf=${path.status.result} ${path.domain}` : 'spf=none',
    ...signed.results.map(({ status, signingDomain }) => `dkim=${status.result} ${signingDomain ?? ''}`),
    policy ? `dmarc=${policy.status.result} ${policy.policy ? `p=${policy.policy}` : ''}` : 'dmarc=none',
    ...(chain ? [`arc=${chain.status.result}`] : []),
  ];
  return parts
    .map((part) => part.replace(/[^\x21-\x7e]+/g, ' ').trim())
    .join('; ')
    .slice(0, MAX_RESULTS);
}
