// The HTTP host as `npm run start:http` runs it.
import { compose } from '../../hosts/composition/compose.ts';
import { readConfig } from '../../hosts/composition/config.ts';
import type { Environment } from '../../hosts/composition/config-reader.ts';
import { startHttp } from '../../hosts/koa/start-http.ts';
import { serveParent } from '../engine/serve-parent.ts';

const [given = '{}'] = process.argv.slice(2);
const graceMs = 2_000;

const { BENCH_REQUEST_LOG, ...env } = JSON.parse(given) as Environment;
const config = readConfig(env);
const unlogged = { requestJournal: () => ({ record: () => {} }) };
const composition = await compose(config, 'http', undefined, BENCH_REQUEST_LOG === 'off' ? unlogged : {});
const server = await startHttp(config, composition);

let began = process.cpuUsage();

serveParent({
  /** What it used of the processors since the last time that this was asked. */
  cpu: async () => {
    const { user, system } = process.cpuUsage(began);
    began = process.cpuUsage();
    return { cpuMs: (user + system) / 1000 };
  },
  close: async () => {
    await server.close(graceMs);
    await composition.close();
    return {};
  },
});
