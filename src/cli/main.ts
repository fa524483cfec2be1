import { Console } from 'node:console';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { ReadOnly, RotaError } from '../errors.ts';
import { ConfigError, readConfig } from '../settings/config.ts';
import { SchemaTooNew } from '../storage/migrate.ts';
import { DatabaseRefused } from '../storage/refused.ts';
import { isDamage } from '../storage/sqlite-connection.ts';
import { version } from '../version.ts';
import {
  CallFailed,
  type Command,
  exitCodes,
  type Host,
  type Invocation,
  type Output,
  UsageError,
  visible,
} from './command.ts';
import { loadCommands } from './commands.ts';
import { helpFor, overview } from './help.ts';

/** Runs a command in this host. Returns the exit code. */
export async function main(words: string[], host: Host): Promise<number> {
  const output = outputOf(host);
  const commands = await loadCommands(words[0]);
  const command = findCommand(commands, words);
  try {
    if (!command) {
      introduceCommands(commands, words, output);
      return exitCodes.done;
    }
    const code = await run(command, words.slice(command.name.split(' ').length), { host, output });
    return code ?? exitCodes.done;
  } catch (error) {
    return report(error, command, output);
  }
}

/** Like the global console: opens a stream only when it is needed, and ignores a reader that has gone away. */
function outputOf(host: Host): Output {
  return {
    log: (text) => new Console(host.stdout).log(text),
    error: (text) => new Console(host.stderr).log(text),
  };
}

function findCommand(commands: Command[], words: string[]): Command | undefined {
  return commands.find(({ name }) => name.split(' ').every((word, place) => words[place] === word));
}

function introduceCommands(commands: Command[], words: string[], output: Output): void {
  if (words[0] === '--version') {
    output.log(version);
  } else if (words.length === 0 || ['--help', '-h', 'help'].some((word) => words.includes(word))) {
    // `rota key --help` and `rota help key` show the commands that begin with that word.
    const group = words.find((word) => commands.some((command) => command.name.startsWith(`${word} `)));
    const named = commands.find(
      (command) => words[0] === 'help' && command.name === words.slice(1).join(' '),
    );
    output.log(named ? helpFor(named) : overview(commands, group));
  } else {
    throw new UsageError(`there is no command "${words.join(' ')}"; \`rota --help\` lists them`);
  }
}

async function run(command: Command, words: string[], { host, output }: Pick<Invocation, 'host' | 'output'>) {
  const { values, positionals } = parse(command, words);
  if (values.help) {
    output.log(helpFor(command));
    return exitCodes.done;
  }
  if (!command.takes && positionals.length > 0)
    throw new UsageError(`unexpected argument: ${positionals.join(' ')}`);
  return command.run({
    words: positionals,
    options: values,
    // Read lazily: `rota doctor` has to report what is wrong with the settings.
    get config() {
      return readConfig(host.env);
    },
    print: (data, lines) => {
      const printed = values.json ? [JSON.stringify(data)] : [lines].flat();
      output.log(printed.map(visible).join('\n'));
    },
    output,
    host,
  });
}

function parse(command: Command, words: string[]) {
  const options: ParseArgsOptionsConfig = { ...command.options, help: { type: 'boolean', short: 'h' } };
  try {
    return parseArgs({ args: words, allowPositionals: true, options });
  } catch (error) {
    // Node's reason is in the last line. The second sentence there is advice about positional arguments.
    throw new UsageError((error as Error).message.split('\n').at(-1)?.split('. ')[0]);
  }
}

/** Prints one sentence on standard error. Returns the exit code. */
function report(error: unknown, command: Command | undefined, output: Output): number {
  const say = (message: string) => output.error(`rota: ${visible(message)}`);
  if (error instanceof UsageError) {
    say(error.message);
    if (command) output.error(`\n${helpFor(command)}`);
    return exitCodes.wrongUsage;
  }
  if (error instanceof ConfigError) {
    for (const problem of error.message.split('\n')) say(problem);
    return exitCodes.wrongUsage;
  }
  if (error instanceof RotaError) {
    if (error.type === 'unavailable' && !(error instanceof ReadOnly)) {
      say(
        `the database can't be used: ${messageOf(error.cause)}${isDamage(error) ? '; run `rota check` for details' : ''}`,
      );
      return exitCodes.failed;
    }
    say(error.message);
    return error.type === 'not_found' ? exitCodes.notFound : exitCodes.refused;
  }
  if (error instanceof CallFailed) {
    say(error.message);
    return error.exitCode;
  }
  if (error instanceof SchemaTooNew || error instanceof DatabaseRefused) {
    say(error.message);
    return exitCodes.failed;
  }
  const { syscall, stack } = error as NodeJS.ErrnoException;
  if (syscall === 'listen') {
    say(`${messageOf(error)}; choose another with HOST and PORT`);
  } else if (syscall !== undefined) {
    // The operating system's message says what is wrong, and with which file.
    say(messageOf(error));
  } else {
    output.error(`rota: ${(stack ?? String(error)).split('\n').map(visible).join('\n')}`);
  }
  return exitCodes.failed;
}

/** When a name has two addresses and both refuse, Node's error has no message of its own. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError && !error.message) return error.errors.map(messageOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}
