// Reads the environment once; .env.example documents every variable.
import {
  attachmentBytesPerDay,
  defaultRetentionDays,
  followMinutesLeast,
  followMinutesMost,
  isMailAddress,
  type PurgeTarget,
  purgeTargets,
  type RetentionDays,
} from '#core';
import { parseKeyRing } from '../../adapters/crypto/index.ts';
import { ledgerCapabilities, usualCapabilities } from '../../adapters/ledger-http/index.ts';
import { type Mailbox, mailbox, type SmtpAddress, smtpAddress } from '../../adapters/mail-smtp/index.ts';
import { ConfigReader, type Environment } from './config-reader.ts';

export type Config = Readonly<ReturnType<typeof configOf>>;

/** Throws one Error that names every wrong variable and no secret. `defaults` replace unset or empty variables. */
export function readConfig(env: Environment, defaults: Environment = {}): Config {
  const read = new ConfigReader(env, defaults);
  const config = configOf(read);
  if (config.production && !config.tls && !config.trustProxy) {
    read.complain('TLS_CERT_FILE', 'set it with TLS_KEY_FILE, or TRUST_PROXY behind a proxy that terminates TLS');
  }
  if (config.ledger.profile === 'xero' && read.text('NODE_ENV') === undefined) {
    read.complain(
      'NODE_ENV',
      'set it to production, or to development for demo books over plain HTTP (LEDGER_PROFILE is xero)',
    );
  }
  read.throwComplaints();
  return config;
}

