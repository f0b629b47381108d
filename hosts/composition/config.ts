// Reads the environment once; .env.example documents every variable.
import type { RetentionDays } from '#core';
import { ConfigReader } from './config-reader.ts';
import { type HttpConfig, httpConfig } from './http-config.ts';
import { retentionConfig } from './retention-config.ts';

export type DatabaseConfig =
  | { readonly kind: 'sqlite'; readonly filename: string }
  | { readonly kind: 'postgres'; readonly url: string };

export interface LedgerConfig {
  readonly profile: 'sandbox' | 'xero';
  readonly apiUrl: string | undefined;
  readonly authorizeUrl: string | undefined;
  readonly tokenUrl: string | undefined;
  readonly revokeUrl: string | undefined;
  readonly connectionsUrl: string | undefined;
  readonly tenantHeader: string | undefined;
  readonly signatureHeader: string | undefined;
}

/** Beside how many operations it runs at once. */
export interface WorkerConfig {
  /** Where health and metrics are served, over plain HTTP. */
  readonly host: string;
  /** 0 for nowhere. */
  readonly port: number;
  /** The port was not chosen: when another worker of this machine has it, this one goes without. */
  readonly portIsDefault: boolean;
  readonly drainSeconds: number;
  /** Of its memory; above it the worker claims nothing. */
  readonly memoryPercent: number;
  /** How far this host's clock may be from the database's. */
  readonly clockToleranceSeconds: number;
}

