import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { expect } from 'chai';
import { openTelemetry, type TelemetryOptions } from './otlp-export.ts';

const problems: string[] = [];
const options: TelemetryOptions = {
  serviceName: 'ledgerport-test',
  version: '1.2.3',
  ratio: 1,
  parentBased: true,
  onProblem: (what) => problems.push(what),
};

describe('export by OTLP', () => {
  const variables = { OTEL_EXPORTER_OTLP_ENDPOINT: '', OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=here' };
  before(() => Object.assign(process.env, variables));
  after(() => {
    for (const name of Object.keys(variables)) delete process.env[name];
  });

  it('says which packages to install where they are missing', async () => {
    const missing = () => Promise.reject(new Error("Cannot find package '@opentelemetry/sdk-trace'"));
    const error: unknown = await openTelemetry(options, missing).catch((thrown: unknown) => thrown);
    const install = 'npm install @opentelemetry/sdk-trace @opentelemetry/resources';
    expect(String(error)).to.contain('OTEL_EXPORTER_OTLP_ENDPOINT is set').and.contain(install);
  });

  it('sends what is left when it closes, under the names of the service and of the standard variables', async () => {
    const bodies: unknown[] = [];
    const collector = createServer(async (request, response) => {
      bodies.push(request.url, await json(request));
      response.end('{}');
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => collector.once('listening', resolve));
    process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
    const { tracing, close } = await openTelemetry(options);
    tracing.span('one', {}, () => {});
    await close();
    collector.close();
    expect(bodies[0]).to.equal('/v1/traces');
    const told = JSON.stringify(bodies[1]);
    for (const text of ['"one"', '"ledgerport-test"', '"1.2.3"', '"deployment.environment.name"', '"here"']) {
      expect(told).to.contain(text);
    }
  });

  it('ends in time where no collector answers', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const { tracing, close } = await openTelemetry(options);
    tracing.span('lost', {}, () => {});
    const startedMs = performance.now();
    await close();
    expect(performance.now() - startedMs).to.be.below(10_000);
    silent.closeAllConnections();
    silent.close();
  });
});
