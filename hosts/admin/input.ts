// Reads secrets from standard input, because the list of processes shows arguments.
import { createInterface } from 'node:readline';
import { visible } from '#core';
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

/** As JSON; a list as a table, or, as one report, as lines `name: value`. */
export type Layout = 'json' | 'table' | 'lines';

export function printed(report: Report, layout: Layout): string {
  const isList = Array.isArray(report);
  const entries: readonly Entry[] = isList ? report.map(inSnakeCase) : [inSnakeCase(report as Entry)];
  if (layout === 'json') return JSON.stringify(isList ? entries : entries[0]);
  if (layout === 'table' && isList) return table(entries);
  const lines = (entry: Entry) => Object.entries(entry).map(([name, value]) => `${name}: ${wordOf(name, value)}`);
  return entries.map((entry) => lines(entry).join('\n')).join('\n\n');
}

type Entry = Readonly<Record<string, unknown>>;

/** The columns are those of the first entry, each as wide as its longest value. */
function table(entries: readonly Entry[]): string {
  const names = Object.keys(entries[0] ?? {});
  const rows = [names, ...entries.map((entry) => names.map((name) => wordOf(name, entry[name])))];
  const widths = names.map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  const line = (row: readonly string[]) => row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  ');
  return rows.map((row) => line(row).trimEnd()).join('\n');
}

/** A value in one line, never empty, so that no column of a table looks like its neighbour's. */
function wordOf(name: string, value: unknown): string {
  if (value === null || value === undefined) return name === 'connection_limit' ? 'none' : '-';
  if (value instanceof Date) return value.toISOString();
  return visible(String(value)).replaceAll(/[\n\t]+/g, ' ') || '-';
}

function inSnakeCase(entry: Entry): Entry {
  const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return Object.fromEntries(Object.entries(entry).map(([name, value]) => [snake(name), value]));
}
