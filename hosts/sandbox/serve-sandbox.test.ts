import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { createSandboxLedger } from '../../adapters/ledger-sandbox/index.ts';
import { startHost } from '../../tests/walk/processes.ts';
import { type ServedSandbox, serveSandbox } from './serve-sandbox.ts';

const production = {
  ...{ NODE_ENV: 'production', BASE_URL: 'https://a.example', TRUST_PROXY: 'true', API_KEY_PEPPER: 'p'.repeat(32) },
  ...{ ENCRYPTION_KEYS: `k1:${btoa('k'.repeat(32))}`, SESSION_SECRET: 's'.repeat(32) },
  ...{ REDIRECT_ORIGINS: 'https://a.example', CONSOLE_ORIGINS: 'https://a.example' },
};

describe('sandbox host', () => {
  let served: ServedSandbox;
  beforeEach(async () => {
    served = await serveSandbox(createSandboxLedger(), { host: '127.0.0.1', port: 0 });
  });
  afterEach(() => served.close());

  const control = (path: string, body: object) =>
    fetch(`${served.url}/_sandbox/${path}`, { method: 'POST', body: JSON.stringify(body) });

  it('tells clients the address that it listens on', async () => {
    const discovery = await (await fetch(`${served.url}/.well-known/openid-configuration`)).json();
    expect(discovery).to.include({ issuer: served.url });
  });

  it('cuts the socket where a fault drops the answer', async () => {
    await control('faults', { match: { path: '/connections' }, action: { drop: 'after' } });
    const failure = await fetch(`${served.url}/connections`).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(TypeError);
    expect((await fetch(`${served.url}/connections`)).status).to.equal(401);
  });

  it('closes quickly while a request hangs', async () => {
    await control('faults', { action: { hang_ms: 60_000 } });
    const hanging = fetch(`${served.url}/connections`).catch(() => 'cut');
    const requests = async () =>
      (await (await fetch(`${served.url}/_sandbox/requests`)).json()) as { requests: unknown[] };
    await requests();
    const started = performance.now();
    await served.close();
    expect(await hanging).to.equal('cut');
    expect(performance.now() - started).to.be.below(10_000);
    served = await serveSandbox(createSandboxLedger(), { host: '127.0.0.1', port: 0 });
  });

  it('gives its books back when its port is taken', async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'ledgerport-books-'));
    const open = (port: number) => serveSandbox(createSandboxLedger({ dataDir }), { host: '127.0.0.1', port });
    const refusal = await open(Number(new URL(served.url).port)).catch(({ code }: NodeJS.ErrnoException) => code);
    expect(refusal).to.equal('EADDRINUSE');
    await (await open(0)).close();
    rmSync(dataDir, { recursive: true });
  });

  it('does not start in production, whatever the configuration', async () => {
    const refused = startHost('hosts/sandbox/main.ts', { ...production, SANDBOX_PORT: '0' });
    expect(await refused.exitCode()).to.equal(1);
    expect(refused.output()).to.equal(
      'the sandbox ledger is for development: anyone who reaches it can change its books\n',
    );
  });

  it('refuses a body beyond ten megabytes', async () => {
    const answer = await fetch(`${served.url}/connect/token`, {
      method: 'POST',
      body: Buffer.alloc(11 * 1024 * 1024),
    }).catch(() => undefined);
    expect([413, undefined]).to.include(answer?.status);
  });
});
