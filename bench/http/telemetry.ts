// What telemetry costs a cached list and a live read: the same build with requests that nobody measures, as it is without
// a collector, and with every request traced and exported.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listen } from '../../hosts/composition/listen.ts';
import { bar } from '../bars.ts';
import { inTurns, served } from './contender.ts';
import type { HttpOptions } from './options.ts';
import { type HttpStage, storeSample } from './stage.ts';
import { cellRow, inFlights, showCells } from './tables.ts';

const offMost = 1.05;

export async function benchTelemetry(stage: HttpStage, database: string, options: HttpOptions): Promise<void> {
  await storeSample(stage);
  const collector = createServer((request, response) => {
    request.resume();
    request.once('end', () => response.end('{}'));
  });
  await listen(collector, '127.0.0.1', 0);
  const { port } = collector.address() as AddressInfo;
  const { load, headers, connections, invoiceId } = stage;
  const hosts = {
    bare: await stage.startAnother({}, 'bare'),
    off: await stage.startAnother({}),
    on: await stage.startAnother({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` }),
  };
  const deeds: Readonly<Record<string, (id: string) => string>> = {
    'cached list': () => `${connections[0]?.id}/invoices?limit=50`,
    'live read': (id) => `${id}/invoices/${invoiceId}`,
  };
  for (const [deed, path] of Object.entries(deeds)) {
    const contender = (name: keyof typeof hosts) => {
      const urls = connections.map(({ id }) => `${hosts[name].url}/v1/connections/${path(id)}`);
      return served(name, { load, server: hosts[name].child }, { urls, headers });
    };
    const contenders = { bare: contender('bare'), off: contender('off'), on: contender('on') };
    for (const inFlight of inFlights) {
      const { bare, off, on } = await inTurns(contenders, inFlight, { ...options, warmUp: connections.length });
      const title = `${deed}, ${database}, ${inFlight} in flight`;
      showCells(`Telemetry: ${title}`, [
        cellRow('', 'not measured', bare),
        cellRow('', 'off', off),
        cellRow('', 'on', on),
      ]);
      bar(`${title}: CPU with tracing off of not measured`, off.cpuMicros / bare.cpuMicros, { most: offMost });
      console.log(`${title}: CPU with tracing on of off ${(on.cpuMicros / off.cpuMicros).toFixed(2)}`);
    }
  }
  for (const { child } of Object.values(hosts)) await child.end();
  collector.close();
}
