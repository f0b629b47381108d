import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { connect } from 'node:net';
import { expect } from 'chai';
import { type ServedApp, serveApp } from '../testing/served-app.ts';

describe('notification receivers', () => {
  let app: ServedApp;
  before(async () => {
    app = await serveApp();
    app.core.notifications.signatureHeader = (provider) => (provider === 'ledger' ? 'X-Other-Signature' : undefined);
  });
  after(() => app.close(1000));

  const post = (path: string, body: string | Buffer<ArrayBuffer>, signature?: string) =>
    fetch(app.url + path, {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/json', ...(signature ? { 'X-Other-Signature': signature } : {}) },
    });

  it('hands over the exact bytes, the app of the path and the configured header', async () => {
    const seen: { appId: string | null; digest: string; signature: string | undefined }[] = [];
    const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
    app.core.notifications.receive = async ({ appId, body, signature }) => {
      seen.push({ appId, digest: digest(body), signature });
      return 'accepted';
    };
    const bytes = Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x00, 0x7d, 0x0a]);
    await post('/webhooks/ledger', bytes, 'sig');
    await post('/webhooks/ledger/app_1', bytes, 'other');
    expect(seen).to.deep.equal([
      { appId: null, digest: digest(bytes), signature: 'sig' },
      { appId: 'app_1', digest: digest(bytes), signature: 'other' },
    ]);
  });

  it('answers without body and without cookies, and never says why not', async () => {
    for (const [reception, status] of [
      ['accepted', 200],
      ['refused', 401],
      ['unknown_app', 401],
    ] as const) {
      app.core.notifications.receive = async () => reception;
      const answer = await post('/webhooks/ledger/app_1', '{}', 'x');
      expect([answer.status, await answer.text()]).to.deep.equal([status, '']);
      expect(answer.headers.get('content-length')).to.equal('0');
      expect(answer.headers.get('content-type')).to.equal(null);
      expect(answer.headers.get('set-cookie')).to.equal(null);
      expect(answer.headers.get('www-authenticate')).to.equal(null);
    }
  });

  it('takes five mebibytes and no more, declared or not', async () => {
    const limit = 5 * 1024 * 1024;
    app.core.notifications.receive = async ({ body }) => (body.length === limit ? 'accepted' : 'refused');
    expect((await post('/webhooks/ledger', Buffer.alloc(limit, 'x'), 'x')).status).to.equal(200);
    expect((await post('/webhooks/ledger', Buffer.alloc(limit + 1, 'x'), 'x')).status).to.equal(413);
    expect(await chunked(app.url, limit + 1, 'x')).to.equal(413);
  });

  it('does not read what comes without a signature, however large', async () => {
    app.core.notifications.receive = async () => expect.fail('it was read');
    const seen: string[] = [];
    app.core.notifications.isSignature = (_provider, text) => seen.push(text) < 0;
    expect((await post('/webhooks/ledger', Buffer.alloc(6 * 1024 * 1024, 'x'))).status).to.equal(401);
    expect((await post('/webhooks/ledger/app_1', '{}', 'no signature')).status).to.equal(401);
    expect(await chunked(app.url, 6 * 1024 * 1024, 'x')).to.equal(401);
    expect(await status(app.url, 'content-length: 5000000')).to.equal(401);
    expect(seen).to.deep.equal(['', 'no signature', 'x', '']);
  });

  it('does not read what comes for an app that there is not, or for the hosted one where there is none', async () => {
    app.core.notifications.receive = async () => expect.fail('it was read');
    app.core.notifications.isSignature = () => true;
    const seen: (string | null)[] = [];
    app.core.notifications.isReceiver = async ({ appId }) => seen.push(appId) < 0;
    expect(await status(app.url, 'x-other-signature: x\r\ncontent-length: 5000000')).to.equal(401);
    expect((await post('/webhooks/ledger/app_1', Buffer.alloc(6 * 1024 * 1024, 'x'), 'x')).status).to.equal(401);
    expect(seen).to.deep.equal([null, 'app_1']);
  });
});

/** Sends a body of that size without declaring its length. */
function chunked(url: string, bytes: number, signature: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'X-Other-Signature': signature };
    const outgoing = request(`${url}/webhooks/ledger`, { method: 'POST', headers }, (incoming) => {
      incoming.resume();
      resolve(incoming.statusCode ?? 0);
    });
    outgoing.on('error', reject);
    for (let sent = 0; sent < bytes; sent += 256 * 1024) {
      outgoing.write(Buffer.alloc(Math.min(256 * 1024, bytes - sent), 'x'));
    }
    outgoing.end();
  });
}

/** Returns the status for a request whose body never arrives. */
function status(url: string, header: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname, () =>
      socket.write(`POST /webhooks/ledger HTTP/1.1\r\nhost: x\r\n${header}\r\n\r\n`),
    );
    socket.once('error', reject).once('data', (answer) => {
      socket.destroy();
      resolve(Number(String(answer).split(' ')[1]));
    });
  });
}
