// What an embedder says, brought into the configuration that every host has.
import path from 'node:path';
import type { PortOverrides } from '../composition/compose.ts';
import { type Config, configOf, offlineDefaults } from '../composition/config.ts';
import { ConfigReader } from '../composition/config-reader.ts';

type Retained = 'Operations' | 'Deliveries' | 'Excerpts' | 'Events' | 'Idempotency' | 'Notifications' | 'Audit';

/** An option is a variable of `.env.example` in camel case: what is left out has the default that is written there. */
export interface LedgerportOptions extends Readonly<Partial<Record<`retain${Retained}Days`, number>>> {
  /** `sqlite:<file>` or `postgres://…`. */
  readonly database: string;
  /**
   * `sandbox`: a ledger that imitates the provider, started in this process, with an organization to try it with ·
   * `xero`: the provider · the address of a sandbox ledger that another process serves.
   */
  readonly ledger: 'sandbox' | 'xero' | `http://${string}`;
  /** Where browsers and the provider reach `handler`, its prefix included. Default: `http://localhost:8080`. */
  readonly baseUrl?: string;
  /** Nothing is made up, and what is for development is refused. Default: whether NODE_ENV is `production`. */
  readonly production?: boolean;
  /** Brings the schema up to date. Default: of SQLite yes; of PostgreSQL no, because other processes may use it. */
  readonly migrate?: boolean;
  /** Holds the sandbox's books and, with SQLite outside production, secrets that were not given. Default: beside the SQLite file. */
  readonly dataDir?: string;
  /** `<id>:<32 bytes in base64>`, several by comma; the first encrypts. */
  readonly encryptionKeys?: string;
  /** This and the next: at least 32 characters. */
  readonly apiKeyPepper?: string;
  readonly sessionSecret?: string;
  /** Origins that a connect session may return to. Default outside production: `http://localhost` at any port. */
  readonly redirectOrigins?: readonly string[];
  /** Origins, beside that of `baseUrl`, whose pages may change things in the console. */
  readonly consoleOrigins?: readonly string[];
  /** Who is believed when it says how the client came: whoever connects, or who connects from these ranges. */
  readonly trustProxy?: boolean | readonly string[];
  /** The app at the provider by which organizations on the trial plan connect: all three or none. */
  readonly hostedAppClientId?: string;
  readonly hostedAppClientSecret?: string;
  readonly hostedAppWebhookKey?: string;
  readonly readOnly?: boolean;
  /** Webhooks may go by plain HTTP; for development. Default: whether the ledger is a sandbox. */
  readonly allowHttp?: boolean;
  /** Private address ranges that webhooks may go to; for development. Default with a sandbox: this machine. */
  readonly webhookAllowCidrs?: readonly string[];
  readonly logLevel?: Config['logLevel'];
  /** How many operations this process's worker runs at once. */
  readonly workerConcurrency?: number;
  readonly reconcileIntervalMinutes?: number;
  readonly reconcileAdaptive?: boolean;
  /** Requests a minute of one API key through this process's `handler`; 0 for as many as it likes. */
  readonly apiKeyRateLimit?: number;
  /** Where a sandbox that is started here listens. Default: any free port. */
  readonly sandboxPort?: number;
  /** Factories of ports of your own, in the place of the service's adapters: `{ log: () => myLog }`. */
  readonly ports?: PortOverrides;
}

const otherNames = { database: 'DATABASE_URL', ledger: 'LEDGER_PROFILE', production: 'NODE_ENV' } as const;
const secrets = ['ENCRYPTION_KEYS', 'API_KEY_PEPPER', 'SESSION_SECRET'];

/** Throws one Error that names every option that is wrong; values of secrets are never part of it. */
export function readOptions(given: LedgerportOptions): Config {
  if (typeof given !== 'object' || given === null) {
    throw new Error("createLedgerport needs options, such as { database: 'sqlite:./var/lp.db', ledger: 'sandbox' }");
  }
  const { ports, migrate, ...options } = given;
  const { database, ledger, production = process.env['NODE_ENV'] === 'production' } = options;
  const sandboxUrl = /^https?:\/\/\S/.test(ledger) ? ledger.replace(/\/+$/, '') : undefined;
  const said = { ...options, ledger: sandboxUrl === undefined ? ledger : 'sandbox' };
  const whole = Object.entries({ ...said, production: production ? 'production' : 'development' });
  const present = whole.filter(([, value]) => value !== undefined);
  const [, file = './var/ledgerport.db'] = /^sqlite:(?!:memory:)(.+)$/.exec(database) ?? [];
  const usual = { DATA_DIR: path.dirname(file), SANDBOX_PORT: '0' };
  const env = Object.fromEntries(present.map(([name, value]) => [variableOf(name), String(value)]));
  const defaults = production || said.ledger !== 'sandbox' ? usual : { ...usual, ...offlineDefaults };
  const read = new ConfigReader(env, defaults, nameOf);
  const config = configOf(read);
  for (const variable of read.unknown()) read.complain(variable, 'is no option');
  for (const name of ['database', 'ledger'] as const) if (!options[name]) read.complain(name, 'is required');
  if (production && ledger !== 'xero') read.complain('ledger', 'must be xero in production');
  if (!['undefined', 'boolean'].includes(typeof migrate)) read.complain('migrate', 'must be true or false');
  if (!['undefined', 'object'].includes(typeof ports)) read.complain('ports', 'must be an object of factories');
  // What one process made up, the others that use the database would not know.
  const missing = config.database.kind === 'postgres' && !production ? secrets : [];
  for (const name of missing) if (read.text(name) === undefined) read.complain(name, 'is required with PostgreSQL');
  read.throwComplaints();
  const migrates = migrate ?? config.database.kind === 'sqlite';
  return { ...config, migrates, sandboxUrl: sandboxUrl ?? config.sandboxUrl };
}

function variableOf(name: string): string {
  return otherNames[name as keyof typeof otherNames] ?? name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
}

function nameOf(variable: string): string {
  const [other] = Object.entries(otherNames).find(([, own]) => own === variable) ?? [];
  return other ?? variable.toLowerCase().replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
