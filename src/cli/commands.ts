import type { Command } from './command.ts';

/** Commands by their first word, in the order of `rota --help`. Running one doesn't load the code of the others. */
const groups = new Map<string, () => Promise<Command[]>>([
  ['serve', async () => [(await import('./serve/serve.ts')).serveCommand]],
  ['demo', async () => [(await import('./demo/demo.ts')).demoCommand]],
  ['listen', async () => [(await import('./listen.ts')).listenCommand]],
  ['mcp', async () => [(await import('./mcp/mcp.ts')).mcpCommand]],
  ['trigger', async () => [(await import('./trigger.ts')).triggerCommand]],
  ['erase', async () => [(await import('./privacy.ts')).eraseCommand]],
  ['export', async () => [(await import('./privacy.ts')).exportCommand]],
  ['sign-in', async () => [(await import('./sign-in.ts')).signInCommand]],
  ['mailbox', async () => [(await import('./mail/mailbox.ts')).mailboxCommand]],
  [
    'mail',
    async () => [
      (await import('./mail/check.ts')).mailCheckCommand,
      (await import('./mail/dkim.ts')).mailDkimCommand,
    ],
  ],
  ['workspace', async () => (await import('./workspace.ts')).workspaceCommands],
  ['key', async () => (await import('./key.ts')).keyCommands],
  ['entitlement', async () => (await import('./entitlement.ts')).entitlementCommands],
  ['operator-key', async () => (await import('./operator-key.ts')).operatorKeyCommands],
  ['secret', async () => (await import('./secret.ts')).secretCommands],
  ['migrate', async () => [(await import('./database/migrate.ts')).migrateCommand]],
  ['backup', async () => [(await import('./database/backup.ts')).backupCommand]],
  ['restore', async () => [(await import('./database/restore.ts')).restoreCommand]],
  ['move', async () => [(await import('./database/move.ts')).moveCommand]],
  ['check', async () => [(await import('./database/check.ts')).checkCommand]],
  ['doctor', async () => [(await import('./doctor/doctor.ts')).doctorCommand]],
]);

/** The commands that begin with this word, or all of them if none does. */
export async function loadCommands(word = ''): Promise<Command[]> {
  const load = groups.get(word);
  if (load) return load();
  return (await Promise.all([...groups.values()].map((loadGroup) => loadGroup()))).flat();
}