export interface Config {
  readonly production: boolean;
  readonly host: string;
  readonly port: number;
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly dataDir: string;
  readonly database: DatabaseConfig;
  /** Undefined only outside production, where missing secrets are made once and kept in the data folder. */
  readonly encryptionKeys: string | undefined;
  readonly apiKeyPepper: string | undefined;
  readonly sessionSecret: string | undefined;
  readonly redirectOrigins: readonly string[];
  readonly consoleOrigins: readonly string[];
  readonly tls: { readonly certFile: string; readonly keyFile: string } | undefined;
  /** Who is believed when it says how the client came: nobody, whoever connects, or who connects from these ranges. */
  readonly trustProxy: boolean | readonly string[];
  readonly http: HttpConfig;
  readonly allowHttp: boolean;
  readonly readOnly: boolean;
  readonly logLevel: string;
  readonly workerConcurrency: number;
  readonly worker: WorkerConfig;
  readonly reconcileIntervalMinutes: number;
  readonly retentionDays: RetentionDays;
  readonly webhookAllowCidrs: readonly string[];
  readonly ledger: LedgerConfig;
  readonly hostedApp:
    | { readonly clientId: string; readonly clientSecret: string; readonly webhookKey: string }
    | undefined;
  readonly sandboxPort: number;
  readonly clockOffsetSeconds: number;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Throws one Error naming every variable that is wrong; values of secrets are never part of it. `defaults`: what this
 * host takes for a variable that is not set or empty.
 */
export function readConfig(env: Environment, defaults: Environment = {}): Config {
  const read = new ConfigReader(env, defaults);
  const production = read.oneOf('NODE_ENV', ['development', 'production', 'test'], 'development') === 'production';
  const port = read.integer('PORT', 8080, 0, 65535);
  const dataDir = read.text('DATA_DIR') ?? './var';
  const config: Config = {
    production,
    host: read.text('HOST') ?? (production ? '0.0.0.0' : '127.0.0.1'),
    port,
    baseUrl:
      read.safeUrl('BASE_URL', production) ?? read.whenAbsent('BASE_URL', production, `http://localhost:${port}`),
    dataDir,
    database: read.database('DATABASE_URL', `sqlite:${dataDir}/ledgerport.db`),
    encryptionKeys: read.secret('ENCRYPTION_KEYS', production, 1),
    apiKeyPepper: read.secret('API_KEY_PEPPER', production, 32),
    sessionSecret: read.secret('SESSION_SECRET', production, 32),
    redirectOrigins: read.origins('REDIRECT_ORIGINS', production, ['http://localhost', 'http://localhost:*']),
    consoleOrigins: read.origins('CONSOLE_ORIGINS', production, []),
    tls: read.pair('TLS_CERT_FILE', 'TLS_KEY_FILE'),
    trustProxy: read.flagOrCidrs('TRUST_PROXY'),
    http: httpConfig(read),
    allowHttp: read.developmentOnly('ALLOW_HTTP', production, read.flag('ALLOW_HTTP')),
    readOnly: read.flag('READ_ONLY'),
    logLevel: read.oneOf('LOG_LEVEL', ['trace', 'debug', 'info', 'warn', 'error', 'silent'], 'info'),
    workerConcurrency: read.integer('WORKER_CONCURRENCY', 50, 1, 1000),
    worker: workerConfig(read, production),
    reconcileIntervalMinutes: read.integer('RECONCILE_INTERVAL_MINUTES', 15, 1, 1440),
    retentionDays: retentionConfig(read),
    webhookAllowCidrs: read.developmentOnly('WEBHOOK_ALLOW_CIDRS', production, read.cidrs('WEBHOOK_ALLOW_CIDRS')),
    ledger: ledgerConfig(read, production),
    hostedApp: hostedApp(read),
    sandboxPort: read.integer('SANDBOX_PORT', 8090, 0, 65535),
    clockOffsetSeconds: read.developmentOnly(
      'TEST_CLOCK_OFFSET_SECONDS',
      production,
      read.integer('TEST_CLOCK_OFFSET_SECONDS', 0, -10_000_000, 10_000_000),
    ),
  };
  if (production && !config.tls && !config.trustProxy) {
    read.complain('TLS_CERT_FILE', 'set it with TLS_KEY_FILE, or TRUST_PROXY behind a proxy that ends HTTPS');
  }
  read.throwComplaints();
  return config;
}

const clockToleranceSeconds = 5;

function workerConfig(read: ConfigReader, production: boolean): WorkerConfig {
  return {
    host: read.text('WORKER_HOST') ?? '127.0.0.1',
    port: read.integer('WORKER_PORT', 8081, 0, 65535),
    portIsDefault: read.text('WORKER_PORT') === undefined,
    drainSeconds: read.integer('WORKER_DRAIN_SECONDS', 12, 0, 600),
    memoryPercent: read.integer('WORKER_MEMORY_PERCENT', 85, 10, 100),
    clockToleranceSeconds: read.developmentOnly(
      'TEST_CLOCK_TOLERANCE_SECONDS',
      production,
      read.integer('TEST_CLOCK_TOLERANCE_SECONDS', clockToleranceSeconds, 0, 10_000_000),
    ),
  };
}

function ledgerConfig(read: ConfigReader, production: boolean): LedgerConfig {
  return {
    profile: read.oneOf('LEDGER_PROFILE', ['sandbox', 'xero'], production ? 'xero' : 'sandbox'),
    apiUrl: read.safeUrl('LEDGER_API_URL', production),
    authorizeUrl: read.safeUrl('LEDGER_AUTHORIZE_URL', production),
    tokenUrl: read.safeUrl('LEDGER_TOKEN_URL', production),
    revokeUrl: read.safeUrl('LEDGER_REVOKE_URL', production),
    connectionsUrl: read.safeUrl('LEDGER_CONNECTIONS_URL', production),
    tenantHeader: read.headerName('LEDGER_TENANT_HEADER'),
    signatureHeader: read.headerName('LEDGER_SIGNATURE_HEADER'),
  };
}

function hostedApp(read: ConfigReader): Config['hostedApp'] {
  const clientId = read.text('HOSTED_APP_CLIENT_ID');
  const clientSecret = read.text('HOSTED_APP_CLIENT_SECRET');
  const webhookKey = read.text('HOSTED_APP_WEBHOOK_KEY');
  if (clientId !== undefined && clientSecret !== undefined && webhookKey !== undefined) {
    return { clientId, clientSecret, webhookKey };
  }
  if (clientId !== undefined || clientSecret !== undefined || webhookKey !== undefined) {
    read.complain(
      'HOSTED_APP_CLIENT_ID',
      'set it together with HOSTED_APP_CLIENT_SECRET and HOSTED_APP_WEBHOOK_KEY, or none of them',
    );
  }
  return undefined;
}
