import { replaceLostKey, rotateSecretKey, type SecretStatus, secretStatus } from '../secrets/rotation.ts';
import { formatTimestamp } from '../time/timestamps.ts';
import { type Command, type Invocation, json, table, UsageError } from './command.ts';
import { withServices } from './operator.ts';

const KEEP_DAYS = 90;
const MAX_KEEP_DAYS = 3_650;

export const secretCommands: Command[] = [
  {
    name: 'secret rotate',
    summary: 'put the new secret key in force, and seal everything again with it',
    details:
      'The service goes on running. With PostgreSQL, every node must have ROTA_SECRET_KEY=new and ROTA_SECRET_KEY_PREVIOUS=old first,\n' +
      'and so must this command; for the embedded database it makes the new key in secret.key itself. If it is cut short, run it again.\n' +
      'Backups from before need the former key: keep it with them. docs/operate/security.md tells more.',
    options: {
      links: {
        type: 'boolean',
        about: 'also make a new key for links in mails, reply addresses and booking links',
      },
      'keep-days': {
        type: 'string',
        value: 'DAYS',
        about: `with --links: how long links made so far stay good, 0 to ${MAX_KEEP_DAYS}; else ${KEEP_DAYS}`,
      },
      lost: {
        type: 'boolean',
        about: 'the key in force is gone for good: give up what it has sealed, and the links made so far',
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
          `The secret key in force is ${fingerprint}. ${resealed} values were sealed again with it.`,
          ...(unreadable > 0
            ? [`${unreadable} values can't be opened with any known key, and were left.`]
            : []),
          ...(former_fingerprint ? [`Backups from before need the former key, ${former_fingerprint}.`] : []),
          ...(invocation.config.secretKeyPrevious
            ? ['ROTA_SECRET_KEY_PREVIOUS is not needed any more.']
            : []),
          ...(usedFrom
            ? [`New links are made with a new key from ${usedFrom}. Older ones are good until ${readUntil}.`]
            : []),
        ]);
      });
    },
  },
  {
    name: 'secret status',
    summary: 'show which secret key is in force, and how many values are sealed with which',
    details: 'Keys are named by a fingerprint, from which nothing of the key can be computed.',
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
    throw new UsageError('--lost goes without --links: links made so far stop anyway');
  return withServices(invocation, async (services) => {
    const { fingerprint } = await replaceLostKey(services);
    invocation.print({ fingerprint }, [
      `The secret key in force is ${fingerprint}. What the lost one has sealed can't be read any more: signing secrets and headers`,
      'of webhook endpoints, and passwords of calendars, have to be given anew. Links made so far do not work any more.',
    ]);
  });
}

function keepDaysFrom({ options }: Invocation): number | undefined {
  const given = options['keep-days'];
  if (!options.links) {
    if (given !== undefined) throw new UsageError('--keep-days goes with --links');
    return undefined;
  }
  if (given === undefined) return KEEP_DAYS;
  const days = /^\d{1,4}$/.test(String(given)) ? Number(given) : Number.NaN;
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
    known.includes(fingerprint) ? fingerprint : `${fingerprint}, which is not known here`;
  return [
    mark ? `In force: ${describe(mark.fingerprint)}` : 'No key is in force yet: the first start decides.',
    ...(mark?.former_fingerprint
      ? [
          `The rotation from ${describe(mark.former_fingerprint)} is not finished: run \`rota secret rotate\`.`,
        ]
      : []),
    `Known here, the newest first: ${known.join(', ') || 'none'}`,
    ...table([
      ['SEALED IN', 'KEY', 'VALUES'],
      ...sealed.map((count) => [count.table, count.fingerprint ?? 'unknown', String(count.values)]),
    ]),
    ...table([
      ['LINK KEY', 'USED FROM', 'READ UNTIL'],
      ...links.map(({ id, used_from, read_until, is_readable }) => [
        is_readable ? id : `${id} (sealed with a key that is not known here)`,
        used_from === 0 ? 'the beginning' : (formatTimestamp(used_from) as string),
        formatTimestamp(read_until) ?? 'for good',
      ]),
    ]),
  ];
}
