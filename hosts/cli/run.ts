// From the words of a command line to an exit code.

import { LedgerportError } from '../../client/errors.ts';
import { meant } from '../../core/domain/near-word.ts';
import { Failure, Given, UsageError, type World } from './command.ts';
import { commands } from './commands.ts';
import { commandHelp, overview, version } from './help.ts';
import { adviceOn } from './service.ts';

/** 0 done, 1 failed, 2 not understood. */
export async function run(argv: readonly string[], world: World): Promise<number> {
  try {
    const name = nameOf(argv);
    const command = commands[name];
    if (command === undefined) return withoutCommand(argv, world);
    const given = new Given(argv.slice(name.split(' ').length), command);
    if (given.flag('help')) world.out(commandHelp(name, command));
    else await (await command.load())(given, world);
    return 0;
  } catch (error) {
    world.err(`ledgerport: ${sentenceOf(error, argv)}`);
    return error instanceof UsageError ? 2 : 1;
  }
}

/** What no command foresaw is a defect, and shown with where it happened. */
function sentenceOf(error: unknown, argv: readonly string[]): string {
  if (error instanceof UsageError) return `${error.message}\nSee "ledgerport ${helpFor(argv)}--help".`;
  if (error instanceof Failure) return error.message;
  if (error instanceof LedgerportError) return adviceOn(error);
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** The longest name of a command with which the words begin. */
function nameOf([first = '', second = '']: readonly string[]): string {
  const both = `${first} ${second}`;
  return Object.hasOwn(commands, both) ? both : Object.hasOwn(commands, first) ? first : '';
}

function helpFor(argv: readonly string[]): string {
  const name = nameOf(argv);
  return name === '' ? '' : `${name} `;
}

function withoutCommand(argv: readonly string[], world: World): number {
  const [first, second] = argv;
  if (first === '--version') world.out(version());
  else if (first === '--help' || first === '-h' || first === 'help') world.out(overview(commands));
  else if (first === undefined) {
    world.err(overview(commands));
    return 2;
  } else throw new UsageError(unknown(first, second));
  return 0;
}

function unknown(first: string, second: string | undefined): string {
  if (first.startsWith('-')) return `unknown option ${first}; a command comes first`;
  const names = Object.keys(commands);
  const further = names.filter((name) => name.startsWith(`${first} `)).map((name) => name.slice(first.length + 1));
  if (further.length === 0) return `unknown command ${first}${meant(first, names)}`;
  return second === undefined || second.startsWith('-')
    ? `"${first}" is followed by ${further.join(' or ')}`
    : `unknown command ${first} ${second}${meant(`${first} ${second}`, names)}`;
}
