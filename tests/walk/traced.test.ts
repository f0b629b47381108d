// One invoice as an operator sees it: traced from the request to the delivery through two processes, and measured.
import { randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { until } from '../../contract-tests/testing/until.ts';
import { findIn } from './canary-scan.ts';
import { type CanaryWorld, openCanaryWorld } from './canary-world.ts';
import { connected, textAt } from './client.ts';
import { type Collector, startCollector } from './collector.ts';
import { freePort, type HostProcess } from './processes.ts';

const word = (name: string) => `cAnary${name}${randomBytes(12).toString('hex')}`;

describe('an automation, traced and measured, HTTP host and worker', () => {
  const caller = { traceId: randomBytes(16).toString('hex'), spanId: randomBytes(8).toString('hex') };
  const words = { contact: word('Contact'), line: word('Line'), key: word('Key'), path: word('Path') };
  const delivered: IncomingHttpHeaders[] = [];
  let collector: Collector;
  let world: CanaryWorld;
  let http: HostProcess;
  let receiver: Server;
  let metricsUrl: string;
  let signingSecret: string;
  let connectionId: string;

  before(async () => {
    collector = await startCollector();
    const metricsPort = String(await freePort());
    metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
    const telemetry = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_RESOURCE_ATTRIBUTES: 'site=here' };
    world = await openCanaryWorld('SQLite', telemetry);
    http = await world.startHttp({ METRICS_PORT: metricsPort });
    receiver = createServer((request, response) => {
      delivered.push(request.headers);
      request.resume();
      response.end();
    }).listen(0, '127.0.0.1');
  });
  after(async () => {
    await world?.stop();
    collector?.close();
    receiver?.close();
  });

  const start = (connectionId: string, traceparent: string, key: string = randomUUID()) =>
    world.client.call(
      'POST',
      '/v1/automations',
      {
        connection_id: connectionId,
        recipe: 'invoice.create_with_contact',
        input: {
          contact: { name: words.contact },
          invoice: {
            due_date: '2030-01-31',
            line_items: [{ description: words.line, quantity: 1, unit_amount: 50, account_code: '200' }],
          },
        },
      },
      { 'idempotency-key': `${words.key}-${key}`, traceparent },
    );

  it('is one trace, which the caller began and the receiver is told of', async () => {
    const { client, sandbox } = world;
    const [tenantId = ''] = await sandbox.tenants();
    connectionId = await connected(client, sandbox, { externalAccountId: 'traced-1', tenantIds: [tenantId] });
    const endpoint = await client.expecting(201, 'POST', '/v1/webhook-endpoints', {
      url: `http://localhost:${(receiver.address() as AddressInfo).port}/${words.path}`,
      event_types: ['automation.succeeded'],
      send_traceparent: true,
    });
    signingSecret = textAt(endpoint, 'data.signing_secret');
    const made = await start(connectionId, `00-${caller.traceId}-${caller.spanId}-01`, 'first');
    expect(made.status, JSON.stringify(made.body)).to.equal(202);
    const headers = await until('the delivery', () => delivered[0], 20_000);
    const { traceId } = caller;
    const sent = await collector.waitFor('webhook.send', traceId);
    expect(headers['traceparent']).to.equal(`00-${traceId}-${sent.spanId}-01`);
    // From the delivery back to the caller.
    const way: string[] = [];
    for (let at: string | undefined = sent.spanId; at !== undefined && at !== caller.spanId; ) {
      const id: string = at;
      const span = await until(`span ${id}`, () => collector.spans.find(({ spanId }) => spanId === id), 20_000);
      way.unshift(`${span.service} ${span.name}`);
      at = span.parentSpanId;
    }
    expect(way).to.deep.equal([
      'ledgerport-http POST /v1/automations',
      'ledgerport-http automations.create',
      'ledgerport-worker attempt automation.invoice.create_with_contact',
      'ledgerport-worker attempt webhook.deliver',
      'ledgerport-worker webhook.send',
    ]);
    expect(http.output()).to.contain(`"trace_id":"${traceId}"`);
  });

  it('shows the steps and the calls to the provider, by templates', async () => {
    const call = await collector.waitFor('provider PUT /Invoices', caller.traceId);
    expect(call).to.deep.include({ kind: 3, isError: false, service: 'ledgerport-worker' });
    const { 'http.response.status_code': status, ...attributes } = call.attributes;
    expect(Number(status)).to.equal(200);
    expect(attributes).to.include({ 'http.request.method': 'PUT', 'url.template': '/Invoices' });
    const steps = collector.spans.filter(({ name, traceId }) => name === 'step' && traceId === caller.traceId);
    expect(steps.map(({ attributes: { 'ledgerport.step': step } }) => step)).to.include.members(['find_contact']);
    expect(steps.map(({ spanId }) => spanId)).to.include(call.parentSpanId);
  });

  it('begins a trace of its own where the caller’s is none', async () => {
    const answer = await start('conn_01jd9x8fbee5wv1tzd4nq6c2m7', `00-${'0'.repeat(32)}-${caller.spanId}-01`);
    expect(answer.status).to.equal(404);
    const requestId = String(answer.headers.get('x-request-id'));
    const ofRequest = () => collector.spans.find(({ attributes }) => attributes['ledgerport.request_id'] === requestId);
    const span = await until('its span', ofRequest, 20_000);
    expect([span.traceId, span.parentSpanId]).not.to.include.members([caller.traceId, caller.spanId]);
    expect(span.attributes).to.include({ 'http.route': '/v1/automations', 'ledgerport.code': 'NOT_FOUND' });
    expect(span.isError).to.equal(false);
  });

  it('is counted: requests by route and calls by status on the one, events and work on the other', async () => {
    await world.client.call('GET', `/${words.path}`);
    const text = await (await fetch(metricsUrl)).text();
    const requests = 'ledgerport_http_requests_total{method=';
    expect(text).to.contain(`${requests}"POST",route="/v1/automations",status="202"} 1\n`);
    expect(text).to.contain(`${requests}"GET",route="unmatched",status="404"} 1\n`);
    expect(text).to.contain('ledgerport_http_request_seconds_count{method="POST",route="/v1/automations"} 2\n');
    expect(text).to.contain('ledgerport_http_requests_in_flight 0\n');
    expect(text).to.match(/ledgerport_build_info\{version="\d+\.\d+\.\d+"\} 1\n/);
    expect(text).to.match(/ledgerport_database_connections\{state="(used|free)"\} 1\n/);
    expect(findIn('the metrics', text, [...Object.values(words), world.apiKey])).to.deep.equal([]);
    const worked = await world.metrics();
    expect(worked).to.contain('ledgerport_events_total{type="automation.succeeded"} 1\n');
    expect(worked).to.match(/ledgerport_provider_call_seconds_count\{status="200"\} [1-9]/);
  });

  it('is linked from the trace of a request that comes again under its key', async () => {
    const again = randomBytes(16).toString('hex');
    const made = await start(connectionId, `00-${again}-${caller.spanId}-01`, 'first');
    expect(made.headers.get('idempotent-replayed')).to.equal('true');
    const { links } = await collector.waitFor('automations.create', again);
    const first = await collector.waitFor('automations.create', caller.traceId);
    expect(links).to.deep.equal([{ traceId: caller.traceId, spanId: first.spanId }]);
  });

  it('exports what is left at its end, and has told nothing that is secret', async () => {
    await world.client.call('GET', `/v1/connections?external_account_id=${words.key}`);
    const before = collector.spans.length;
    await http.kill('SIGTERM');
    expect(await http.exitCode()).to.equal(0);
    expect(collector.spans.slice(before).map(({ name }) => name)).to.include('GET /v1/connections');
    const secrets = [world.apiKey, signingSecret, 'cAnaryClientSecret4711', ...Object.values(words)];
    expect(findIn('the collector', collector.heard(), secrets)).to.deep.equal([]);
    expect(findIn('the collector', collector.heard(), ['here'])).to.have.length(1);
  });
});
