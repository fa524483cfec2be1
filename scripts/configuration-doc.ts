import { settings } from '../src/config.ts';

/** docs/configuration.md: every setting, from the list that the service itself reads. */
export function renderConfigurationDoc(): string {
  const rows = Object.values(settings).map(({ name, fallback, secret, purpose }) => [
    `\`${name}\``,
    fallback === undefined ? 'none' : `\`${fallback}\``,
    secret ? 'yes' : 'no',
    purpose.replaceAll('|', '\\|'),
  ]);
  const table = [['Setting', 'Default', 'Secret', 'Purpose'], ['---', '---', '---', '---'], ...rows];
  return [
    '<!-- Made by `npm run generate` from src/config.ts: change it there. -->',
    '',
    '# Configuration',
    '',
    'Rota reads its settings from environment variables, once, when it starts; to change one, start it again. ' +
      'None has to be set, but for `ROTA_SECRET_KEY` beside `DATABASE_URL`: without any, Rota listens on this machine only and keeps its data in the folder ' +
      '`data` below the one it is started in. A variable that is set but empty counts as not set. When values ' +
      "can't be used, the command ends at once and names each of them, with what it should be. Secret settings " +
      'hold a password or a key: hand them over in a way that other users of the machine cannot read.',
    '',
    ...table.map((cells) => `| ${cells.join(' | ')} |`),
    '',
  ].join('\n');
}
