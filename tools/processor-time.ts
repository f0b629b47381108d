// How much processor time tests use. Unlike the seconds that pass, other load on the machine hardly changes it.
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Linux counts in hundredths of a second for every program. */
const ticksPerSecond = 100;

/** Names the file to which the processes of a run append the times of their test files. */
export const timesVariable = 'TEST_TIMES';

/** Seconds by test file, e.g. `{ "core/engine/claims.test.ts": 1.5 }`. */
export type Times = Readonly<Record<string, number>>;

/**
 * Seconds that this process has used and, on Linux, its children that have ended, with theirs. A child that nobody waited for
 * is missing: most of a browser's processes are.
 */
export function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + endedChildrenSeconds();
}

function endedChildrenSeconds(): number {
  if (process.platform !== 'linux') return 0;
  // The second field is the program's name in brackets, which may hold spaces; what follows begins with the third field.
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond;
}

/** Appends a line for each test file; `seconds` names them by absolute paths. */
export function tellTimes(told: string, seconds: ReadonlyMap<string, number>): void {
  const lines = [...seconds].map(([file, used]) => `${used.toFixed(2)} ${path.relative('.', file)}\n`);
  appendFileSync(told, lines.join(''));
}

/** Reads the lines of `tellTimes`. */
export function toldTimes(told: string): Times {
  if (!existsSync(told)) return {};
  const lines = readFileSync(told, 'utf8').trimEnd().split('\n');
  return Object.fromEntries(
    lines
      .filter((line) => line !== '')
      .map((line) => {
        const [used = '', ...file] = line.split(' ');
        return [file.join(' '), Number(used)];
      }),
  );
}

/** Keeps the times of a run where the next one finds them. */
export function keepTimes(file: string, times: Times): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const sorted = Object.entries(times).sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}

export function keptTimes(file: string): Times {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Times) : {};
}

/** The files that used most, as lines for people. */
export function slowest(times: Times, howMany: number): readonly string[] {
  const most = Object.entries(times).sort(([, a], [, b]) => b - a);
  return most.slice(0, howMany).map(([file, used]) => `  ${used.toFixed(1).padStart(6)} s  ${file}`);
}
