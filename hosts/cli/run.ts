import { LedgerportError } from '../../client/errors.ts';
import { meant } from '../../core/domain/near-word.ts';
import { version } from '../composition/version.ts';
import { type Commands, Failure, Given, nameOf, type Terminal, UsageError, worldIn } from './command.ts';
import { commands } from './commands.ts';
import { commandHelp, overview } from './help.ts';
import { adviceOn } from './service.ts';

interface Place {
  readonly typed: string;
  readonly commands: Commands;
}

/** Exit codes: 0 done, 1 failed, 2 not understood. */
export async function run(
  argv: readonly string[],
  terminal: Terminal,
  place: Place = { typed: 'ledgerport', commands },
): Promise<number> {
  const name = nameOf(argv, place.commands);
  const typed = `${place.typed} ${name}`.trim();
  const world = worldIn(terminal);
  const words = argv.slice(name === '' ? 0 : name.split(' ').length);
  try {
    const command = place.commands[name];
    if (command === undefined) return await withoutCommand(argv, terminal, place);
    if ('within' in command) return await run(words, terminal, { typed, commands: await command.within() });
    const given = new Given(words, command);
    if (given.flag('help')) world.styled(commandHelp(typed, command));
    else await (await command.load())(given, world);
    return 0;
  } catch (error) {
    world.err(`ledgerport: ${sentenceOf(error, typed)}`);
    return error instanceof UsageError ? 2 : 1;
  }
}

/** An error that no command expects is a defect and is shown with its stack. */
function sentenceOf(error: unknown, typed: string): string {
  if (error instanceof UsageError) return `${error.message}\nSee "${typed} --help".`;
  if (error instanceof Failure) return error.message;
  if (error instanceof LedgerportError) return adviceOn(error);
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** The texts are this program's own. */
async function withoutCommand(argv: readonly string[], world: Terminal, place: Place): Promise<number> {
  const [first, ...rest] = argv;
  if (first === undefined) {
    world.err(overview(place.typed, place.commands));
    return 2;
  }
  if (first === 'version' || first === '--version') world.out(version);
  else if (first === 'help' && rest.length > 0) return run([...rest, '--help'], world, place);
  else if (first === '--help' || first === '-h' || first === 'help') world.out(overview(place.typed, place.commands));
  else throw new UsageError(unknown(first, rest[0], Object.keys(place.commands)));
  return 0;
}

function unknown(first: string, second: string | undefined, names: readonly string[]): string {
  if (first.startsWith('-')) return `unknown option ${first}; a command comes first`;
  const further = names.filter((name) => name.startsWith(`${first} `)).map((name) => name.slice(first.length + 1));
  if (further.length === 0) return `unknown command ${first}${meant(first, names)}`;
  return second === undefined || second.startsWith('-')
    ? `"${first}" is followed by ${further.join(' or ')}`
    : `unknown command ${first} ${second}${meant(`${first} ${second}`, names)}`;
}
