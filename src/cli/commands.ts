import { backupCommand } from './backup.ts';
import { checkCommand } from './check.ts';
import type { Command } from './command.ts';
import { demoCommand } from './demo.ts';
import { entitlementCommands } from './entitlement.ts';
import { keyCommands } from './key.ts';
import { listenCommand } from './listen.ts';
import { mailCheckCommand } from './mail-check.ts';
import { mailboxCommand } from './mailbox.ts';
import { migrateCommand } from './migrate.ts';
import { moveCommand } from './move.ts';
import { restoreCommand } from './restore.ts';
import { serveCommand } from './serve.ts';
import { signInCommand } from './sign-in.ts';
import { triggerCommand } from './trigger.ts';
import { workspaceCommands } from './workspace.ts';

/** In the order of `rota --help`. */
export const commands: Command[] = [
  serveCommand,
  demoCommand,
  listenCommand,
  triggerCommand,
  signInCommand,
  mailboxCommand,
  mailCheckCommand,
  ...workspaceCommands,
  ...keyCommands,
  ...entitlementCommands,
  migrateCommand,
  backupCommand,
  restoreCommand,
  moveCommand,
  checkCommand,
];
