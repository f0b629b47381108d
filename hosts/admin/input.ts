// Reads secrets from standard input, because the list of processes shows arguments.
import { createInterface } from 'node:readline';
import { Failure } from '../cli/command.ts';

const longestLine = 4_000;

/** Returns the first lines of standard input that are not empty; throws when there are fewer. */
export async function readSecrets(lines: number): Promise<readonly string[]> {
  const found: string[] = [];
  const reader = createInterface({ input: process.stdin, terminal: false });
  for await (const line of reader) {
    if (line.length > longestLine) throw new Failure(`a secret may have at most ${longestLine} characters`);
    if (line.trim() !== '') found.push(line.trim());
    if (found.length === lines) break;
  }
  reader.close();
  if (found.length === lines) return found;
  throw new Failure(`standard input must hold ${lines} line${lines === 1 ? '' : 's'}: see --help`);
}

export type Report = Readonly<Record<string, unknown>> | readonly Readonly<Record<string, unknown>>[];

export function printed(report: Report, json: boolean): string {
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
