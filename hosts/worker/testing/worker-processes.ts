import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort, type HostProcess, startHost } from '../../../tests/walk/processes.ts';

type Env = Readonly<Record<string, string>>;

/** Workers as processes, which `end` stops. */
export function workerProcesses() {
  const hosts: HostProcess[] = [];
  const folders: string[] = [];
  return {
    async start(env: Env): Promise<{ host: HostProcess; url: string }> {
      const port = await freePort();
      const dataDir = mkdtempSync(path.join(tmpdir(), 'ledgerport-worker-'));
      folders.push(dataDir);
      const own = { DATA_DIR: dataDir, WORKER_PORT: String(port), WORKER_DRAIN_SECONDS: '1' };
      const host = startHost('hosts/worker/main.ts', { ...own, ...env });
      hosts.push(host);
      return { host, url: `http://127.0.0.1:${port}` };
    },
    async look(url: string): Promise<{ status: number; body: string }> {
      const response = await fetch(url);
      return { status: response.status, body: await response.text() };
    },
    async end(): Promise<void> {
      await Promise.all(hosts.splice(0).map((host) => host.kill('SIGKILL')));
      for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
    },
  };
}
