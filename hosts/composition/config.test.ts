import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { expect } from 'chai';
import { readConfig } from './config.ts';

const complete = {
  NODE_ENV: 'production',
  BASE_URL: 'https://api.example.com/',
  DATABASE_URL: 'postgres://u:p@db.example.com/ledgerport',
  ENCRYPTION_KEYS: `k1:${'A'.repeat(43)}=`,
  API_KEY_PEPPER: 'p'.repeat(32),
  SESSION_SECRET: 's'.repeat(32),
  REDIRECT_ORIGINS: 'https://app.example.com, https://other.example.com',
  CONSOLE_ORIGINS: 'https://console.example.com',
  TRUST_PROXY: 'true',
};

const example = readFileSync('.env.example', 'utf8');
const uncommented = example.replace(/^#(?=[A-Z_]+=)/gm, '');

describe('configuration', () => {
  it('needs nothing in development', () => {
    const config = readConfig({});
    expect(config).to.include({ production: false, host: '127.0.0.1', port: 8080, baseUrl: 'http://localhost:8080' });
    expect(config.database).to.deep.equal({ kind: 'sqlite', filename: './var/ledgerport.db' });
    expect(config.ledger.profile).to.equal('sandbox');
  });

  it('serves a worker’s health on the loopback address only, and knows whether its port was chosen', () => {
    const { worker } = readConfig({});
    expect(worker).to.deep.equal({
      host: '127.0.0.1',
      port: 8081,
      portIsDefault: true,
      variable: 'WORKER_PORT',
      drainSeconds: 12,
      clockToleranceSeconds: 5,
    });
    expect(readConfig({ WORKER_PORT: '8081' }).worker).to.include({ port: 8081, portIsDefault: false });
    expect(readConfig({ WORKER_PORT: '0', WORKER_HOST: '::' }).worker).to.include({ port: 0, host: '::' });
    const metrics = { host: '127.0.0.1', port: 8082, portIsDefault: true, variable: 'METRICS_PORT' };
    expect(readConfig({}).metrics).to.deep.equal(metrics);
    expect(readConfig(complete).worker).to.include({ host: '127.0.0.1', clockToleranceSeconds: 5 });
  });

  it('sends e-mail where a server and a sender are named, and tells nothing of a wrong address', () => {
    expect(readConfig({}).mail).to.equal(undefined);
    const given = { SMTP_URL: 'smtps://user:p%40ss@mail.example.com', ALERTS_FROM: 'Ledgerport <alerts@example.com>' };
    expect(readConfig(given).mail).to.deep.equal({
      server: { host: 'mail.example.com', port: 465, secure: true, auth: { user: 'user', pass: 'p@ss' } },
      from: { name: 'Ledgerport', address: 'alerts@example.com' },
    });
    expect(messageOf({ SMTP_URL: given.SMTP_URL })).to.contain('SMTP_URL: set it together with ALERTS_FROM');
    const wrong = messageOf({ SMTP_URL: 'smtp://user:secret@', ALERTS_FROM: 'a@example.com, b@example.com' });
    for (const name of ['SMTP_URL', 'ALERTS_FROM']) expect(wrong).to.contain(`${name}: must be`);
    expect(wrong).not.to.contain('secret');
  });

  it('traces where a collector is named, by the standard variables', () => {
    expect(readConfig({}).telemetry).to.equal(undefined);
    const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };
    expect(readConfig(collector).telemetry).to.deep.equal({ parentBased: true, ratio: 1 });
    const none = { ...collector, OTEL_TRACES_SAMPLER: 'always_off' };
    expect(readConfig(none).telemetry).to.deep.equal({ parentBased: false, ratio: 0 });
    expect(readConfig({ ...collector, OTEL_SDK_DISABLED: 'true' }).telemetry).to.equal(undefined);
    const sampled = { ...collector, OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.25' };
    expect(readConfig(sampled).telemetry).to.deep.equal({ parentBased: false, ratio: 0.25 });
    const wrong = { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318', OTEL_TRACES_SAMPLER: 'some' };
    const message = messageOf({ ...wrong, OTEL_TRACES_SAMPLER_ARG: '2' });
    for (const name of [...Object.keys(wrong), 'OTEL_TRACES_SAMPLER_ARG'])
      expect(message).to.contain(`${name}: must be`);
  });

  it('has families followed hourly, never, or every 5 to 1,440 minutes', () => {
    expect(readConfig({}).followMinutes).to.equal(60);
    for (const minutes of [0, 5, 1_440])
      expect(readConfig({ FOLLOW_MINUTES: String(minutes) }).followMinutes).to.equal(minutes);
    for (const wrong of ['1', '4'])
      expect(messageOf({ FOLLOW_MINUTES: wrong })).to.contain('FOLLOW_MINUTES: must be 0, which is off');
    for (const wrong of ['-1', '1441', '7.5', 'hourly'])
      expect(messageOf({ FOLLOW_MINUTES: wrong })).to.contain('FOLLOW_MINUTES: must be');
  });

  it('lets the database follow the data folder', () => {
    expect(readConfig({ DATA_DIR: '/srv/lp' }).database).to.deep.equal({
      kind: 'sqlite',
      filename: '/srv/lp/ledgerport.db',
    });
  });

  it('asks to encode user and password where the address of a database would be read otherwise, and shows neither', () => {
    const secrets = [
      'Sup3r#Word',
      '12#Word',
      '12/Word',
      '12?Word',
      'a/b',
      'a%b',
      'a%zz',
      '50%',
      'a b',
      'a[b',
      'a]b',
      '#',
      '?',
      '%',
      '12/3@4',
      'x\\y',
    ];
    for (const secret of secrets) {
      for (const credentials of [`user:${secret}`, `${secret}:word`]) {
        const message = messageOf({ DATABASE_URL: `postgres://${credentials}@db.example.com:5432/lp` });
        expect(message, secret).to.contain('DATABASE_URL: user and password must be percent-encoded');
        const own = message.replace(/user and password must.*$/s, '');
        expect(own, secret).not.to.contain(secret).and.not.contain('db.example.com');
      }
    }
    // A # without quotes in .env ends the value there.
    expect(messageOf({ DATABASE_URL: 'postgres://lp:Sup3r' }))
      .to.contain('a value with # needs quotes')
      .and.not.contain('Sup3r');
    expect(messageOf({ DATABASE_URL: 'mysql://lp:Sup3r@db/lp' }))
      .to.contain('must be sqlite:<file>')
      .and.not.contain('Sup3r');
    for (const credentials of ['lp:a%23b%2Fc%40', 'lp:pässwörd!$&()*+,;=~', 'lp:a@b', 'lp:a:b', 'lp', '']) {
      const url = `postgres://${credentials}@db.example.com/lp`;
      expect(readConfig({ DATABASE_URL: url }).database, credentials).to.deep.equal({ kind: 'postgres', url });
    }
  });

  it('takes a complete production environment', () => {
    const config = readConfig(complete);
    expect(config).to.include({ production: true, host: '0.0.0.0', baseUrl: 'https://api.example.com' });
    expect(config.redirectOrigins).to.deep.equal(['https://app.example.com', 'https://other.example.com']);
    expect(config.ledger.profile).to.equal('xero');
  });

  it('names every wrong variable in one message', () => {
    const wrong = {
      ...complete,
      PORT: '70000',
      BASE_URL: 'nowhere',
      DATABASE_URL: 'mysql://x',
      API_KEY_PEPPER: 'short',
      REDIRECT_ORIGINS: 'https://app.example.com/path, http://localhost:*',
      LOG_LEVEL: 'loud',
      READ_ONLY: 'perhaps',
      LEDGER_TENANT_HEADER: 'not a header',
      HOSTED_APP_CLIENT_ID: 'alone',
      TLS_CERT_FILE: 'cert.pem',
      ALLOW_HTTP: 'true',
      WEBHOOK_ALLOW_CIDRS: '127.0.0.0/99',
      TRYTON_ALLOWED_HOSTS: 'books.example.com, https://x',
      LEDGER_CAPABILITIES: 'attachments,files',
      TEST_CLOCK_OFFSET_SECONDS: '5',
      RETAIN_EVENTS_DAYS: '0',
      RETAIN_AUDIT_DAYS: 'for ever',
      RETAIN_IDEMPOTENCY_DAYS: '31',
      TEST_CLOCK_TOLERANCE_SECONDS: '6',
      WORKER_PORT: '-1',
      WORKER_DRAIN_SECONDS: 'long',
    };
    const message = messageOf(wrong);
    for (const name of Object.keys(wrong).filter(
      (n) => wrong[n as keyof typeof wrong] !== complete[n as keyof typeof complete],
    )) {
      expect(message, name).to.contain(`${name}: `);
    }
  });

  it('switches on what is named of the provider, everything by default, and refuses other words', () => {
    const usual = ['attachments', 'credit_notes', 'items', 'tracking', 'history'];
    const later = ['reports', 'manual_journals', 'bank_transfers', 'repeating_invoices', 'provider_requests'];
    const everything = [...usual, ...later, 'bank_transactions'];
    const on = (LEDGER_CAPABILITIES?: string) => readConfig({ LEDGER_CAPABILITIES }).ledger.capabilities;
    for (const text of [undefined, '', 'all', 'history,all']) expect(on(text), text).to.deep.equal(everything);
    expect(on('none')).to.deep.equal([]);
    expect(on(' history , attachments,history')).to.deep.equal(['attachments', 'history']);
    expect(readConfig(complete).ledger.capabilities, 'in production').to.deep.equal(usual);
    const named = readConfig({ ...complete, LEDGER_CAPABILITIES: 'all' }).ledger.capabilities;
    expect(named, 'in production').to.deep.equal(everything);
    const atXero = readConfig({ NODE_ENV: 'development', LEDGER_PROFILE: 'xero' }).ledger.capabilities;
    expect(atXero, 'of the real provider').to.deep.equal(usual);
    const wrong = (text: string) => messageOf({ ...complete, LEDGER_CAPABILITIES: text });
    expect(wrong('atachments')).to.contain('LEDGER_CAPABILITIES: must be all, none, or some of attachments, ');
    expect(wrong('atachments')).to.contain('not atachments; did you mean attachments?');
    for (const text of ['none,items', 'bank_feeds', 'Items', ',', '__proto__']) {
      expect(wrong(text), text).to.contain('LEDGER_CAPABILITIES: ');
    }
  });

  it('keeps things for the days that are set, else for those of the contract', () => {
    expect(readConfig({}).retentionDays).to.deep.equal({
      ...{ operations: 90, deliveries: 90, excerpts: 30, events: 30, idempotency_keys: 30, notifications: 30 },
      ...{
        audit_entries: 400,
        exports: 1,
        provider_calls: 30,
        requests: 30,
        provider_requests: 90,
        connect_sessions: 7,
        schedule_ticks: 7,
        usage_events: 90,
        console_sessions: 7,
        sign_in_failures: 1,
      },
      ...{ look_alikes: 30, look_alike_locks: 1, agent_reservations: 7, agent_spend: 400 },
    });
    const set = {
      ...{
        RETAIN_OPERATIONS_DAYS: '31',
        RETAIN_DELIVERIES_DAYS: '2',
        RETAIN_EXCERPTS_DAYS: '3',
        RETAIN_EVENTS_DAYS: '4',
      },
      ...{ RETAIN_IDEMPOTENCY_DAYS: '5', RETAIN_NOTIFICATIONS_DAYS: '6', RETAIN_AUDIT_DAYS: '7' },
      ...{
        RETAIN_REQUESTS_DAYS: '14',
        RETAIN_EXPORTS_DAYS: '15',
        RETAIN_PROVIDER_REQUESTS_DAYS: '16',
        RETAIN_PROVIDER_CALLS_DAYS: '8',
        RETAIN_CONNECT_SESSIONS_DAYS: '9',
        RETAIN_SCHEDULE_TICKS_DAYS: '10',
      },
      ...{ RETAIN_USAGE_EVENTS_DAYS: '11', RETAIN_CONSOLE_SESSIONS_DAYS: '12', RETAIN_SIGN_IN_FAILURES_DAYS: '13' },
      ...{ RETAIN_LOOK_ALIKES_DAYS: '17', RETAIN_LOOK_ALIKE_LOCKS_DAYS: '18' },
      ...{ RETAIN_AGENT_RESERVATIONS_DAYS: '19', RETAIN_AGENT_SPEND_DAYS: '20' },
    };
    expect(readConfig(set).retentionDays).to.deep.equal({
      ...{ operations: 31, deliveries: 2, excerpts: 3, events: 4, idempotency_keys: 5, notifications: 6 },
      ...{
        audit_entries: 7,
        provider_calls: 8,
        requests: 14,
        exports: 15,
        provider_requests: 16,
        connect_sessions: 9,
        schedule_ticks: 10,
        usage_events: 11,
        console_sessions: 12,
        sign_in_failures: 13,
      },
      ...{ look_alikes: 17, look_alike_locks: 18, agent_reservations: 19, agent_spend: 20 },
    });
  });

  it('requires secrets, origins and HTTPS in production', () => {
    const message = messageOf({ NODE_ENV: 'production' });
    for (const name of [
      'BASE_URL',
      'ENCRYPTION_KEYS',
      'API_KEY_PEPPER',
      'SESSION_SECRET',
      'REDIRECT_ORIGINS',
      'CONSOLE_ORIGINS',
      'TLS_CERT_FILE',
    ]) {
      expect(message, name).to.contain(`${name}: `);
    }
  });

  it('sends nothing over plain HTTP in production, but to this machine', () => {
    const plain = { BASE_URL: 'http://api.example.com', LEDGER_TOKEN_URL: 'http://ledger.example.com/token' };
    const message = messageOf({ ...complete, ...plain });
    for (const name of Object.keys(plain)) expect(message, name).to.contain(`${name}: must be an https address`);
    const own = { LEDGER_API_URL: 'http://localhost:8090/api', LEDGER_TOKEN_URL: 'http://127.0.0.1:8090/token' };
    expect(readConfig({ ...complete, ...own }).ledger.apiUrl).to.equal(own.LEDGER_API_URL);
    expect(readConfig(plain).ledger.tokenUrl).to.equal(plain.LEDGER_TOKEN_URL);
  });

  it('serves the real ledger over plain HTTP only where development is asked for', () => {
    expect(messageOf({ LEDGER_PROFILE: 'xero' })).to.contain('NODE_ENV: set it to production');
    expect(messageOf({ LEDGER_PROFILE: 'xero', NODE_ENV: ' ' })).to.contain('NODE_ENV: set it to production');
    expect(readConfig({ LEDGER_PROFILE: 'xero', NODE_ENV: 'development' }).host).to.equal('127.0.0.1');
  });

  it('never prints the value of a secret', () => {
    expect(messageOf({ ...complete, API_KEY_PEPPER: 'hush-hush', SESSION_SECRET: 'whisper' })).to.not.match(
      /hush|whisper/,
    );
  });

  it('.env.example documents every variable that is read, and no other', () => {
    const read = new Set<string>();
    const env = new Proxy({}, { get: (_, name) => void read.add(String(name)) });
    readConfig(env);
    const documented = Object.keys(parseEnv(uncommented));
    expect([...read].sort()).to.deep.equal([...documented].sort());
  });

  it('.env.example tells the defaults, and copying it whole sets nothing', () => {
    expect(parseEnv(example)).to.deep.equal({});
    expect(readConfig(parseEnv(uncommented) as Record<string, string>)).to.deep.equal(readConfig({}));
  });

  it('an empty variable leaves a host’s own default, one that is set does not', () => {
    const [defaults, cidrs] = [{ WEBHOOK_ALLOW_CIDRS: '::1/128' }, '10.0.0.0/8'];
    expect(readConfig({ WEBHOOK_ALLOW_CIDRS: ' ' }, defaults).webhookAllowCidrs).to.deep.equal(['::1/128']);
    expect(readConfig({ WEBHOOK_ALLOW_CIDRS: cidrs }, defaults).webhookAllowCidrs).to.deep.equal([cidrs]);
  });

  it('takes PostgreSQL’s own address beside that of a pooler, and refuses one that cannot be meant, without its password', () => {
    const url = 'postgres://app:secret@pooler/books';
    const direct = 'postgres://app:secret@server/books';
    expect(readConfig({ DATABASE_URL: url, DATABASE_DIRECT_URL: direct }).database).to.deep.equal({
      ...{ kind: 'postgres', url, directUrl: direct },
    });
    expect(readConfig({ DATABASE_URL: url }).database).to.deep.equal({ kind: 'postgres', url });
    for (const env of [
      { DATABASE_URL: url, DATABASE_DIRECT_URL: 'https://app:secret@server' },
      { DATABASE_URL: url, DATABASE_DIRECT_URL: 'postgres://app:secret#1@server' },
      { DATABASE_DIRECT_URL: direct },
    ]) {
      expect(() => readConfig(env))
        .to.throw(/DATABASE_DIRECT_URL: /)
        .with.property('message')
        .that.does.not.include('secret');
    }
  });

  it('takes the address of a replica and what it may lack, and refuses what cannot be meant, without its password', () => {
    const url = 'postgres://app:secret@server/books';
    const readUrl = 'postgres://app:secret@standby/books';
    const both = { DATABASE_URL: url, DATABASE_READ_URL: readUrl };
    const config = readConfig({ ...both, READ_REPLICA_LAG_SECONDS: '30' });
    expect([config.database, config.readReplicaLagSeconds]).to.deep.equal([{ kind: 'postgres', url, readUrl }, 30]);
    expect(readConfig(both).readReplicaLagSeconds).to.equal(5);
    for (const [env, says] of [
      [{ ...both, READ_REPLICA_LAG_SECONDS: '2' }, /READ_REPLICA_LAG_SECONDS: must be a whole number from 3 to 3600/],
      [{ DATABASE_URL: url, DATABASE_READ_URL: 'https://app:secret@standby' }, /DATABASE_READ_URL: must be postgres/],
      [{ DATABASE_URL: url, DATABASE_READ_URL: 'postgres://app:secret#1@standby' }, /DATABASE_READ_URL: user and pass/],
      [{ DATABASE_READ_URL: readUrl }, /DATABASE_READ_URL: is only for a DATABASE_URL of PostgreSQL/],
    ] as const) {
      expect(() => readConfig(env), String(says))
        .to.throw(says)
        .with.property('message')
        .that.does.not.include('secret');
    }
  });

  it('stops at a database that went back, or goes on where that is wanted', () => {
    expect(readConfig({}).wentBack).to.equal('stop');
    expect(readConfig({ DATABASE_WENT_BACK: 'continue' }).wentBack).to.equal('continue');
    expect(() => readConfig({ DATABASE_WENT_BACK: 'yes' })).to.throw(
      /DATABASE_WENT_BACK: must be one of stop, continue/,
    );
  });
});

function messageOf(env: Readonly<Record<string, string>>): string {
  try {
    readConfig(env);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('the configuration was taken');
}
