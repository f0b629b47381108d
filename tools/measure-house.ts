// Prints how large the house is: `node tools/measure-house.ts`. tests/house.test.ts holds the bounds.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { importsOf } from '../contract-tests/import-rules.ts';
import { gaugeService } from './house/gauge.ts';
import { waysThroughTheHouse } from './house/ways.ts';

export interface Measure {
  readonly name: string;
  readonly now: number;
  /** Undefined where nothing is promised. */
  readonly most?: number;
}

const isSource = (file: string): boolean =>
  !/\.test\.tsx?$|(^|\/)testing\/|(^|\/)node_modules\/|\.d\.ts$|(^|\/)assets\//.test(file);

function sourcesIn(...patterns: string[]): readonly string[] {
  return patterns
    .flatMap((pattern) => globSync(pattern))
    .filter(isSource)
    .sort();
}

function linesOf(file: string): number {
  return readFileSync(file, 'utf8').split('\n').length - 1;
}

function sum(files: readonly string[]): number {
  return files.reduce((total, file) => total + linesOf(file), 0);
}

const sandbox = 'adapters/ledger-sandbox/';
const tapes = 'adapters/ledger-recorded/';
const pages = 'hosts/console/web/';
const commands = 'hosts/cli/';

/** The rooms that one would fear to touch: budget, claim, batches, notifications in, worker, held deliveries, pause, recovery. */
const hardRooms = [
  'adapters/request-budget/*.ts',
  'core/domain/{budget,work-lane,endpoint-health,notification,one-after-another}.ts',
  'adapters/knex/stores/{budget-store,notification-store}.ts',
  'adapters/knex/stores/operation-{queue,claims,batches}.ts',
  'core/engine/batch.ts',
  'adapters/call-journal/*.ts',
  'core/use-cases/notifications/{draft-notified-sync,receive-notifications}.ts',
  'core/use-cases/webhooks/{deliver-event,recover-deliveries,sweep-endpoints}.ts',
  'hosts/worker/*.ts',
] as const;

/** Files so small that whoever reads their one importer would rather find them in it. */
function smallFilesWithOneImporter(files: readonly string[]): readonly string[] {
  const importers = new Map<string, number>();
  for (const file of files) {
    const targets = new Set(
      importsOf(readFileSync(file, 'utf8'))
        .filter(({ specifier }) => specifier.startsWith('.'))
        .map(({ specifier }) => path.posix.join(path.posix.dirname(file), specifier)),
    );
    for (const target of targets) importers.set(target, (importers.get(target) ?? 0) + 1);
  }
  return files.filter((file) => linesOf(file) <= 30 && importers.get(file) === 1 && path.basename(file) !== 'index.ts');
}

/** Names that a door lets out, types and values alike. */
export function namesOfDoor(door: string): number {
  const lists = readFileSync(door, 'utf8').matchAll(/export\s+(?:type\s+)?\{([^}]*)\}/g);
  return [...lists].flatMap(([, names = '']) => names.split(',').filter((name) => name.trim() !== '')).length;
}

export function measureHouse(): readonly Measure[] {
  const all = sourcesIn('{core,adapters,hosts}/**/*.{ts,tsx}');
  const service = all.filter((file) => ![sandbox, tapes, pages, commands].some((other) => file.startsWith(other)));
  const { words, commentCharacters } = gaugeService();
  const ways = Object.entries(waysThroughTheHouse()).map(([way, files]) => ({
    name: `files on the way: ${way}`,
    now: files.length,
    ...(way === 'the body of a create' ? { most: 10 } : {}),
  }));
  return [
    { name: 'words of code of the service', now: words, most: 115_748 },
    { name: 'comment characters of the service', now: commentCharacters, most: 292_364 },
    { name: 'source lines of the sandbox', now: sum(all.filter((file) => file.startsWith(sandbox))) },
    { name: 'source lines of the recorded ledger', now: sum(all.filter((file) => file.startsWith(tapes))) },
    { name: 'source lines of the console’s pages', now: sum(all.filter((file) => file.startsWith(pages))) },
    { name: 'source lines of the command line', now: sum(all.filter((file) => file.startsWith(commands))) },
    { name: 'source lines of the hard rooms', now: sum(sourcesIn(...hardRooms)), most: 3_000 },
    { name: 'names of the front door (core/index.ts)', now: namesOfDoor('core/index.ts'), most: 150 },
    { name: 'small files with one importer', now: smallFilesWithOneImporter(service).length, most: 30 },
    ...ways,
    { name: 'lines of README.md', now: linesOf('README.md'), most: 200 },
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const { name, now, most } of measureHouse()) {
    const bound = most === undefined ? '' : ` (at most ${most.toLocaleString('en')})`;
    console.log(`${now.toLocaleString('en').padStart(8)}  ${name}${bound}`);
  }
  if (process.argv.includes('--small')) {
    const files = sourcesIn('{core,adapters,hosts}/**/*.{ts,tsx}').filter((file) => !file.startsWith(pages));
    console.log(smallFilesWithOneImporter(files).join('\n'));
  }
}
