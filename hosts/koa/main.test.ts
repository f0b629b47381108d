import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
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
});
