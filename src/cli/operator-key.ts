import {
  createOperatorKey,
  listOperatorKeys,
  OperatorKeyInput,
  revokeOperatorKey,
} from '../features/operators/operator-keys/operations.ts';
import { type Command, json, onlyWord, table } from './command.ts';
import { checkInput, option } from './input.ts';
import { withServices } from './operator.ts';

export const operatorKeyCommands: Command[] = [
  {
    name: 'operator-key create',
    takes: 'NAME',
    summary: 'make an operator key and print it, once',
    details:
      'It is for programs that make and change workspaces, such as one that sends bills: docs/operate/operator-api.md.',
    options: {
      'expires-at': { type: 'string', value: 'TIME', about: 'ISO 8601; without it the key does not expire' },
      json,
    },
    async run(invocation) {
      const input = await checkInput(OperatorKeyInput, {
        name: ['NAME', onlyWord(invocation, 'NAME')],
        expires_at: option(invocation, 'expires-at'),
      });
      return withServices(invocation, async (services) => {
        const made = await createOperatorKey(services, input);
        invocation.print(made, [`Made operator key ${made.id}. Its value is shown only now:`, made.key]);
      });
    },
  },
  {
    name: 'operator-key list',
    summary: 'list the operator keys that were not revoked',
    options: { json },
    run(invocation) {
      return withServices(invocation, async (services) => {
        const keys = await listOperatorKeys(services);
        invocation.print(
          keys,
          table([
            ['ID', 'KEY', 'LAST USED', 'EXPIRES', 'NAME'],
            ...keys.map((key) => [
              key.id,
              key.key_prefix,
              key.last_used_at ?? 'never',
              key.expires_at ?? 'never',
              key.name,
            ]),
          ]),
        );
      });
    },
  },
  {
    name: 'operator-key revoke',
    takes: 'ID',
    summary: 'make an operator key stop working, for good',
    options: { json },
    run(invocation) {
      const id = onlyWord(invocation, 'ID');
      return withServices(invocation, async (services) => {
        await revokeOperatorKey(services, id);
        invocation.print({ id, revoked: true }, `Revoked operator key ${id}.`);
      });
    },
  },
];
