// Operators' commands: `npm run admin -- <command> [--json]`.
import { migrateDatabase } from '../composition/bind-database.ts';
import { compose } from '../composition/compose.ts';
import { readConfig } from '../composition/config.ts';
import { requireNode } from '../composition/require-node.ts';
import { type AdminArguments, readArguments } from './arguments.ts';
import { commands, type Report } from './commands.ts';
import { examine } from './doctor.ts';

async function run(args: AdminArguments): Promise<Report> {
  const config = readConfig({ LOG_LEVEL: 'warn', ...process.env });
  if (args.command === 'migrate') return migrateDatabase(config);
  if (args.command === 'doctor') {
    const { healthy, findings } = await examine(config);
    if (!healthy) process.exitCode = 1;
    return findings;
  }
  const command = Object.hasOwn(commands, args.command) ? commands[args.command] : undefined;
  if (!command) throw new Error(usage());
  const composition = await compose(config, 'admin');
  try {
    return await command.run(composition, args);
  } finally {
    await composition.close();
  }
}

function usage(): string {
  const lines = Object.entries(commands).map(([name, { usage: options }]) => `  ${name} ${options}`);
  return ['usage: npm run admin -- <command> [--json]', '  migrate', '  doctor', ...lines].join('\n');
}

function print(report: Report, json: boolean): void {
  if (json) {
    console.log(JSON.stringify(report));
    return;
  }
  const entries: readonly object[] = Array.isArray(report) ? report : [report];
  for (const entry of entries) console.log(lines(entry));
}

function lines(entry: object): string {
  return Object.entries(entry)
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join('\n');
}

try {
  requireNode(process.versions);
  process.umask(0o077);
  const args = readArguments(process.argv.slice(2));
  print(await run(args), args.json);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
