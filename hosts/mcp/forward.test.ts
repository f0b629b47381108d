// The forwarder, in this process over streams and once as the command: the official client speaks through it as over HTTP.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { Client, type Transport } from '@modelcontextprotocol/client';
import { expect } from 'chai';
import type { JsonObject } from '#core';
import { until } from '../koa/testing/served-app.ts';
import { type Forwarding, forward } from './forward.ts';
import { type ServedMcp, serveMcp } from './testing/served-mcp.ts';
import { speaksTheProtocol } from './testing/speaks.ts';

/** A forwarder whose input the test writes, and whose lines it reads. */
function forwarding(options: Pick<Forwarding, 'url' | 'apiKey'> & Partial<Forwarding>) {
  const input = new PassThrough();
  const lines: string[] = [];
  const heard: ((line: string) => void)[] = [];
  const out = (line: string) => {
    lines.push(line);
    for (const hear of heard) hear(line);
  };
  const ended = forward({ input, out, userAgent: 'tests/1', ...options });
  return {
    input,
    lines,
    ended,
    hear: (next: (line: string) => void) => void heard.push(next),
    say: (message: object) => void input.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`),
    answers: () => lines.map((line) => JSON.parse(line) as JsonObject & { error?: { code: number; message: string } }),
  };
}

function transportOver(lines: ReturnType<typeof forwarding>): Transport {
  const transport: Transport = {
    async start() {
      lines.hear((line) => transport.onmessage?.(JSON.parse(line)));
    },
    async send(message) {
      lines.input.write(`${JSON.stringify(message)}\n`);
    },
    async close() {
      lines.input.end();
      await lines.ended;
      transport.onclose?.();
    },
  };
  return transport;
}

describe('the forwarder on stdio', () => {
  let service: ServedMcp;
  let key: string;
  before(async () => {
    service = await serveMcp();
    key = await service.agentKey();
  });
  after(() => service.close());

  for (const mode of ['legacy', 'auto'] as const) {
    it(`lets the official client speak as over HTTP (${mode})`, async () => {
      const client = new Client({ name: 'official', version: '2.4.0' }, { versionNegotiation: { mode } });
      await client.connect(transportOver(forwarding({ url: service.url, apiKey: key })));
      await speaksTheProtocol(client);
    });
  }

  it('writes one line of JSON for each request and nothing else, also where answers have line breaks in texts', async () => {
    const lines = forwarding({ url: `${service.url}/mcp/`, apiKey: key });
    lines.say({
      id: 'a',
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
    });
    lines.say({ method: 'notifications/initialized' });
    lines.say({ id: 2, method: 'tools/call', params: { name: 'list_companies', arguments: {} } });
    lines.say({
      id: 3,
      method: 'prompts/get',
      params: { name: 'chase_overdue', arguments: { connection_id: 'conn_1' } },
    });
    lines.input.end('\n');
    await lines.ended;
    expect(lines.lines.every((line) => !line.includes('\n'))).to.equal(true);
    expect(lines.answers().map(({ id }) => id)).to.have.members(['a', 2, 3]);
    expect(lines.answers().every((answer) => 'result' in answer)).to.equal(true);
  });

  it('answers what it cannot forward with an error that has the id of its request', async () => {
    const refused = forwarding({ url: service.url, apiKey: 'acct_test_nonsense' });
    refused.say({ id: 7, method: 'tools/list' });
    refused.say({ method: 'notifications/initialized' });
    refused.input.write('this is no JSON\n');
    refused.input.end();
    await refused.ended;
    expect(refused.answers().map(({ id, error }) => [id, error?.code])).to.have.deep.members([
      [7, -32001],
      [null, -32700],
    ]);
    const large = forwarding({ url: service.url, apiKey: key });
    large.say({ id: 8, method: 'tools/list', params: { filler: 'x'.repeat(1024 * 1024) } });
    large.input.end();
    await large.ended;
    expect(large.answers().map(({ id, error }) => [id, error?.code])).to.deep.equal([[8, -32004]]);
    const backend = forwarding({ url: service.url, apiKey: await service.secretOf(service.plane) });
    backend.say({ id: 9, method: 'tools/list' });
    backend.input.end();
    await backend.ended;
    expect(backend.answers()[0]).to.deep.include({ id: 9 });
    expect(backend.answers()[0]?.error?.code).to.equal(-32003);
  });

  it('tries a read once more when the way breaks, and never a call of a tool', async () => {
    const asked: string[] = [];
    const server = createServer((request) => {
      request.on('data', (part) => asked.push(String((JSON.parse(String(part)) as JsonObject)['method'])));
      request.on('end', () => request.socket.destroy());
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const lines = forwarding({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, apiKey: key });
    lines.say({ id: 1, method: 'tools/list' });
    lines.say({ id: 2, method: 'tools/call', params: { name: 'create_invoice', arguments: {} } });
    lines.input.end();
    await lines.ended;
    server.close();
    expect(asked.sort()).to.deep.equal(['tools/call', 'tools/list', 'tools/list']);
    const [first, second] = lines.answers().sort((a, b) => Number(a['id']) - Number(b['id']));
    expect([first?.error?.code, second?.error?.code]).to.deep.equal([-32005, -32005]);
    expect(second?.error?.message).to.include('same request_ref');
    expect(JSON.stringify(lines.lines)).not.to.include(key);
  });

  it('waits for open calls at the end of its input, and gives up after its grace', async () => {
    const server = createServer(() => {}).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const lines = forwarding({ url, apiKey: key, graceMs: 200 });
    lines.say({ id: 1, method: 'tools/list' });
    lines.input.end();
    await lines.ended;
    expect(lines.lines).to.deep.equal([]);
    server.closeAllConnections();
    server.close();
  });

  it('is the command ledgerport mcp, which prints nothing else and ends with its input', async () => {
    const env = { ...process.env, LEDGERPORT_API_KEY: key };
    const command = spawn(process.execPath, ['hosts/cli/checkout.js', 'mcp', '--url', service.url], { env });
    const out: string[] = [];
    command.stdout.on('data', (part) => out.push(String(part)));
    command.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })}\n`);
    await until(() => out.length > 0);
    command.stdin.end();
    const [code] = await once(command, 'exit');
    expect(code).to.equal(0);
    expect(JSON.parse(out.join(''))).to.deep.include({ id: 1, result: {} });
  });
});
