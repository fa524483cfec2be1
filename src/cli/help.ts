import { capitalized } from '../text/capitalized.ts';
import { type Command, exitCodes, table } from './command.ts';

/** `rota --help`; or, for a group of commands, `rota key --help`. */
export function overview(commands: Command[], group: string | undefined): string {
  const shown = commands.filter(({ name }) => !group || name.startsWith(`${group} `));
  return [
    'Rota: a self-hosted scheduling service that shares meeting requests fairly across teams.',
    '',
    'Usage: rota COMMAND [options]',
    '',
    ...table(shown.map((command) => [`  ${signature(command)}`, command.summary])),
    '',
    'Every command takes --help; all but serve and mcp take --json for scripts. `rota --version` prints the version.',
    'listen, mcp, trigger, erase and export call the service at ROTA_URL; mail check asks DNS. All others work directly on the',
    'database in DATABASE_URL or ROTA_DATA_DIR, whether the service is running or not, except restore: stop the service first.',
    '',
    `Exit codes: ${exitCodes.done} done, ${exitCodes.failed} failed, ${exitCodes.wrongUsage} wrong usage or ` +
      `settings, ${exitCodes.notFound} not found, ${exitCodes.refused} refused by a rule.`,
  ].join('\n');
}

export function helpFor(command: Command): string {
  const options = Object.entries(command.options ?? {}).map(([name, { value, description }]) => [
    `  --${name}${value ? ` ${value}` : ''}`,
    description,
  ]);
  options.push(['  --help', 'show this']);
  return [
    `Usage: rota ${signature(command)} [options]`,
    '',
    `${capitalized(command.summary)}.`,
    ...(command.details ? ['', command.details] : []),
    '',
    ...table(options),
  ].join('\n');
}

function signature({ name, takes }: Command): string {
  return takes ? `${name} ${takes}` : name;
}
