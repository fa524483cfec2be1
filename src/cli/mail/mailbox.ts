import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from '../../context.ts';
import { invalidRequest } from '../../errors.ts';
import {
  getMessage,
  listMessages,
  type Message,
  renderMessage,
} from '../../features/meetings/messages/operations.ts';
import { hasSignInLink } from '../../mail-out/drafts.ts';
import { withSignInLink } from '../../mail-out/links.ts';
import type { Page, PageRequest } from '../../pagination.ts';
import { type Command, type Invocation, json, table, UsageError } from '../command.ts';
import { inWorkspace, workspaceOption as workspace } from '../operator.ts';
import { makePrivateFile } from '../private-files.ts';

const SHOWN = 25;
const MAX_SHOWN = 100;
const READ_EVERY_MS = 500;

export const mailboxCommand: Command = {
  name: 'mailbox',
  takes: '[MESSAGE_ID]',
  summary: 'show the messages kept while no mail server is set up',
  details:
    'Without ROTA_SMTP_URL, Rota sends nothing and keeps what it would have sent. Lists these messages, newest first. With a\n' +
    'MESSAGE_ID, shows the whole message as its reader would see it, links included, whether it was kept, sent or failed;\n' +
    'with --html, writes its HTML to a new file.',
  options: {
    workspace,
    limit: {
      type: 'string',
      value: 'COUNT',
      description: `how many to list, 1 to ${MAX_SHOWN}; by default ${SHOWN}`,
    },
    html: {
      type: 'string',
      value: 'FILE',
      description: 'write the HTML of the message to FILE, to open in a browser',
    },
    follow: {
      type: 'boolean',
      description: 'print a line for each new message, until Ctrl-C',
    },
    json,
  },
  run(invocation) {
    const { words, options } = invocation;
    const [id, ...more] = words;
    const limit = limitFrom(options.limit);
    if (more.length > 0) throw new UsageError('MESSAGE_ID must be one id');
    if (id !== undefined && options.follow) throw new UsageError("--follow can't be used with a MESSAGE_ID");
    if (id === undefined && options.html !== undefined) throw new UsageError('--html needs a MESSAGE_ID');
    return inWorkspace(invocation, async (context) => {
      if (id !== undefined && options.html !== undefined) {
        await writeHtml(context, invocation, id, resolve(String(options.html)));
      } else if (id !== undefined) await showOne(context, invocation, id);
      else if (options.follow) await follow(context, invocation);
      else await showList(context, invocation, limit);
    });
  },
};

function limitFrom(option: unknown): number {
  if (option === undefined) return SHOWN;
  const limit = /^\d{1,3}$/.test(String(option)) ? Number(option) : 0;
  if (limit < 1 || limit > MAX_SHOWN) {
    throw new UsageError(`--limit must be a number from 1 to ${MAX_SHOWN}`);
  }
  return limit;
}

const keptMessages = (context: Context, page: PageRequest): Promise<Page<Message>> =>
  listMessages(context, { status: 'kept', direction: undefined, kind: undefined }, page);

async function showList(context: Context, { print }: Invocation, limit: number): Promise<void> {
  const { data } = await keptMessages(context, { limit, cursor: undefined });
  const rows = data.map((message) => cellsOf(message));
  print(
    data,
    rows.length > 0 ? table([['ID', 'WHEN', 'KIND', 'TO', 'SUBJECT'], ...rows]) : nothingIn(context),
  );
}

function nothingIn({ config }: Context): string {
  return config.smtpUrl === undefined
    ? 'No messages are kept.'
    : 'No messages are kept: ROTA_SMTP_URL is set, so messages are sent. GET /api/v1/messages lists them.';
}

const cellsOf = ({ id, created_at, kind, to, subject }: Message) => [id, created_at, kind, to, subject];

async function showOne(context: Context, { print }: Invocation, id: string): Promise<void> {
  await context.secrets.load();
  const message = withItsLink(context, await getMessage(context, id));
  const { from, to, subject, created_at, status, last_error, text } = message;
  print(message, [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    `Date: ${created_at}`,
    `Status: ${last_error === null ? status : `${status}: ${last_error}`}`,
    '',
    ...text.trimEnd().split(/\r?\n/),
  ]);
}

/** The file has the links of the message, so it's for its owner only. */
async function writeHtml(context: Context, { print }: Invocation, id: string, file: string): Promise<void> {
  await context.secrets.load();
  const { kind } = await getMessage(context, id);
  const html = await renderMessage(context, id, false);
  const links = context.secrets.linkKeys();
  try {
    makePrivateFile(file, hasSignInLink(kind) ? withSignInLink(html, links, id) : html);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw invalidRequest(`${file} already exists: choose another name`);
  }
  print({ id, file }, `Wrote ${file}. Its links work: whoever opens them acts for the reader.`);
}

/** Sign-in links are hidden from other readers, but the operator can sign in as anybody anyway. */
function withItsLink({ secrets }: Context, message: Message): Message {
  if (!hasSignInLink(message.kind)) return message;
  return { ...message, text: withSignInLink(message.text, secrets.linkKeys(), message.id) };
}

async function follow(context: Context, { print, host }: Invocation): Promise<void> {
  const ending = new AbortController();
  // `on`, not `once`: npm forwards a Ctrl-C that this process has already received.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) host.on(signal, () => ending.abort());
  const newOnes = await watch(context);
  print({ following: 'kept messages' }, 'Following kept messages. Press Ctrl-C to stop.');
  while (!ending.signal.aborted) {
    for (const message of await newOnes()) print(message, cellsOf(message).join('  '));
    await wait(READ_EVERY_MS, undefined, { signal: ending.signal }).catch(() => {});
  }
}

/** Returns a function that reads the messages kept since its last call, oldest first. */
async function watch(context: Context): Promise<() => Promise<Message[]>> {
  const read = (cursor?: string) => keptMessages(context, { limit: MAX_SHOWN, cursor });
  let latest = await read();

  return async () => {
    const known = new Set(latest.data.map(({ id }) => id));
    // A message older than the latest page isn't new: it moved up because a newer one was queued again.
    const end = latest.meta.next_cursor ?? '';
    const isNew = ({ id }: Message) => id > end && !known.has(id);
    let page = await read();
    latest = page;
    const found = page.data.filter(isNew);
    while (page.meta.next_cursor !== null && page.data.every(isNew)) {
      page = await read(page.meta.next_cursor);
      found.push(...page.data.filter(isNew));
    }
    return found.reverse();
  };
}
