import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { until } from '../../contract-tests/testing/until.ts';
import { freePort, type HostProcess, startHost } from '../../tests/walk/processes.ts';

describe('the HTTP host as a process', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ledgerport-http-'));
  let host: HostProcess | undefined;
  after(async () => {
    await host?.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  it('takes its own port before that of the metrics', async () => {
    const port = String(await freePort());
    host = startHost('hosts/koa/main.ts', { DATA_DIR: folder, PORT: port, METRICS_PORT: port });
    expect(await host.exitCode()).to.equal(1);
    expect(host.output()).to.contain(`METRICS_PORT: 127.0.0.1:${port} is taken`);
  });

  it('names the variables of an address that is none', async () => {
    host = startHost('hosts/koa/main.ts', { DATA_DIR: folder, PORT: '0', METRICS_PORT: '0', HOST: '300.1.1.1' });
    expect(await host.exitCode()).to.equal(1);
    expect(host.output()).to.match(/300\.1\.1\.1; choose another by HOST, METRICS_HOST or WORKER_HOST$/m);
  });

  it('starts when the exporter of traces does not like a variable of its own, and says so', async () => {
    const telemetry = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', OTEL_EXPORTER_OTLP_TIMEOUT: 'abc' };
    const started = startHost('hosts/koa/main.ts', { DATA_DIR: folder, PORT: '0', METRICS_PORT: '0', ...telemetry });
    host = started;
    await until('a host', async () => started.output().includes('"msg":"listening"'), 60_000);
    expect(started.output()).to.match(/"problem":".*OTEL_EXPORTER_OTLP_TIMEOUT/);
  });
});
