import { replaceLostKey, rotateSecretKey, type SecretStatus, secretStatus } from '../secrets/rotation.ts';
import { formatTimestamp } from '../time/timestamps.ts';
import { type Command, type Invocation, json, table, UsageError } from './command.ts';
import { withServices } from './operator.ts';

const KEEP_DAYS = 90;
const MAX_KEEP_DAYS = 3_650;

export const secretCommands: Command[] = [
  {
    name: 'secret rotate',
    summary: 'put a new secret key in force, and reseal everything with it',
    details:
      'The service keeps running. With PostgreSQL, first set ROTA_SECRET_KEY=new and ROTA_SECRET_KEY_PREVIOUS=old on every node, and\n' +
      'for this command. For the embedded database, it writes the new key to secret.key itself. If it is interrupted, run it again.\n' +
      'Earlier backups need the former key: keep it with them. docs/operate/security.md has the details.',
    options: {
      links: {
        type: 'boolean',
        description: 'also create a new key for links in mails, reply addresses and booking links',
      },
      'keep-days': {
        type: 'string',
        value: 'DAYS',
        description: `with --links: how many days existing links still work, 0 to ${MAX_KEEP_DAYS}; by default ${KEEP_DAYS}`,
      },
      lost: {
        type: 'boolean',
        description: 'the key in force is lost: give up what it sealed, and all existing links',
      },
      json,
    },
    run(invocation) {
      const keepDays = keepDaysFrom(invocation);
      if (invocation.options.lost) return giveUpLost(invocation, keepDays);
      return withServices(invocation, async (services) => {
        const rotated = await rotateSecretKey(
          services,
          keepDays === undefined ? {} : { links: { keepDays } },
        );
        const { fingerprint, former_fingerprint, resealed, unreadable } = rotated;
        const usedFrom = formatTimestamp(rotated.links_used_from ?? null);
        const readUntil = formatTimestamp(rotated.links_read_until ?? null);
        const data = { fingerprint, former_fingerprint, resealed, unreadable };
        invocation.print({ ...data, links_used_from: usedFrom, links_read_until: readUntil }, [
          `The secret key in force is ${fingerprint}. ${resealed} values were resealed with it.`,
          ...(unreadable > 0
            ? [`${unreadable} values can't be opened with any known key, and were left as they are.`]
            : []),
          ...(former_fingerprint ? [`Earlier backups need the former key, ${former_fingerprint}.`] : []),
          ...(invocation.config.secretKeyPrevious ? ['ROTA_SECRET_KEY_PREVIOUS is no longer needed.'] : []),
          ...(usedFrom
            ? [`New links are made with a new key from ${usedFrom}. Older ones work until ${readUntil}.`]
            : []),
        ]);
      });
    },
  },
  {
    name: 'secret status',
    summary: 'show the secret key in force, and how many values each key has sealed',
    details: 'Keys are shown by fingerprint, which reveals nothing about the key.',
    options: { json },
    run(invocation) {
      return withServices(invocation, async (services) => {
        const status = await secretStatus(services);
        invocation.print(presentStatus(status), linesOf(status));
      });
    },
  },
];

function giveUpLost(invocation: Invocation, keepDays: number | undefined): Promise<void> {
  if (keepDays !== undefined)
    throw new UsageError("--lost can't be used with --links: existing links stop working anyway");
  return withServices(invocation, async (services) => {
    const { fingerprint } = await replaceLostKey(services);
    invocation.print({ fingerprint }, [
      `The secret key in force is ${fingerprint}. What the lost one has sealed can't be read any more: signing secrets and headers`,
      'of webhook endpoints, and passwords of calendars, have to be entered again. Existing links no longer work.',
    ]);
  });
}

function keepDaysFrom({ options }: Invocation): number | undefined {
  const option = options['keep-days'];
  if (!options.links) {
    if (option !== undefined) throw new UsageError('--keep-days needs --links');
    return undefined;
  }
  if (option === undefined) return KEEP_DAYS;
  const days = /^\d{1,4}$/.test(String(option)) ? Number(option) : Number.NaN;
  if (!(days <= MAX_KEEP_DAYS))
    throw new UsageError(`--keep-days must be a number from 0 to ${MAX_KEEP_DAYS}`);
  return days;
}

function presentStatus({ mark, known, sealed, links }: SecretStatus) {
  return {
    fingerprint: mark?.fingerprint ?? null,
    former_fingerprint: mark?.former_fingerprint ?? null,
    changed_at: formatTimestamp(mark?.changed_at ?? null),
    known,
    sealed: sealed.map((count) => ({ ...count, fingerprint: count.fingerprint ?? null })),
    links: links.map(({ used_from, read_until, ...link }) => ({
      ...link,
      used_from: formatTimestamp(used_from),
      read_until: formatTimestamp(read_until),
    })),
  };
}

function linesOf(status: SecretStatus): string[] {
  const { mark, known, sealed, links } = status;
  const describe = (fingerprint: string) =>
    known.includes(fingerprint) ? fingerprint : `${fingerprint}, which isn't known here`;
  return [
    mark ? `In force: ${describe(mark.fingerprint)}` : 'No key is in force yet: the first start chooses one.',
    ...(mark?.former_fingerprint
      ? [`The rotation from ${describe(mark.former_fingerprint)} isn't finished: run \`rota secret rotate\`.`]
      : []),
    `Known here, newest first: ${known.join(', ') || 'none'}`,
    ...table([
      ['SEALED IN', 'KEY', 'VALUES'],
      ...sealed.map((count) => [count.table, count.fingerprint ?? 'unknown', String(count.values)]),
    ]),
    ...table([
      ['LINK KEY', 'USED FROM', 'READ UNTIL'],
      ...links.map(({ id, used_from, read_until, is_readable }) => [
        is_readable ? id : `${id} (sealed with an unknown key)`,
        used_from === 0 ? 'the beginning' : (formatTimestamp(used_from) as string),
        formatTimestamp(read_until) ?? 'for good',
      ]),
    ]),
  ];
}
