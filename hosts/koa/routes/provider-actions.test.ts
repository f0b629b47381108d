import { request } from 'node:http';
import { expect } from 'chai';
import fc from 'fast-check';
import { ServiceError } from '#core';
import { apiKey, connectionId } from '../testing/sample-values.ts';
import { type ServedApp, serveApp, until } from '../testing/served-app.ts';
import { safeFilename } from './router.ts';

const path = `/v1/connections/${connectionId}/provider-actions/invoice.download_pdf`;
const chunk = Buffer.alloc(64 * 1024, 'x');

describe('downloads', () => {
  let app: ServedApp;
  beforeEach(async () => {
    app = await serveApp();
  });
  afterEach(() => app.close(1000));
  const download = () => app.call('POST', path, { body: { provider_id: 'p' } });
  const render = (chunks: AsyncIterable<Uint8Array>, filename = 'INV-1.pdf') => {
    app.core.resources.act = async () => ({ kind: 'pdf', chunks, filename });
  };

  it('streams the document as an attachment that no cache keeps', async () => {
    const answer = await download();
    expect(answer.headers.get('content-type')).to.equal('application/pdf');
    expect(answer.headers.get('content-disposition')).to.equal('attachment; filename="INV-0001.pdf"');
    expect(answer.headers.get('cache-control')).to.equal('no-store');
    expect(await answer.text()).to.equal('%PDF-1.7 first second');
  });

  it('answers what fails before the first byte as an error', async () => {
    render(
      (async function* () {
        yield* [];
        throw new ServiceError('PROVIDER_UNAVAILABLE', 'down');
      })(),
    );
    const answer = await download();
    expect(answer.status).to.equal(503);
    expect(answer.headers.get('content-disposition')).to.equal(null);
    expect(await answer.json()).to.include({ code: 'PROVIDER_UNAVAILABLE' });
  });

  it('breaks the connection on what fails later, and logs it', async () => {
    const lost = new Error('lost the provider');
    render(
      (async function* () {
        yield chunk;
        throw lost;
      })(),
    );
    const answer = await download();
    expect(answer.status).to.equal(200);
    const whole = await answer.arrayBuffer().then(
      () => true,
      () => false,
    );
    expect(whole).to.equal(false);
    await until(() => app.lines.some(({ cause }) => cause === lost));
  });

  it('reads no faster than the client, and stops reading when the client leaves', async () => {
    let given = 0;
    let ended = false;
    render(
      (async function* () {
        try {
          for (; given < 4000; given++) yield chunk;
        } finally {
          ended = true;
        }
      })(),
    );
    const outgoing = request(app.url + path, {
      method: 'POST',
      headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
    });
    outgoing.on('response', (incoming) => incoming.pause());
    outgoing.on('error', () => {});
    outgoing.end('{}');
    let settled = -1;
    await until(() => {
      const same = given > 0 && given === settled;
      settled = given;
      return same;
    });
    expect(given).to.be.below(4000);
    outgoing.destroy();
    await until(() => ended);
    expect(app.lines.filter(({ level }) => level === 'error')).to.deep.equal([]);
    await until(() => app.lines.some(({ fields }) => fields['aborted'] === true));
  });

  it('makes a file name of whatever a document number holds', async () => {
    expect(safeFilename('INV/2026\\1.pdf')).to.equal('INV_2026_1.pdf');
    expect(safeFilename('../../etc/passwd')).to.equal('_.._etc_passwd');
    expect(safeFilename('a"\r\nX: y.pdf')).to.equal('a___X_ y.pdf');
    expect(safeFilename('')).to.equal('document');
    for (const long of ['x', 'ü', '€', '😀', '😀a'])
      for (const ending of ['.pdf', 'a.pdf', 'ab.pdf', 'abc.pdf']) {
        const safe = safeFilename(long.repeat(500) + ending);
        expect(Buffer.byteLength(safe), long).to.be.within(196, 200);
        expect(safe.endsWith(ending) && safe.isWellFormed(), long).to.equal(true);
      }
    for (const name of ['CON.pdf', 'nul', 'Lpt1.tar.pdf']) expect(safeFilename(name)).to.equal(`_${name}`);
    expect(safeFilename('CONTRACT-1.pdf')).to.equal('CONTRACT-1.pdf');
    expect(safeFilename('INV-1. . ')).to.equal('INV-1');
    expect(safeFilename('\u202efdp.1-VNI.pdf')).to.equal('_fdp.1-VNI.pdf');
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (number) => {
        const safe = safeFilename(`${number}.pdf`);
        expect(safe).not.to.match(/^[.\s]|[\p{Cc}\p{Cf}"*/:<>?\\|]/u);
        expect(safe.isWellFormed() && Buffer.byteLength(safe) <= 200).to.equal(true);
      }),
    );
    render(
      (async function* () {
        yield chunk;
      })(),
      'Rëchnung "№1"\n.pdf',
    );
    expect((await download()).headers.get('content-disposition')).to.match(/filename\*=UTF-8''R%C3%ABchnung/);
  });
});