/** Allows webhooks to this machine over plain HTTP. Variables that are set win. */
export const offlineDefaults = { ALLOW_HTTP: 'true', WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8,::1/128', LOG_LEVEL: 'warn' };

/** Collects complaints in `read`. */
export function configOf(read: ConfigReader) {
  const { production } = read;
  const port = read.integer('PORT', 8080, 0, 65535);
  const sandboxPort = read.integer('SANDBOX_PORT', 8090, 0, 65535);
  const dataDir = read.text('DATA_DIR') ?? './var';
  return {
    production,
    host: read.text('HOST') ?? (production ? '0.0.0.0' : '127.0.0.1'),
    port,
    baseUrl: read.safeUrl('BASE_URL') ?? read.whenAbsent('BASE_URL', `http://localhost:${port}`),
    dataDir,
    database: read.database('DATABASE_URL', `sqlite:${dataDir}/ledgerport.db`, {
      directUrl: 'DATABASE_DIRECT_URL',
      readUrl: 'DATABASE_READ_URL',
    }),
    /** What a replica may lack. A shorter time would never be kept: its place is known once a second. */
    readReplicaLagSeconds: read.integer('READ_REPLICA_LAG_SECONDS', 5, 3, 3600),
    /** What happens when the database has lost commits that a process has seen. */
    wentBack: read.oneOf<'stop' | 'continue'>('DATABASE_WENT_BACK', ['stop', 'continue'], 'stop'),
    /** Production hosts start together and must not compete with an operator's migration. */
    migrates: !production,
    /** Undefined only outside production, where missing secrets are generated and stored. */
    encryptionKeys: keyRingConfig(read),
    apiKeyPepper: read.secret('API_KEY_PEPPER', 32),
    sessionSecret: read.secret('SESSION_SECRET', 32),
    redirectOrigins: read.origins('REDIRECT_ORIGINS', ['http://localhost', 'http://localhost:*']),
    consoleOrigins: read.origins('CONSOLE_ORIGINS', []),
    tls: read.together({ certFile: 'TLS_CERT_FILE', keyFile: 'TLS_KEY_FILE' }),
    /** The peers whose X-Forwarded-Proto is trusted: none, all, or those in these ranges. */
    trustProxy: read.flagOrCidrs('TRUST_PROXY'),
    http: httpConfig(read),
    mcp: mcpConfig(read),
    allowHttp: read.developmentOnly('ALLOW_HTTP', read.flag('ALLOW_HTTP')),
    readOnly: read.flag('READ_ONLY'),
    logLevel: read.oneOf('LOG_LEVEL', ['trace', 'debug', 'info', 'warn', 'error', 'silent'], 'info'),
    logFormat: read.oneOf<'json' | 'text'>('LOG_FORMAT', ['json', 'text'], 'json'),
    telemetry: telemetryConfig(read),
    metrics: asideConfig(read, 'METRICS', 8082),
    workerConcurrency: read.integer('WORKER_CONCURRENCY', 50, 1, 1000),
    worker: workerConfig(read),
    reconcileIntervalMinutes: read.integer('RECONCILE_INTERVAL_MINUTES', 15, 1, 1440),
    reconcileAdaptive: read.flag('RECONCILE_ADAPTIVE'),
    followMinutes: followConfig(read),
    retentionDays: retentionConfig(read),
    logRequestBodies: read.flag('LOG_REQUEST_BODIES'),
    attachmentBytesPerDay: read.integer('ATTACHMENT_BYTES_PER_DAY', attachmentBytesPerDay, 1, 1_000_000_000_000),
    webhookAllowCidrs: read.developmentOnly('WEBHOOK_ALLOW_CIDRS', read.cidrs('WEBHOOK_ALLOW_CIDRS')),
    mail: mailConfig(read),
    ledger: ledgerConfig(read),
    hostedApp: read.together({
      clientId: 'HOSTED_APP_CLIENT_ID',
      clientSecret: 'HOSTED_APP_CLIENT_SECRET',
      webhookKey: 'HOSTED_APP_WEBHOOK_KEY',
    }),
    trytonAllowedHosts: read.hosts('TRYTON_ALLOWED_HOSTS'),
    trytonPort: read.integer('TRYTON_PORT', 8100, 1, 65535),
    sandboxPort,
    sandboxUrl: `http://localhost:${sandboxPort}`,
    clockOffsetSeconds: testSeconds(read, 'TEST_CLOCK_OFFSET_SECONDS', 0, -10_000_000),
  };
}

function followConfig(read: ConfigReader): number {
  const minutes = read.integer('FOLLOW_MINUTES', 60, 0, followMinutesMost);
  if (minutes > 0 && minutes < followMinutesLeast)
    read.complain('FOLLOW_MINUTES', `must be 0, which is off, or ${followMinutesLeast} to ${followMinutesMost}`);
  return minutes;
}

/** Undefined: alerts go to webhooks only. The password never leaves the value. */
function mailConfig(read: ConfigReader): { readonly server: SmtpAddress; readonly from: Mailbox } | undefined {
  const given = read.together({ server: 'SMTP_URL', from: 'ALERTS_FROM' });
  if (!given) return undefined;
  const server = smtpAddress(given.server);
  const from = mailbox(given.from, isMailAddress);
  if (!server) {
    read.complain(
      'SMTP_URL',
      'must be smtp://user:password@host:587 or smtps://user:password@host:465, user and password percent-encoded or neither given',
    );
  }
  if (!from) read.complain('ALERTS_FROM', 'must be an e-mail address, or a name and <address>');
  return server && from && { server, from };
}

/** The text as given, if it parses. */
function keyRingConfig(read: ConfigReader): string | undefined {
  const given = read.secret('ENCRYPTION_KEYS', 1);
  try {
    if (given !== undefined) parseKeyRing(given);
  } catch (error) {
    read.complain('ENCRYPTION_KEYS', error instanceof Error ? error.message : String(error));
  }
  return given;
}

function testSeconds(read: ConfigReader, name: string, usual: number, least: number): number {
  return read.developmentOnly(name, read.integer(name, usual, least, 10_000_000));
}

export const httpDefaults = { connections: 4_096, requests: 500, keepAliveTimeoutMs: 65_000 };

function httpConfig(read: ConfigReader) {
  return {
    connections: read.integer('HTTP_MAX_CONNECTIONS', httpDefaults.connections, 16, 65_536),
    /** The most requests that run at once; further ones get 503. */
    requests: read.integer('HTTP_MAX_REQUESTS', httpDefaults.requests, 1, 10_000),
    /** Longer than load balancers keep idle connections, so that the balancers close them. */
    keepAliveTimeoutMs: read.integer('HTTP_KEEP_ALIVE_SECONDS', httpDefaults.keepAliveTimeoutMs / 1000, 1, 900) * 1000,
    /** Time for running requests after SIGTERM. */
    drainMs: read.integer('HTTP_DRAIN_SECONDS', 20, 0, 600) * 1000,
    /** Per API key and minute on this host; 0 is unlimited. */
    keyRequestsPerMinute: read.integer('API_KEY_RATE_LIMIT', 0, 0, 1_000_000),
  };
}

/** Undefined: nothing is served to agents. */
function mcpConfig(read: ConfigReader) {
  const origins = read.text('MCP_ORIGINS') === undefined ? [] : read.origins('MCP_ORIGINS', []);
  return read.flag('MCP_ENABLED') ? { origins } : undefined;
}

const samplers = ['always_on', 'always_off', 'traceidratio'].flatMap((name) => [name, `parentbased_${name}`]);

/** The exporter reads further variables of OpenTelemetry itself. Undefined: no tracing. */
function telemetryConfig(read: ConfigReader) {
  const isUrl = (text: string) => /^https?:\/\//.test(text) && URL.canParse(text);
  const endpoint = read.checked('OTEL_EXPORTER_OTLP_ENDPOINT', isUrl, 'must be an absolute http or https address');
  const sampler = read.oneOf('OTEL_TRACES_SAMPLER', samplers, 'parentbased_always_on');
  const isShare = (text: string) => /^(0|1|0?\.\d+|1\.0*)$/.test(text);
  const share = Number(read.checked('OTEL_TRACES_SAMPLER_ARG', isShare, 'must be a number from 0 to 1') ?? 1);
  const ratio = sampler.endsWith('traceidratio') ? share : Number(sampler.endsWith('on'));
  const isOff = read.flag('OTEL_SDK_DISABLED') || endpoint === undefined;
  return isOff ? undefined : { parentBased: sampler.startsWith('parentbased'), ratio };
}

export type AsideConfig = ReturnType<typeof asideConfig>;

function asideConfig(read: ConfigReader, name: 'WORKER' | 'METRICS', port: number) {
  const variable = `${name}_PORT`;
  return {
    host: read.text(`${name}_HOST`) ?? '127.0.0.1',
    /** 0: not served. */
    port: read.integer(variable, port, 0, 65535),
    /** True if the port was not chosen: when it is taken, nothing is served. */
    portIsDefault: read.text(variable) === undefined,
    variable,
  };
}

function workerConfig(read: ConfigReader) {
  return {
    ...asideConfig(read, 'WORKER', 8081),
    drainSeconds: read.integer('WORKER_DRAIN_SECONDS', 12, 0, 600),
    /** Longest distance from the database's clock. */
    clockToleranceSeconds: testSeconds(read, 'TEST_CLOCK_TOLERANCE_SECONDS', 5, 0),
  };
}

function ledgerConfig(read: ConfigReader) {
  const usual = read.production ? 'xero' : 'sandbox';
  const profile = read.oneOf<'sandbox' | 'xero'>('LEDGER_PROFILE', ['sandbox', 'xero'], usual);
  return {
    profile,
    apiUrl: read.safeUrl('LEDGER_API_URL'),
    authorizeUrl: read.safeUrl('LEDGER_AUTHORIZE_URL'),
    tokenUrl: read.safeUrl('LEDGER_TOKEN_URL'),
    connectionsUrl: read.safeUrl('LEDGER_CONNECTIONS_URL'),
    tenantHeader: read.headerName('LEDGER_TENANT_HEADER'),
    signatureHeader: read.headerName('LEDGER_SIGNATURE_HEADER'),
    /** What consents ask for, and what is offered of the first provider. */
    capabilities: read.someOf(
      'LEDGER_CAPABILITIES',
      ledgerCapabilities,
      profile === 'xero' ? usualCapabilities : ledgerCapabilities,
    ),
  };
}

const shortNames: Partial<Record<PurgeTarget, string>> = { idempotency_keys: 'idempotency', audit_entries: 'audit' };
const mostDays = 3650;

function retentionConfig(read: ConfigReader): RetentionDays {
  const days = purgeTargets.map((target) => {
    const usual = defaultRetentionDays[target];
    // While its key is stored, a repeated request is answered with the operation.
    const least = target === 'operations' ? defaultRetentionDays.idempotency_keys : 1;
    // docs/api.md promises that a key keeps its answer for this long.
    const most = target === 'idempotency_keys' ? usual : mostDays;
    const variable = `RETAIN_${(shortNames[target] ?? target).toUpperCase()}_DAYS`;
    return [target, read.integer(variable, usual, least, most)] as const;
  });
  return Object.fromEntries(days) as RetentionDays;
}
