// Operators' commands: `npm run admin -- <command> [--json]`.
import { compose } from '../composition/compose.ts';
import { readConfig } from '../composition/config.ts';
import { prepareProcess, withEnvFile } from '../composition/process-start.ts';
import { commands } from './commands.ts';
import { AdminArguments, type Report } from './input.ts';

const exitCodes = { failed: 1, unknownCommand: 2 } as const;

/** Does what the arguments ask for; names a command that does not exist beside all that do. */
async function answer(args: AdminArguments): Promise<void> {
  const isKnown = Object.hasOwn(commands, args.command);
  const names = isKnown ? [args.command] : Object.keys(commands);
  if (args.help && (isKnown || args.command === '')) {
    console.log(help(names));
  } else if (isKnown) {
    console.log(printed(await run(args), args.json));
  } else {
    const what = args.command === '' ? 'a command is missing' : `unknown command \`${args.command}\``;
    console.error(`${what}\n${help(names)}`);
    process.exitCode = exitCodes.unknownCommand;
  }
}

async function run(args: AdminArguments): Promise<Report> {
  const config = readConfig(withEnvFile(process.env), { LOG_LEVEL: 'warn' });
  const command = commands[args.command];
  if (command === undefined) return {};
  if ('runOn' in command) return command.runOn(config);
  const composition = await compose(config, 'admin');
  try {
    return await command.run(composition, args);
  } finally {
    await composition.close();
  }
}

function help(names: readonly string[]): string {
  const lines = names.map((name) => `  ${`${name} ${commands[name]?.usage}`.trim()}\n      ${commands[name]?.does}`);
  return ['usage: npm run -s admin -- <command> [--json] [--help]', ...lines].join('\n');
}

function printed(report: Report, json: boolean): string {
  if (json) return JSON.stringify(report);
  const entries: readonly object[] = Array.isArray(report) ? report : [report];
  const text = (value: unknown) => (value instanceof Date ? value.toISOString() : String(value));
  const lines = (entry: object) => Object.entries(entry).map(([name, value]) => `${name}: ${text(value)}`);
  return entries.map((entry) => lines(entry).join('\n')).join('\n\n');
}

try {
  prepareProcess();
  await answer(new AdminArguments(process.argv.slice(2)));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = exitCodes.failed;
}
