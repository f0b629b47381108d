// The worker as a process: what it refuses, what it reports, how it ends.
import { createServer, type Server } from 'node:net';
import { expect } from 'chai';
import { until } from '../../contract-tests/testing/until.ts';
import { answering } from '../../tests/walk/processes.ts';
import { workerProcesses } from './testing/worker-processes.ts';

describe('the worker process', () => {
  const { start, look, end } = workerProcesses();
  afterEach(end);

  it('serves health, readiness and metrics, and ends with 0 when it is told to', async () => {
    const { host, url } = await start({ WORKER_CONCURRENCY: '7', TEST_CLOCK_OFFSET_SECONDS: '3600' });
    await answering(host, `${url}/ready`);
    expect(JSON.parse((await look(`${url}/health`)).body)).to.deep.equal({ status: 'ok', holding: [] });
    const { body } = await look(`${url}/metrics`);
    for (const name of ['ledgerport_worker_slots 7', 'process_cpu_seconds_total', 'nodejs_eventloop_lag_seconds'])
      expect(body).to.contain(`\n${name}`);
    expect(body).to.match(/\nledgerport_queue_due\{lane="delivery"\} 0\n/);
    expect(body).to.match(/\nledgerport_webhook_endpoints_paused 0\n/);
    await host.kill('SIGTERM');
    expect(await host.exitCode()).to.equal(0);
  });

  it('refuses a port that was chosen and is taken, and goes without one that was not', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as { port: number };
    const { host } = await start({ WORKER_PORT: String(port) });
    expect(await host.exitCode()).to.equal(1);
    expect(host.output()).to.contain(`WORKER_PORT: 127.0.0.1:${port} is taken by another process\n`);
    await new Promise((resolve) => taken.close(resolve));

    // If another test's process has the port, it is taken as well.
    const usual = await listening(8081);
    const { host: other } = await start({ WORKER_PORT: '' });
    await until('a worker without health', () => other.output().includes('/metrics not served: WORKER_PORT') && 'told');
    await until('its start', () => other.output().includes('"working"') && 'told');
    await other.kill('SIGTERM');
    expect(await other.exitCode()).to.equal(0);
    if (usual) await new Promise((resolve) => usual.close(resolve));
  });
});

/** Resolves to undefined while another process has the port. */
function listening(port: number): Promise<Server | undefined> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}
