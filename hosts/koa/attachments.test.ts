// Files over HTTP: sizes told before a byte, slow and broken senders, headers of answers, names on their way.
import { once } from 'node:events';
import http from 'node:http';
import { expect } from 'chai';
import { openedOnce } from '../../contract-tests/testing/opened.ts';
import { until } from '../../contract-tests/testing/until.ts';
import { connected } from '../../core/use-cases/testing/connecting.ts';
import { serveLive } from './testing/live-service.ts';

const pdf = (bytes: number) => {
  const file = Buffer.alloc(bytes, 'x');
  file.write('%PDF-1.7');
  return file;
};

describe('attachments over HTTP', () => {
  const service = openedOnce(() => serveLive());
  const tenancy = openedOnce(() => service.newOrganization());
  let place: string;
  let secret: string;
  let keys = 0;
  before(async () => {
    const tenantId = await service.newTenant();
    const { id } = await connected(service, tenancy.test, tenantId, { external_account_id: tenantId });
    place = `/v1/connections/${id}/contacts`;
    secret = await service.secretOf(tenancy.test);
  });
  const newContact = async () => {
    const { body } = await service.call(tenancy.test, 'POST', place, {
      key: `contact ${++keys}`,
      body: { name: `Supplier ${keys}` },
    });
    const { item } = body['data'] as { item: { id: string } };
    return `${place}/${item.id}/attachments`;
  };
  const upload = (path: string, body: Uint8Array, { name = 'bill.pdf', key = `file ${++keys}`, headers = {} } = {}) =>
    service.call(tenancy.test, 'POST', `${path}?filename=${encodeURIComponent(name)}`, { key, body, headers });
  const itemOf = ({ body }: { readonly body: Readonly<Record<string, unknown>> }) =>
    (body['data'] as { item: Record<string, unknown> }).item;
  const named = ({ status, body }: { readonly status: number; readonly body: Readonly<Record<string, unknown>> }) =>
    [status, body['code'], body['reason']].filter(Boolean).join(' ');

  /** A request whose body is written by hand, perhaps not at all. */
  async function raw(path: string, headers: http.OutgoingHttpHeaders, send: (request: http.ClientRequest) => void) {
    const request = http.request(`${service.url}${path}?filename=bill.pdf`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'idempotency-key': `raw ${++keys}`, ...headers },
    });
    request.on('error', () => {});
    request.flushHeaders();
    send(request);
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk);
    request.destroy();
    return { status: response.statusCode ?? 0, body: JSON.parse(Buffer.concat(chunks).toString()) };
  }
  const type = { 'content-type': 'application/pdf' };

  it('an upload is 201, its replay 200, and both say how many calls they took', async () => {
    const path = await newContact();
    const first = await upload(path, pdf(500), { key: 'one file' });
    expect(first.status).to.equal(201);
    expect(first.headers.get('x-provider-calls')).to.equal('2');
    expect(first.headers.get('x-write-resolution')).to.equal('sent');
    expect(first.headers.get('idempotent-replayed')).to.equal('false');
    expect(itemOf(first)).to.include({ filename: 'bill.pdf', size: 500, include_online: false, replaced: null });
    const again = await upload(path, pdf(500), { key: 'one file' });
    expect([again.status, again.headers.get('idempotent-replayed')]).to.deep.equal([200, 'true']);
    expect(again.headers.get('x-provider-calls')).to.equal(null);
    expect(itemOf(again)).to.deep.equal(itemOf(first));
    expect(named(await upload(path, pdf(501), { key: 'one file' }))).to.equal('422 IDEMPOTENCY_KEY_REUSED');
  });

  it('a download is an attachment that nothing sniffs, stores or shows', async () => {
    const path = await newContact();
    const id = itemOf(await upload(path, pdf(70_000), { name: 'Rechnung Nº 7 – “März”.pdf'.replace(/[“”]/g, '') }))[
      'attachment_id'
    ];
    const answer = await service.call(tenancy.test, 'GET', `${path}/${id}`);
    expect(answer.status).to.equal(200);
    expect(Buffer.from(answer.text).length).to.equal(70_000);
    expect(Object.fromEntries(answer.headers)).to.include({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'x-provider-calls': '2',
    });
    expect(answer.headers.get('content-disposition')).to.match(/^attachment; filename="[^"]+"; filename\*=UTF-8''/);
    expect(named(await service.call(tenancy.test, 'GET', `${path}/att_00000000000000000000000000`))).to.equal(
      '404 NOT_FOUND',
    );
    expect(named(await service.call(tenancy.test, 'DELETE', `${path}/${id}`))).to.equal(
      '409 CONFLICT not_supported_by_provider',
    );
  });

  it('the largest file is taken; one byte more is refused by its Content-Length, before a byte of it arrives', async () => {
    const path = await newContact();
    expect((await upload(path, pdf(10_000_000))).status).to.equal(201);
    const more = await raw(path, { ...type, 'content-length': 10_000_001 }, () => {});
    expect(named(more)).to.equal('413 PAYLOAD_TOO_LARGE attachment_too_large');
    expect(named(await upload(path, pdf(10_000_001), { name: 'more.pdf' }))).to.equal(
      '413 PAYLOAD_TOO_LARGE attachment_too_large',
    );
  });

  it('no length is 411, an empty file, a compressed one and one of another kind are refused', async () => {
    const path = await newContact();
    const chunked = await raw(path, { ...type, 'transfer-encoding': 'chunked' }, (request) =>
      request.write('%PDF-1.7'),
    );
    expect(named(chunked)).to.equal('411 BAD_REQUEST length_required');
    expect(named(await raw(path, { ...type, 'content-length': 0 }, (request) => request.end()))).to.equal(
      '400 BAD_REQUEST',
    );
    const zipped = { ...type, 'content-length': 9, 'content-encoding': 'gzip' };
    expect(named(await raw(path, zipped, () => {}))).to.equal('415 UNSUPPORTED_MEDIA_TYPE');
    const kinds = [
      [{ name: 'a.html', headers: { 'content-type': 'text/html' } }, '400 BAD_REQUEST kind_not_allowed'],
      [{ name: 'a.svg' }, '400 BAD_REQUEST kind_not_allowed'],
      [{ name: 'a.png', headers: { 'content-type': 'application/pdf' } }, '400 BAD_REQUEST kind_mismatch'],
      [{ name: 'a.png' }, '400 BAD_REQUEST kind_mismatch'],
      [{ name: 'a/b.pdf' }, '400 BAD_REQUEST'],
    ] as const;
    for (const [sent, expected] of kinds)
      expect(named(await upload(path, pdf(20), sent)), sent.name).to.equal(expected);
    for (const query of [
      '',
      '?filename=',
      '?filename=a.pdf&filename=b.pdf',
      '?filename=a.pdf&replace=yes',
      '?filename=a.pdf&x=1',
    ]) {
      const answer = await service.call(tenancy.test, 'POST', `${path}${query}`, { key: `${++keys}`, body: pdf(20) });
      expect(named(answer), query).to.equal('400 BAD_REQUEST');
    }
    expect((await service.call(tenancy.test, 'GET', path)).body['data']).to.deep.equal({ items: [] });
  });

  it('a sender that brings too little is cut off with 408, and one that leaves has attached nothing', async () => {
    const path = await newContact();
    const slow = await raw(path, { ...type, 'content-length': 1_000_000 }, (request) => request.write('%PDF-1.7'));
    expect(named(slow)).to.equal('408 BAD_REQUEST body_too_slow');
    const left = http.request(`${service.url}${path}?filename=left.pdf`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'idempotency-key': 'left', ...type, 'content-length': 1_000 },
    });
    left.on('error', () => {});
    left.write('%PDF-1.7');
    await once(left, 'socket');
    await until('it has begun', async () => left.writableLength === 0);
    left.destroy();
    expect((await service.call(tenancy.test, 'GET', path)).body['data']).to.deep.equal({ items: [] });
    expect((await upload(path, pdf(1_000), { name: 'left.pdf', key: 'left' })).status, 'its key is free').to.equal(201);
  }).timeout(30_000);

  it('names arrive as they are, and come back in headers that every client can read', async () => {
    const names = [
      'a b.pdf',
      'a#1&c=d;e,f.pdf',
      '100%.pdf',
      'a%2Fb.pdf',
      "it's (a) [b] {c}!.pdf",
      '请款单.pdf',
      '🧾.pdf',
      'CON.pdf',
    ];
    const path = await newContact();
    for (const name of names) {
      const made = await upload(path, pdf(20), { name });
      expect(itemOf(made)['filename'], name).to.equal(name);
      const answer = await service.call(tenancy.test, 'GET', `${path}/${itemOf(made)['attachment_id']}`);
      const disposition = answer.headers.get('content-disposition') ?? '';
      expect(disposition, name).to.match(
        /^attachment; filename="[\x20-\x7e]+"(; filename\*=UTF-8''[\w%.!#$&+^`|~'-]+)?$/,
      );
    }
    const { items } = (await service.call(tenancy.test, 'GET', path)).body['data'] as { items: { filename: string }[] };
    expect(items.map(({ filename }) => filename).sort()).to.deep.equal([...names].sort());
  });
});
