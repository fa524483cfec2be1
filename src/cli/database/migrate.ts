import { type Command, json } from '../command.ts';
import { withServices } from '../operator.ts';

export const migrateCommand: Command = {
  name: 'migrate',
  summary: "bring the database's schema up to date (serve does it too)",
  options: { json },
  run(invocation) {
    return withServices(invocation, async (_services, migrated) => {
      const lines = migrated.map((name) => `Applied ${name}.`);
      invocation.print({ applied: migrated }, lines.length > 0 ? lines : 'The schema is up to date.');
    });
  },
};
