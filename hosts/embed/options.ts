// Turns an embedder's options into the configuration of every host.
import path from 'node:path';
import type { PortOverrides } from '../composition/compose.ts';
import { type Config, configOf, offlineDefaults } from '../composition/config.ts';
import { ConfigReader } from '../composition/config-reader.ts';

type Retained =
  | 'Operations'
  | 'Deliveries'
  | 'Excerpts'
  | 'Events'
  | 'Idempotency'
  | 'Notifications'
  | 'Audit'
  | 'Requests';

/** The variables of `.env.example` in camel case, with the same defaults. */
export interface LedgerportOptions extends Readonly<Partial<Record<`retain${Retained}Days`, number>>> {
  /** `sqlite:<file>` or `postgres://…`. */
  readonly database: string;
  /** `sandbox`: an imitation of the provider in this process · `xero` · the URL of another sandbox. */
  readonly ledger: 'sandbox' | 'xero' | `http://${string}`;
  /** The URL of `handler`, with its prefix. Default: `http://localhost:8080`. */
  readonly baseUrl?: string;
  /** Requires every secret and refuses development options. Default: true if NODE_ENV is `production`. */
  readonly production?: boolean;
  /** Migrates the schema. Default: true with SQLite, false with PostgreSQL, which other processes may use. */
  readonly migrate?: boolean;
  /** For the sandbox's books and generated secrets (SQLite outside production). Default: beside the SQLite file. */
  readonly dataDir?: string;
  /** `<id>:<32 bytes in base64>`, several separated by commas; the first encrypts. */
  readonly encryptionKeys?: string;
  /** This and `sessionSecret` have at least 32 characters. */
  readonly apiKeyPepper?: string;
  readonly sessionSecret?: string;
  /** Origins that connect sessions may return to. Default outside production: any port of `http://localhost`. */
  readonly redirectOrigins?: readonly string[];
  /** Origins other than `baseUrl`'s whose pages may make changes in the console. */
  readonly consoleOrigins?: readonly string[];
  /** Trusts X-Forwarded-Proto from every peer, or from peers in these ranges. */
  readonly trustProxy?: boolean | readonly string[];
  /** The app for organizations of the trial plan: all three or none. */
  readonly hostedAppClientId?: string;
  readonly hostedAppClientSecret?: string;
  readonly hostedAppWebhookKey?: string;
  /** What of the provider is offered, and asked for in consents. By default everything of a sandbox; of the real provider less (docs/going-live.md). */
  readonly ledgerCapabilities?: Config['ledger']['capabilities'] | 'all' | 'none';
  /** Hosts of Tryton servers that customers may connect: `books.example.com`, `*.example.com`. Default: none. */
  readonly trytonAllowedHosts?: readonly string[];
  readonly readOnly?: boolean;
  /** Adds the bodies of requests to the request log, masked and cut. */
  readonly logRequestBodies?: boolean;
  /** The most bytes of attachments that a connection may read in a UTC day; 500 MB by default. */
  readonly attachmentBytesPerDay?: number;
  /** Allows webhooks over plain HTTP, in development. Default: true with a sandbox. */
  readonly allowHttp?: boolean;
  /** Private ranges that webhooks may reach, in development. Default with a sandbox: this machine. */
  readonly webhookAllowCidrs?: readonly string[];
  /** `smtps://user:password@host:465` or `smtp://…:587`, with `alertsFrom`: alerts go by e-mail, too. */
  readonly smtpUrl?: string;
  /** `Ledgerport <alerts@example.com>`. */
  readonly alertsFrom?: string;
  readonly logLevel?: Config['logLevel'];
  /** PostgreSQL's own address, if `database` leads through a pooler by transaction (docs/deploy.md). */
  readonly databaseDirectUrl?: string;
  /** A standby of `database`, from which lists in the console, exports, search and usage are read (docs/deploy.md). */
  readonly databaseReadUrl?: string;
  /** What it may lack. Default: 5. */
  readonly readReplicaLagSeconds?: number;
  /** What happens when the database has lost commits that were seen (docs/operate.md). Default: `stop`. */
  readonly databaseWentBack?: Config['wentBack'];
  readonly workerConcurrency?: number;
  readonly reconcileIntervalMinutes?: number;
  readonly reconcileAdaptive?: boolean;
  /** Minutes between two walks of what no notification covers; 0 walks nothing. Default: 60. */
  readonly followMinutes?: number;
  /** Per API key and minute in this process; 0 is unlimited. */
  readonly apiKeyRateLimit?: number;
  /** Serves agents at `POST /mcp` of `handler`; needs the package @modelcontextprotocol/server. Default: false. */
  readonly mcpEnabled?: boolean;
  /** Origins of pages that may call `/mcp`. */
  readonly mcpOrigins?: readonly string[];
  /** Port of the sandbox in this process. Default: any free port. */
  readonly sandboxPort?: number;
  /** Your own ports in place of the service's adapters: `{ log: () => myLog }`. */
  readonly ports?: PortOverrides;
}

const otherNames = { database: 'DATABASE_URL', ledger: 'LEDGER_PROFILE', production: 'NODE_ENV' } as const;
const secrets = ['ENCRYPTION_KEYS', 'API_KEY_PEPPER', 'SESSION_SECRET'];

/** Throws one Error that names every wrong option, and no secret. */
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
  for (const variable of read.unknown()) read.complain(variable, 'is not an option');
  for (const name of ['database', 'ledger'] as const) if (!options[name]) read.complain(name, 'is required');
  if (production && ledger !== 'xero') read.complain('ledger', 'must be xero in production');
  if (!['undefined', 'boolean'].includes(typeof migrate)) read.complain('migrate', 'must be true or false');
  if (!['undefined', 'object'].includes(typeof ports)) read.complain('ports', 'must be an object of factories');
  // Other processes would not know generated secrets.
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
