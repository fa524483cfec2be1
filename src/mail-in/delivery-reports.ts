// What mail servers say about a message of ours: as of RFC 3464, or in their own words if they don't follow it.
import { onOneLine } from '../text/plain-text.ts';
import { fieldsIn, firstOf } from './header-fields.ts';
import { messageIdsIn } from './header-values.ts';
import type { Bounce } from './mail.ts';
import type { Part } from './mime.ts';
import { bytesOf, leavesOf } from './text.ts';

/** How much is read of the returned message, or of a report inside. */
const MAX_READ = 64 * 1024;
const MAX_RECIPIENTS = 100;
const TEXT_LENGTH = 300;

interface Report {
  root: Part;
  subject: string;
  text: string;
  /** The address in From. */
  from: string | undefined;
}

/** Undefined if it isn't a report. */
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

/** Every recipient has a block of fields. Returns the worst, because our messages have one recipient. */
function statusIn(bytes: Buffer): Omit<Bounce, 'original_message_id'> {
  const blocks = bytes
    .subarray(0, MAX_READ)
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
    const found = read.find((block) => block.kind === kind);
    if (found) return found;
  }
  // A report without a status doesn't say that delivery failed for good.
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
  // The recipient's server's response, or the line below the recipient.
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

/** From the attached message, or its headers. */
function originalIdIn(leaves: Part[]): string | null {
  for (const part of leaves) {
    if (
      !/^(?:message\/(?:rfc822|global)|text\/rfc822-headers|message\/rfc822-headers|message\/global-headers)$/.test(
        part.content_type.value,
      )
    ) {
      continue;
    }
    const fields = fieldsIn(bytesOf(part).subarray(0, MAX_READ));
    const [id] = messageIdsIn(firstOf(fields, 'message-id'));
    if (id) return id;
  }
  return null;
}

/** From the returned message in the text. */
const originalIdInText = (text: string) =>
  messageIdsIn(/^>?\s{0,5}Message-ID:\s{0,5}(<[^<>\s]{3,998}>)/im.exec(text)?.[1] ?? '')[0] ?? null;
