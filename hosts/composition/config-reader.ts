import { isIP } from 'node:net';

export type Environment = Readonly<Record<string, string | undefined>>;

export type DatabaseConfig =
  | { readonly kind: 'sqlite'; readonly filename: string }
  | { readonly kind: 'postgres'; readonly url: string };

const ownHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Reads variables and collects what is wrong with them, so that one message can name them all. */
export class ConfigReader {
  readonly #env: Environment;
  readonly #defaults: Environment;
  readonly #complaints: string[] = [];
  readonly production: boolean;

  constructor(env: Environment, defaults: Environment) {
    this.#env = env;
    this.#defaults = defaults;
    this.production = this.oneOf('NODE_ENV', ['development', 'production', 'test'], 'development') === 'production';
  }

  complain(name: string, why: string): void {
    this.#complaints.push(`${name}: ${why}`);
  }

  throwComplaints(): void {
    if (this.#complaints.length === 0) return;
    throw new Error(`the configuration is not usable:\n${this.#complaints.map((c) => `  ${c}`).join('\n')}`);
  }

  text(name: string): string | undefined {
    return this.#env[name]?.trim() || this.#defaults[name];
  }

  /** The value of a variable that is not set; production requires it. */
  whenAbsent<T>(name: string, fallback: T): T {
    if (this.production && this.text(name) === undefined) this.complain(name, 'is required in production');
    return fallback;
  }

  oneOf<T extends string>(name: string, allowed: readonly T[], fallback: T): T {
    const value = this.text(name);
    if (value === undefined) return fallback;
    const found = allowed.find((a) => a === value);
    if (found === undefined) this.complain(name, `must be one of ${allowed.join(', ')}`);
    return found ?? fallback;
  }

  flag(name: string): boolean {
    const value = this.text(name)?.toLowerCase();
    if (value === undefined || value === 'false' || value === '0') return false;
    if (value !== 'true' && value !== '1') this.complain(name, 'must be true or false');
    return value === 'true' || value === '1';
  }

  integer(name: string, fallback: number, least: number, most: number): number {
    const value = this.text(name);
    if (value === undefined) return fallback;
    const number = /^-?\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
    if (number >= least && number <= most) return number;
    this.complain(name, `must be a whole number from ${least} to ${most}`);
    return fallback;
  }

  url(name: string): string | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    if (/^https?:\/\//.test(value) && URL.canParse(value)) return value.replace(/\/+$/, '');
    this.complain(name, 'must be an absolute http or https address');
    return undefined;
  }

  /** An address that secrets travel to: by HTTPS, unless it is this machine's own. */
  safeUrl(name: string): string | undefined {
    const value = this.url(name);
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
        this.complain(name, `${entry} admits every port, which production does not allow`);
      }
    }
    return entries;
  }

  secret(name: string, leastLength: number): string | undefined {
    const value = this.text(name);
    if (value === undefined) return this.whenAbsent(name, undefined);
    if (value.length < leastLength) this.complain(name, `must have at least ${leastLength} characters`);
    return value;
  }

  pair(first: string, second: string): { certFile: string; keyFile: string } | undefined {
    const certFile = this.text(first);
    const keyFile = this.text(second);
    if (certFile !== undefined && keyFile !== undefined) return { certFile, keyFile };
    if (certFile !== undefined || keyFile !== undefined)
      this.complain(first, `set it together with ${second}, or neither`);
    return undefined;
  }

  database(name: string, fallback: string): DatabaseConfig {
    const value = this.text(name) ?? fallback;
    if (/^postgres(ql)?:\/\//.test(value) && URL.canParse(value)) return { kind: 'postgres', url: value };
    if (value.startsWith('sqlite:') && value.length > 'sqlite:'.length) {
      return { kind: 'sqlite', filename: value.slice('sqlite:'.length) };
    }
    this.complain(name, 'must be sqlite:<file> or postgres://…');
    return { kind: 'sqlite', filename: fallback };
  }

  cidrs(name: string): readonly string[] {
    const entries = (this.text(name) ?? '').split(',').map((entry) => entry.trim());
    const given = entries.filter((entry) => entry !== '');
    for (const entry of given) {
      const [address = '', bits = ''] = entry.split('/');
      const family = isIP(address);
      const most = family === 6 ? 128 : 32;
      if (family === 0 || !/^\d{1,3}$/.test(bits) || Number(bits) > most) {
        this.complain(name, `${entry} is not a range such as 127.0.0.0/8`);
      }
    }
    return given;
  }

  /** `true`, `false`, or address ranges by comma. */
  flagOrCidrs(name: string): boolean | readonly string[] {
    return this.text(name)?.includes('/') ? this.cidrs(name) : this.flag(name);
  }

  headerName(name: string): string | undefined {
    const value = this.text(name);
    if (value === undefined || /^[A-Za-z0-9-]{1,64}$/.test(value)) return value;
    this.complain(name, 'must be a header name');
    return undefined;
  }

  developmentOnly<T>(name: string, value: T): T {
    if (this.production && this.text(name) !== undefined)
      this.complain(name, 'is for development and must not be set in production');
    return value;
  }
}
