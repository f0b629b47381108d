import { readFileSync } from 'node:fs';
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

describe('configuration', () => {
  it('needs nothing in development', () => {
    const config = readConfig({});
    expect(config).to.include({ production: false, host: '127.0.0.1', port: 8080, baseUrl: 'http://localhost:8080' });
    expect(config.database).to.deep.equal({ kind: 'sqlite', filename: './var/ledgerport.db' });
    expect(config.ledger.profile).to.equal('sandbox');
  });

  it('lets the database follow the data folder', () => {
    expect(readConfig({ DATA_DIR: '/srv/lp' }).database).to.deep.equal({
      kind: 'sqlite',
      filename: '/srv/lp/ledgerport.db',
    });
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
      TEST_CLOCK_OFFSET_SECONDS: '5',
    };
    const message = messageOf(wrong);
    for (const name of Object.keys(wrong).filter(
      (n) => wrong[n as keyof typeof wrong] !== complete[n as keyof typeof complete],
    )) {
      expect(message, name).to.contain(`${name}: `);
    }
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

  it('never prints the value of a secret', () => {
    expect(messageOf({ ...complete, API_KEY_PEPPER: 'hush-hush', SESSION_SECRET: 'whisper' })).to.not.match(
      /hush|whisper/,
    );
  });

  it('.env.example documents every variable that is read, and no other', () => {
    const read = new Set<string>();
    const env = new Proxy({}, { get: (_, name) => void read.add(String(name)) });
    readConfig(env);
    const documented = [...readFileSync('.env.example', 'utf8').matchAll(/^([A-Z_]+)=/gm)].map((match) => match[1]);
    expect([...read].sort()).to.deep.equal([...documented].sort());
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
