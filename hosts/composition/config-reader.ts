import { isIP } from 'node:net';
import { meant } from '#core';

export type Environment = Readonly<Record<string, string | undefined>>;

type DatabaseConfig =
  | { readonly kind: 'sqlite'; readonly filename: string }
  | {
      readonly kind: 'postgres';
      readonly url: string;
      readonly directUrl?: string | undefined;
      readonly readUrl?: string | undefined;
    };

/** Names of the variables of further addresses of a PostgreSQL: past a pooler, and of a replica. */
type FurtherAddresses = Readonly<Record<'directUrl' | 'readUrl', string>>;

/**
 * What is wrong with the address of a PostgreSQL, without any of it: what stands before the last @ may be a password. An @
 * within a password is taken for what it is; the others end the host's name too early or begin another character.
 */
function postgresProblem(address: string): string | undefined {
  const [, credentials] = /^postgres(?:ql)?:\/\/(.*)@/s.exec(address) ?? [];
  const isEncoded = credentials === undefined || /^(?:[^/?#[\]\s%\\]|%[0-9a-f]{2})*$/i.test(credentials);
  if (isEncoded && URL.canParse(address)) return undefined;
  return (
    'user and password must be percent-encoded where they hold one of @ : / ? # [ ] % or a space: # is written %23. ' +
    'The form is postgres://user:password@host:5432/database; in a file .env a value with # needs quotes'
  );
}

/** This machine, to which plain text may go; an address of version 6 with and without brackets. */
export const ownHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]', '::1']);

export class ConfigReader {
  readonly #env: Environment;
  readonly #defaults: Environment;
  readonly #nameOf: (variable: string) => string;
  readonly #complaints: string[] = [];
  readonly #asked = new Set<string>();
  readonly production: boolean;

  /** `nameOf` returns the name that the user knows a variable by. */
  constructor(env: Environment, defaults: Environment, nameOf = (variable: string) => variable) {
    this.#env = env;
    this.#defaults = defaults;
    this.#nameOf = nameOf;
    this.production = this.oneOf('NODE_ENV', ['development', 'production', 'test'], 'development') === 'production';
  }

  complain(name: string, why: string): void {
    this.#complaints.push(`${this.#nameOf(name)}: ${why}`);
  }

  throwComplaints(): void {
    if (this.#complaints.length === 0) return;
    throw new Error(`the configuration is not usable:\n${this.#complaints.map((c) => `  ${c}`).join('\n')}`);
  }

  /** The given variables that nobody has read. */
  unknown(): readonly string[] {
    return Object.keys(this.#env).filter((name) => !this.#asked.has(name));
  }

  text(name: string): string | undefined {
    this.#asked.add(name);
    return this.#env[name]?.trim() || this.#defaults[name];
  }

  /** The fallback; production requires the variable. */
  whenAbsent<T>(name: string, fallback: T): T {
    if (this.production && this.text(name) === undefined) this.complain(name, 'is required in production');
    return fallback;
  }

  /** Returns the value if it is valid; else notes a complaint. */
  checked(name: string, isRight: (value: string) => boolean, why: string): string | undefined {
    const value = this.text(name);
    if (value === undefined || isRight(value)) return value;
    this.complain(name, why);
    return undefined;
  }

  oneOf<T extends string>(name: string, allowed: readonly T[], fallback: T): T {
    const value = this.checked(name, (one) => allowed.some((a) => a === one), `must be one of ${allowed.join(', ')}`);
    return (value ?? fallback) as T;
  }

  flag(name: string): boolean {
    const value = this.checked(name, (text) => /^(true|false|0|1)$/i.test(text), 'must be true or false');
    return /^(true|1)$/i.test(value ?? '');
  }

  integer(name: string, fallback: number, least: number, most: number): number {
    const isWithin = (text: string) => /^-?\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most;
    return Number(this.checked(name, isWithin, `must be a whole number from ${least} to ${most}`) ?? fallback);
  }

  /** Secrets are sent there: HTTPS in production, except on this machine. */
  safeUrl(name: string): string | undefined {
    const isUrl = (text: string) => /^https?:\/\//.test(text) && URL.canParse(text);
    const value = this.checked(name, isUrl, 'must be an absolute http or https address')?.replace(/\/+$/, '');
    if (value === undefined || !this.production) return value;
    const { protocol, hostname } = new URL(value);
    if (protocol !== 'https:' && !ownHosts.has(hostname)) this.complain(name, 'must be an https address in production');
    return value;
  }

  origins(name: string, fallback: readonly string[]): readonly string[] {
    const value = this.text(name);
    if (value === undefined) return this.whenAbsent(name, fallback);
    const entries = value.split(',').map((entry) => entry.trim());
    for (const entry of entries) {
      const anyPort = entry.endsWith(':*');
      const origin = anyPort ? entry.slice(0, -2) : entry;
      if (!URL.canParse(origin) || new URL(origin).origin !== origin) {
        this.complain(name, `${entry} is not an origin such as https://app.example.com`);
      } else if (anyPort && this.production) {
        this.complain(name, `${entry} stands for every port, which production does not allow`);
      }
    }
    return entries;
  }

  secret(name: string, leastLength: number): string | undefined {
    if (this.text(name) === undefined) return this.whenAbsent(name, undefined);
    const why = `must have at least ${leastLength} characters`;
    return this.checked(name, ({ length }) => length >= leastLength, why);
  }

  together<Key extends string>(names: Readonly<Record<Key, string>>): Readonly<Record<Key, string>> | undefined {
    const values = Object.entries<string>(names).map(([key, name]) => [key, this.text(name)] as const);
    if (values.every(([, value]) => value !== undefined)) return Object.fromEntries(values) as Record<Key, string>;
    const [first = '', ...others] = Object.values<string>(names);
    const rest = others.map(this.#nameOf).join(' and ');
    const isAnySet = values.some(([, value]) => value !== undefined);
    if (isAnySet) this.complain(first, `set it together with ${rest}, or none of them`);
    return undefined;
  }

  database(name: string, fallback: string, further: FurtherAddresses): DatabaseConfig {
    const value = this.text(name) ?? fallback;
    const isPostgres = (text: string) => /^postgres(ql)?:\/\//.test(text);
    const given = Object.entries(further).flatMap(([key, variable]) => {
      const address = this.text(variable);
      return address === undefined ? [] : [{ key, variable, address }];
    });
    for (const { variable, address } of [{ variable: name, address: value }, ...given]) {
      const wrong = isPostgres(address) ? postgresProblem(address) : undefined;
      if (wrong !== undefined) this.complain(variable, wrong);
    }
    for (const { variable, address } of given) {
      if (!isPostgres(address)) this.complain(variable, 'must be postgres://…');
      else if (!isPostgres(value)) this.complain(variable, `is only for a ${name} of PostgreSQL`);
    }
    if (isPostgres(value)) {
      return { kind: 'postgres', url: value, ...Object.fromEntries(given.map(({ key, address }) => [key, address])) };
    }
    if (value.startsWith('sqlite:') && value.length > 'sqlite:'.length) {
      return { kind: 'sqlite', filename: value.slice('sqlite:'.length) };
    }
    this.complain(name, 'must be sqlite:<file> or postgres://user:password@host:5432/database');
    return { kind: 'sqlite', filename: fallback };
  }

  cidrs(name: string): readonly string[] {
    const entries = (this.text(name) ?? '').split(',').map((entry) => entry.trim());
    const given = entries.filter((entry) => entry !== '');
    for (const entry of given) {
      const [address = '', bits = ''] = entry.split('/');
      const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
      const isRange = /^\d{1,3}$/.test(bits) && Number(bits) <= most;
      if (!isRange) this.complain(name, `${entry} is not a range such as 127.0.0.0/8`);
    }
    return given;
  }

  /** Some of `allowed`, separated by commas; `all` or `none` of them; `usual` if it is not set. */
  someOf<T extends string>(name: string, allowed: readonly T[], usual: readonly T[] = allowed): readonly T[] {
    const text = this.text(name);
    if (text === undefined) return usual;
    const words = text.split(',').map((word) => word.trim());
    if (words.length === 1 && words[0] === 'none') return [];
    for (const word of words) {
      if (word === 'all' || allowed.some((one) => one === word)) continue;
      const known = `must be all, none, or some of ${allowed.join(', ')}`;
      this.complain(name, word === 'none' ? 'none stands alone' : `${known}, not ${word}${meant(word, allowed)}`);
    }
    return allowed.filter((one) => words.includes('all') || words.includes(one));
  }

  /** Hosts separated by commas, each with an optional port or as `*.example.com`. */
  hosts(name: string): readonly string[] {
    const entries = (this.text(name) ?? '').split(',').map((entry) => entry.trim().toLowerCase());
    const given = entries.filter((entry) => entry !== '');
    for (const entry of given) {
      if (!/^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/.test(entry)) {
        this.complain(name, `${entry} is not a host such as books.example.com`);
      }
    }
    return given;
  }

  /** `true`, `false`, or address ranges separated by commas. */
  flagOrCidrs(name: string): boolean | readonly string[] {
    return this.text(name)?.includes('/') ? this.cidrs(name) : this.flag(name);
  }

  headerName(name: string): string | undefined {
    return this.checked(name, (text) => /^[A-Za-z0-9-]{1,64}$/.test(text), 'must be a header name');
  }

  developmentOnly<T>(name: string, value: T): T {
    if (this.production && this.text(name) !== undefined)
      this.complain(name, 'is for development and must not be set in production');
    return value;
  }
}
