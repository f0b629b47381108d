// What an operator gives a command: arguments, and secrets by standard input, because arguments show in the list of
// processes.
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';

const names = [
  ...(['name', 'plan', 'org', 'environment', 'email', 'role', 'key', 'after', 'client-id', 'default'] as const),
  ...(['daily-limit'] as const),
];
type Option = (typeof names)[number];

export class AdminArguments {
  /** Such as `key create`. */
  readonly command: string;
  readonly json: boolean;
  readonly help: boolean;
  readonly #given: Readonly<Record<string, unknown>>;

  constructor(argv: readonly string[]) {
    const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
    const flags = { json: { type: 'boolean' as const }, help: { type: 'boolean' as const, short: 'h' } };
    const typed = { args: [...argv], options: { ...options, ...flags }, allowPositionals: true };
    const { values, positionals } = parseArgs(typed);
    this.#given = values;
    this.command = positionals.join(' ');
    this.json = values.json === true;
    this.help = values.help === true;
  }

  optional(name: Option): string | undefined {
    const value = this.#given[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  }

  /** The value of an option that the command needs; throws naming it when absent. */
  required(name: Option): string {
    const value = this.optional(name);
    if (value === undefined) throw new Error(`${this.command} needs --${name}`);
    return value;
  }

  /** One of a closed set. */
  oneOf<T extends string>(name: Option, allowed: readonly T[]): T {
    const found = allowed.find((one) => one === this.required(name));
    if (found === undefined) throw new Error(`--${name} must be one of ${allowed.join(', ')}`);
    return found;
  }

  /** A whole number in these bounds; undefined when absent. */
  whole(name: Option, least: number, most: number): number | undefined {
    const text = this.optional(name);
    if (text === undefined) return undefined;
    const number = /^\d{1,9}$/.test(text) ? Number(text) : -1;
    if (number >= least && number <= most) return number;
    throw new Error(`--${name} must be a whole number from ${least} to ${most}`);
  }
}

const longestLine = 1000;

/** The first lines of standard input that are not empty; throws when there are fewer. */
export async function readSecrets(lines: number): Promise<readonly string[]> {
  const found: string[] = [];
  const reader = createInterface({ input: process.stdin, terminal: false });
  for await (const line of reader) {
    if (line.length > longestLine) throw new Error(`a secret may have at most ${longestLine} characters`);
    if (line.trim() !== '') found.push(line.trim());
    if (found.length === lines) break;
  }
  reader.close();
  if (found.length === lines) return found;
  throw new Error(`standard input must hold ${lines} line${lines === 1 ? '' : 's'}: see the usage`);
}

/** What a command prints: one object, or a list of them. */
export type Report = Readonly<Record<string, unknown>> | readonly Readonly<Record<string, unknown>>[];
