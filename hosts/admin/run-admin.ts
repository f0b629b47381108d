// Operators' commands, for the command line that a person types: `npm run admin --` or `ledgerport admin`.
import { readConfig } from '../composition/config.ts';
import { prepareProcess } from '../composition/run-host.ts';
import { commands } from './commands.ts';
import { AdminArguments, type Report } from './input.ts';

const exitCodes = { failed: 1, unknownCommand: 2 } as const;

/** Does what the arguments ask for; names a command that does not exist beside all that do. */
async function answer(args: AdminArguments, typed: string): Promise<void> {
  const command = Object.hasOwn(commands, args.command) ? commands[args.command] : undefined;
  const names = command ? [args.command] : Object.keys(commands);
  if (args.help && (command || args.command === '')) {
    console.log(help(names, typed));
  } else if (command) {
    const config = readConfig(process.env, { LOG_LEVEL: 'warn' });
    console.log(printed(await command.run(config, args), args.json));
  } else {
    const what = args.command === '' ? 'a command is missing' : `unknown command \`${args.command}\``;
    console.error(`${what}\n${help(names, typed)}`);
    process.exitCode = exitCodes.unknownCommand;
  }
}

function help(names: readonly string[], typed: string): string {
  const lines = names.map((name) => `  ${`${name} ${commands[name]?.usage}`.trim()}\n      ${commands[name]?.does}`);
  return [`usage: ${typed} <command> [--json] [--help]`, ...lines].join('\n');
}

function printed(report: Report, json: boolean): string {
  const entries: readonly object[] = Array.isArray(report) ? report.map(inSnakeCase) : [inSnakeCase(report)];
  if (json) return JSON.stringify(Array.isArray(report) ? entries : entries[0]);
  const text = (value: unknown) => (value instanceof Date ? value.toISOString() : String(value));
  const lines = (entry: object) => Object.entries(entry).map(([name, value]) => `${name}: ${text(value)}`);
  return entries.map((entry) => lines(entry).join('\n')).join('\n\n');
}

function inSnakeCase(entry: object): object {
  const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return Object.fromEntries(Object.entries(entry).map(([name, value]) => [snake(name), value]));
}

/** Runs the command that `argv` names; what fails is one message and an exit code that is not 0. */
export async function runAdmin(argv: readonly string[], typed: string): Promise<void> {
  try {
    prepareProcess();
    await answer(new AdminArguments(argv), typed);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = exitCodes.failed;
  }
}
