// Operators' commands: `npm run admin -- <command> [--json]`.
import { migrateDatabase } from '../composition/bind-database.ts';
import { compose } from '../composition/compose.ts';
import { readConfig } from '../composition/config.ts';
import { requireNode } from '../composition/require-node.ts';
import { withEnvFile } from '../composition/with-env-file.ts';
import { type AdminArguments, readArguments } from './arguments.ts';
import { commands, type Described, type Report } from './commands.ts';
import { examine } from './doctor.ts';

const exitCodes = { failed: 1, unknownCommand: 2 } as const;

async function run(args: AdminArguments): Promise<Report> {
  const config = readConfig(withEnvFile(process.env), { LOG_LEVEL: 'warn' });
  if (args.command === 'migrate') return migrateDatabase(config);
  if (args.command === 'doctor') {
    const { healthy, findings } = await examine(config);
    if (!healthy) process.exitCode = exitCodes.failed;
    return findings;
  }
  const composition = await compose(config, 'admin');
  try {
    return (await commands[args.command]?.run(composition, args)) ?? {};
  } finally {
    await composition.close();
  }
}

const described: Readonly<Record<string, Described>> = {
  migrate: { does: 'brings the schema of the database up to date', usage: '' },
  doctor: { does: 'looks at runtime, secrets, database and clock, and changes nothing', usage: '' },
  ...commands,
};

function help(names: readonly string[]): string {
  const lines = names.map((name) => `  ${`${name} ${described[name]?.usage}`.trim()}\n      ${described[name]?.does}`);
  return ['usage: npm run -s admin -- <command> [--json] [--help]', ...lines].join('\n');
}

/** What the arguments ask for; a command that is not there is named, with all that are. */
async function answer(args: AdminArguments): Promise<void> {
  const known = Object.hasOwn(described, args.command);
  if (args.help && (known || args.command === '')) {
    console.log(help(known ? [args.command] : Object.keys(described)));
  } else if (known) {
    print(await run(args), args.json);
  } else {
    const what = args.command === '' ? 'a command is missing' : `unknown command \`${args.command}\``;
    console.error(`${what}\n${help(Object.keys(described))}`);
    process.exitCode = exitCodes.unknownCommand;
  }
}

function print(report: Report, json: boolean): void {
  if (json) {
    console.log(JSON.stringify(report));
    return;
  }
  const entries: readonly object[] = Array.isArray(report) ? report : [report];
  console.log(entries.map(lines).join('\n\n'));
}

function lines(entry: object): string {
  return Object.entries(entry)
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join('\n');
}

try {
  requireNode(process.versions);
  process.umask(0o077);
  await answer(readArguments(process.argv.slice(2)));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = exitCodes.failed;
}
