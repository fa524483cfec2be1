import { settings } from '../src/settings/config.ts';

/** Renders docs/reference/configuration.md from the settings in src/settings/config.ts. */
export function renderConfigurationDoc(): string {
  const rows = Object.values(settings).map(({ name, fallback, secret, purpose }) => [
    `\`${name}\``,
    fallback === undefined ? 'none' : `\`${fallback}\``,
    secret ? 'yes' : 'no',
    purpose.replaceAll('|', '\\|'),
  ]);
  const table = [['Setting', 'Default', 'Secret', 'Purpose'], ['---', '---', '---', '---'], ...rows];
  return [
    '<!-- Made by `npm run generate` from src/settings/config.ts: change it there. -->',
    '',
    '# Configuration',
    '',
    'Rota reads its settings from environment variables, once, at the start. To change one, restart it. ' +
      'All settings are optional, except `ROTA_SECRET_KEY` together with `DATABASE_URL`. By default Rota listens on ' +
      'this machine only and keeps its data in the folder `data` below the current one. An empty variable counts as ' +
      'not set. If a value is invalid, the command ends at once and names each invalid setting, with what it must be. ' +
      'Secret settings hold a password or a key: set them in a way that other users of the machine cannot read.',
    '',
    'Each secret setting can also come from a file: add `_FILE` to its name and give the path, such as ' +
      '`ROTA_SECRET_KEY_FILE=/run/secrets/rota_secret_key`. Line breaks at its end do not count. A file that cannot be read, is ' +
      'empty or has more than 65,536 bytes is refused, and so is a setting that is given both ways. Files are read once, at the ' +
      'start, too. (`ROTA_BOOTSTRAP_KEY_FILE` is something else: a file that Rota writes.)',
    '',
    ...table.map((cells) => `| ${cells.join(' | ')} |`),
    '',
  ].join('\n');
}
