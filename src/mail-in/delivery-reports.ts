// What mail servers say about a message of ours: RFC 3464, and in their own words where they do not follow it.
import { onOneLine } from '../text/plain-text.ts';
import { fieldsIn, firstOf } from './header-fields.ts';
import { messageIdsIn } from './header-values.ts';
import type { Bounce } from './mail.ts';
import type { Part } from './mime.ts';
import { bytesOf, leavesOf } from './text.ts';

/** Of the message that it is about, or of a report inside: no more is looked at. */
const MAX_LOOKED_AT = 64 * 1024;
const MAX_RECIPIENTS = 100;
const TEXT_LENGTH = 300;

interface Report {
  root: Part;
  subject: string;
  text: string;
  /** Of From. */
  from: string | undefined;
}

/** Undefined if it is no report. */
export function bounceIn({ root, subject, text, from }: Report): Bounce | undefined {
  const leaves = leavesOf(root);
  const status = leaves.find(({ content_type }) =>
    /^message\/(?:global-)?delivery-status$/.test(content_type.value),
  );
  const original_message_id = originalIdIn(leaves) ?? originalIdInText(text);
  if (status) return { ...statusIn(bytesOf(status)), original_message_id };
  if (!isInOwnWords(root, subject, text, from)) return undefined;
  return { ...wordedStatus(root, subject, text), original_message_id };
}

/** Every recipient has a block of fields. The worst is told: it is about a message with one recipient. */
function statusIn(bytes: Buffer): Omit<Bounce, 'original_message_id'> {
  const blocks = bytes
    .subarray(0, MAX_LOOKED_AT)
    .toString('latin1')
    .split(/\r?\n[ \t]*\r?\n/)
    .slice(0, MAX_RECIPIENTS)
    .map((block) => fieldsIn(Buffer.from(`${block.trim()}\r\n`, 'latin1')))
    .filter((fields) => firstOf(fields, 'action') !== '' || firstOf(fields, 'status') !== '');
  const read = blocks.map((fields) => {
    const code = codeIn(firstOf(fields, 'status')) ?? codeIn(firstOf(fields, 'diagnostic-code'));
    const recipient = addressIn(firstOf(fields, 'original-recipient') || firstOf(fields, 'final-recipient'));
    const diagnosis = firstOf(fields, 'diagnostic-code').replace(/^[\w-]+\s*;\s*/, '');
    return {
      kind: kindOf(firstOf(fields, 'action'), code),
      recipient,
      code,
      text: sentence(diagnosis, code),
    };
  });
  const order = ['failed', 'delayed', 'delivered'] as const;
  for (const kind of order) {
    const found = read.find((one) => one.kind === kind);
    if (found) return found;
  }
  // A report that says nothing says nothing for good.
  return { kind: 'delayed', recipient: null, code: null, text: sentence('', null) };
}

function kindOf(action: string, code: string | null): Bounce['kind'] {
  const word = /[a-z]+/.exec(action.toLowerCase())?.[0];
  if (word === 'failed' || word === 'delayed' || word === 'delivered') return word;
  if (word === 'relayed' || word === 'expanded') return 'delivered';
  return code?.startsWith('5') ? 'failed' : code?.startsWith('2') ? 'delivered' : 'delayed';
}

const SUBJECTS =
  /^(?:undeliverable|undelivered mail|unzustellbar|delivery status notification|mail delivery (?:failed|failure|system|subsystem)|returned mail|failure notice|delivery (?:failure|has failed|delayed)|warning: (?:message|could not send)|nicht zustellbar|mail could not be delivered|rejected:)/i;
const QMAIL = /^Hi\. This is the qmail-send program at /;
const DELAYED =
  /\b(?:delayed|warning|will (?:be retried|keep trying|continue to try)|not yet|still being|verzögert|transient)\b/i;
const MACHINES = /^(?:mailer-daemon|mail-?daemon|postmaster|microsoftexchange[0-9a-f]*|mailerdaemon)@/i;

function isInOwnWords(root: Part, subject: string, text: string, from: string | undefined): boolean {
  if (firstOf(root.fields, 'x-failed-recipients') !== '' || QMAIL.test(text)) return true;
  const isReturned = firstOf(root.fields, 'return-path').replace(/\s/g, '') === '<>';
  return SUBJECTS.test(subject) && (isReturned || (from !== undefined && MACHINES.test(from)));
}

function wordedStatus(root: Part, subject: string, text: string): Omit<Bounce, 'original_message_id'> {
  const said = text.slice(0, 5_000).split(/\n-{3,}|\nReporting-MTA:/)[0] ?? '';
  const recipient =
    addressIn(firstOf(root.fields, 'x-failed-recipients')) ??
    addressIn(/<[^<>\s]{3,254}>/.exec(said)?.[0] ?? '') ??
    addressIn(said);
  const code = codeIn(said);
  // What the server of the recipient has said, or what stands below the recipient.
  const reply =
    said.split('\n').find((line) => /\b[45]\d\d[ -]\S/.test(line)) ??
    /<[^<>\s]{3,254}>:\n(.+)/.exec(said)?.[1];
  const isDelayed = DELAYED.test(subject) || (!code?.startsWith('5') && DELAYED.test(said));
  return { kind: isDelayed ? 'delayed' : 'failed', recipient, code, text: sentence(reply ?? '', code) };
}

function sentence(diagnosis: string, code: string | null): string {
  const said = onOneLine(diagnosis, TEXT_LENGTH);
  if (said !== '') return said;
  return code === null ? 'The mail server gave no reason.' : `The mail server gave the code ${code}.`;
}

const codeIn = (text: string) => /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(text.slice(0, 5_000))?.[0] ?? null;

const addressIn = (text: string) =>
  /[^\s\p{C}<>;:,()"]{1,64}@[^\s\p{C}<>;:,()"]{1,253}/u.exec(text.slice(0, 5_000))?.[0].replace(/[.]$/, '') ??
  null;

/** The message, or its headers, is attached. */
function originalIdIn(leaves: Part[]): string | null {
  for (const part of leaves) {
    if (
      !/^(?:message\/(?:rfc822|global)|text\/rfc822-headers|message\/rfc822-headers|message\/global-headers)$/.test(
        part.content_type.value,
      )
    ) {
      continue;
    }
    const fields = fieldsIn(bytesOf(part).subarray(0, MAX_LOOKED_AT));
    const [id] = messageIdsIn(firstOf(fields, 'message-id'));
    if (id) return id;
  }
  return null;
}

/** Or it stands below the words. */
const originalIdInText = (text: string) =>
  messageIdsIn(/^>?\s{0,5}Message-ID:\s{0,5}(<[^<>\s]{3,998}>)/im.exec(text)?.[1] ?? '')[0] ?? null;
