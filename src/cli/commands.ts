import { backupCommand } from './backup.ts';
import { checkCommand } from './check.ts';
import type { Command } from './command.ts';
import { demoCommand } from './demo.ts';
import { doctorCommand } from './doctor.ts';
import { entitlementCommands } from './entitlement.ts';
import { keyCommands } from './key.ts';
import { listenCommand } from './listen.ts';
import { mailCheckCommand } from './mail-check.ts';
import { mailboxCommand } from './mailbox.ts';
import { mcpCommand } from './mcp.ts';
import { migrateCommand } from './migrate.ts';
import { moveCommand } from './move.ts';
import { operatorKeyCommands } from './operator-key.ts';
import { eraseCommand, exportCommand } from './privacy.ts';
import { restoreCommand } from './restore.ts';
import { secretCommands } from './secret.ts';
import { serveCommand } from './serve.ts';
import { signInCommand } from './sign-in.ts';
import { triggerCommand } from './trigger.ts';
import { workspaceCommands } from './workspace.ts';
import { workspaceLifecycleCommands } from './workspace-lifecycle.ts';

/** In the order of `rota --help`. */
export const commands: Command[] = [
  serveCommand,
  demoCommand,
  listenCommand,
  mcpCommand,
  triggerCommand,
  eraseCommand,
  exportCommand,
  signInCommand,
  mailboxCommand,
  mailCheckCommand,
  ...workspaceCommands,
  ...workspaceLifecycleCommands,
  ...keyCommands,
  ...entitlementCommands,
  ...operatorKeyCommands,
  ...secretCommands,
  migrateCommand,
  backupCommand,
  restoreCommand,
  moveCommand,
  checkCommand,
  doctorCommand,
];
