// Long answers are compressed where the client asks, but none that contains a secret.
import { get as httpGet, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import { routes } from './routes/routes.ts';
import { apiKey, connectionId } from './testing/sample-values.ts';
import { type ServedApp, serveApp } from './testing/served-app.ts';

interface Raw {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

const long = `https://app.example.com/${'a'.repeat(2_000)}`;
const decoders = { br: brotliDecompressSync, gzip: gunzipSync };

describe('an answer', () => {
  let app: ServedApp;
  before(async () => {
    app = await serveApp();
  });
  after(() => app.close(0));

  const raw = (path: string, headers: Record<string, string> = {}) =>
    new Promise<Raw>((resolve, reject) => {
      httpGet(app.url + path, { headers: { Authorization: `Bearer ${apiKey}`, ...headers } }, async (answer) => {
        resolve({ status: answer.statusCode, headers: answer.headers, bytes: await buffer(answer) });
      }).on('error', reject);
    });

  for (const coding of ['br', 'gzip'] as const) {
    it(`above 1 kB is compressed by ${coding} where the client asks, and says the same`, async () => {
      const path = `/v1/connections/${connectionId}/invoices`;
      const [plain, packed] = [await raw(path), await raw(path, { 'Accept-Encoding': coding })];
      expect(plain.bytes.length).to.be.greaterThan(1024);
      expect(plain.headers).to.not.have.property('content-encoding');
      expect(packed.headers).to.include({ 'content-encoding': coding, vary: 'Accept-Encoding' });
      expect(packed.headers['content-length']).to.equal(String(packed.bytes.length));
      expect(packed.bytes.length).to.be.lessThan(plain.bytes.length);
      expect(JSON.parse(String(decoders[coding](packed.bytes)))).to.deep.equal(JSON.parse(String(plain.bytes)));
    });
  }

  it('of 1 kB or less is not', async () => {
    const { headers } = await raw('/v1/providers', { 'Accept-Encoding': 'br, gzip' });
    expect(Number(headers['content-length'])).to.be.lessThan(1024);
    expect(headers).to.not.have.property('content-encoding');
  });

  it('that shows a secret beside what the caller chose is not', async () => {
    const { createEndpoint } = app.core.webhooks;
    const create: typeof createEndpoint = async (...given) => {
      const { value, replayed } = await createEndpoint(...given);
      return { value: { ...value, endpoint: { ...value.endpoint, url: long } }, replayed };
    };
    Object.assign(app.core.webhooks, { createEndpoint: create });
    const body = { url: long, event_types: ['invoice.paid'] };
    const answer = await app.call('POST', '/v1/webhook-endpoints', {
      body,
      headers: { 'Accept-Encoding': 'br, gzip' },
    });
    const text = await answer.text();
    expect([text.includes('signing_secret'), text.length > 1024, answer.headers.get('content-encoding')]).to.deep.equal(
      [true, true, null],
    );
    const showing = routes.filter((route) =>
      route.operations.some(({ success }) => /"?(signing_secret|connect_url|secret)\b/.test(namesIn(success.schema))),
    );
    expect(showing.map(({ path }) => path)).to.have.length.greaterThan(2);
    expect(showing.filter((route) => route.kind === 'api' && route.secret !== true)).to.deep.equal([]);
  });

  it('to who has the OpenAPI document is 304, and the document is compressed once', async () => {
    const first = await raw('/v1/openapi.json', { 'Accept-Encoding': 'br' });
    expect(first.headers['content-encoding']).to.equal('br');
    const { paths } = JSON.parse(String(brotliDecompressSync(first.bytes)));
    expect(paths['/v1/openapi.json'].get.responses).to.include.keys('200', '304');
    const again = { 'Accept-Encoding': 'br', 'If-None-Match': first.headers.etag ?? '' };
    const { status, bytes } = await raw('/v1/openapi.json', again);
    expect([status, bytes.length]).to.deep.equal([304, 0]);
    expect((await raw('/v1/openapi.json', { ...again, 'Accept-Encoding': 'gzip' })).status).to.equal(200);
  });
});

/** Returns the names of all fields of a schema, at any depth. */
function namesIn(schema: unknown): string {
  if (typeof schema !== 'object' || schema === null) return '';
  const { entries, ...rest } = schema as Record<string, unknown>;
  const own = Object.entries((entries ?? {}) as object).map(([name, inner]) => `${name} ${namesIn(inner)}`);
  const inner = ['wrapped', 'options', 'item', 'pipe'].flatMap((key) => rest[key] ?? []).map(namesIn);
  return [...own, ...inner].join(' ');
}
