import type { RequestListener } from 'node:http';
import { expect } from 'chai';
import { json, refusalOf, type ScriptedProvider, scriptedProvider, someId } from './testing/scripted-provider.ts';

const bounds = { connectTimeoutMs: 200, responseTimeoutMs: 200, totalTimeoutMs: 1000, maxBytes: 100_000 };
const pdf = { 'content-type': 'application/pdf' };

describe('documents as PDF', () => {
  let provider: ScriptedProvider;
  afterEach(() => provider.close());

  const rendered = async (script: Parameters<typeof scriptedProvider>[0]) => {
    provider = await scriptedProvider(script, { bounds });
    return provider.gateway.renderPdf(provider.access, 'invoices', someId);
  };
  const read = async (chunks: AsyncIterable<Uint8Array>) => {
    const parts: Uint8Array[] = [];
    for await (const chunk of chunks) parts.push(chunk);
    return Buffer.concat(parts).toString('latin1');
  };
  it('asks for the plain address and hands on the bytes', async () => {
    const chunks = await rendered({ status: 200, headers: pdf, body: '%PDF-1.7 …' });
    expect(await read(chunks)).to.contain('%PDF-1.7');
    expect(provider.received[0]).to.include({ method: 'GET', path: `/api.xro/2.0/Invoices/${someId}` });
    expect(provider.received[0]?.headers.accept).to.equal('application/pdf');
    expect(provider.reported).to.have.length(1);
    expect(provider.reported[0]).to.include({ status: 200, bytesIn: 12 });
  });

  const noDocument: readonly [string, Parameters<typeof scriptedProvider>[0]][] = [
    ['JSON', json({ Invoices: [] })],
    ['a PDF that says it is HTML', { status: 200, headers: { 'content-type': 'text/html' }, body: '%PDF-1.7' }],
  ];
  for (const [what, script] of noDocument) {
    it(`hands on nothing of ${what}`, async () => {
      const error = await refusalOf(rendered(script));
      expect(error.code).to.equal('PROVIDER_ERROR');
      expect(provider.reported).to.have.length(1);
    });
  }

  it('reads status before body', async () => {
    const error = await refusalOf(rendered({ status: 404, headers: { 'content-type': 'text/html' }, body: 'no' }));
    expect(error).to.include({ code: 'NOT_FOUND', message: 'no such invoice' });
  });

  it('fails when the document stalls, grows beyond its bound or breaks off, and reports each call once', async () => {
    const stall: RequestListener = (_request, response) => void response.writeHead(200, pdf).write('%PDF-1.7 begin');
    const grow: RequestListener = (_request, response) =>
      void response.writeHead(200, pdf).end(`%PDF-${'x'.repeat(200_000)}`);
    const breakOff: RequestListener = (_request, response) => {
      response.writeHead(200, { ...pdf, 'content-length': '5000' });
      response.write('%PDF-1.7 begin', () => setTimeout(() => response.destroy(), 20));
    };
    const codes: string[] = [];
    for (const listener of [stall, grow, breakOff]) {
      const work = rendered(listener).then(read);
      codes.push((await refusalOf(work)).code);
      expect(provider.reported).to.have.length(1);
      await provider.close();
    }
    expect(codes).to.eql(['PROVIDER_TIMEOUT', 'PROVIDER_ERROR', 'PROVIDER_UNAVAILABLE']);
  });

  it('lets go of the connection when its reader does', async () => {
    let closed = false;
    const endless: RequestListener = (_request, response) => {
      response.writeHead(200, pdf).write('%PDF-1.7');
      const timer = setInterval(() => response.write('x'), 10);
      response.on('close', () => {
        clearInterval(timer);
        closed = true;
      });
    };
    for await (const _chunk of await rendered(endless)) break;
    for (let i = 0; i < 100 && !closed; i++) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(closed).to.equal(true);
    expect(provider.reported).to.have.length(1);
  });

  it('asks nothing for what is no id', async () => {
    provider = await scriptedProvider(json({}));
    const work = provider.gateway.renderPdf(provider.access, 'invoices', 'INV-0001');
    expect((await refusalOf(work)).code).to.equal('NOT_FOUND');
    expect(provider.received).to.eql([]);
  });
});
