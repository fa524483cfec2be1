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
    summary: 'create an operator key and print it once',
    details:
      'For programs that create and change workspaces, such as a billing system: see docs/operate/operator-api.md.',
    options: {
      'expires-at': {
        type: 'string',
        value: 'TIME',
        description: 'when the key expires, in ISO 8601; by default never',
      },
      json,
    },
    async run(invocation) {
      const input = await checkInput(OperatorKeyInput, {
        name: ['NAME', onlyWord(invocation, 'NAME')],
        expires_at: option(invocation, 'expires-at'),
      });
      return withServices(invocation, async (services) => {
        const made = await createOperatorKey(services, input);
        invocation.print(made, [`Created operator key ${made.id}. Its value is shown only once:`, made.key]);
      });
    },
  },
  {
    name: 'operator-key list',
    summary: "list the operator keys that aren't revoked",
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
    summary: 'revoke an operator key for good',
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
