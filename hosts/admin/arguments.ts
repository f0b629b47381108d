import { parseArgs } from 'node:util';

export interface AdminArguments {
  /** Such as `key create`. */
  readonly command: string;
  readonly json: boolean;
  readonly help: boolean;
  /** The value of an option that the command needs; throws naming it when absent. */
  required(name: string): string;
  optional(name: string): string | undefined;
}

const names = [
  'name',
  'plan',
  'org',
  'environment',
  'email',
  'role',
  'key',
  'after',
  'client-id',
  'default',
  'daily-limit',
  'wait-seconds',
  'env',
] as const;

/** Reads the command line. Secrets are never arguments: they would show in the list of processes. */
export function readArguments(argv: readonly string[]): AdminArguments {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
  const { values, positionals } = parseArgs({
    args: [...argv],
    options: { ...options, json: { type: 'boolean' as const }, help: { type: 'boolean' as const, short: 'h' } },
    allowPositionals: true,
  });
  const given = values as Readonly<Record<string, string | boolean | undefined>>;
  const optional = (name: string): string | undefined => {
    const value = given[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  return {
    command: positionals.join(' '),
    json: given['json'] === true,
    help: given['help'] === true,
    optional,
    required(name) {
      const value = optional(name);
      if (value === undefined) throw new Error(`${positionals.join(' ')} needs --${name}`);
      return value;
    },
  };
}
