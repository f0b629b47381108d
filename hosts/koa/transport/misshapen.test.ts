// Requests that parsers read differently are refused, in the application's words and with all of its headers.
import { expect } from 'chai';
import { answersIn, exchange } from '../testing/raw-socket.ts';
import { apiKey } from '../testing/sample-values.ts';
import { type ServedApp, serveApp } from '../testing/served-app.ts';

const get = (line: string, ...headers: string[]) => `${[line, ...headers].join('\r\n')}\r\n\r\n`;
const host = 'Host: api.example';
const post = 'POST /v1/webhook-endpoints HTTP/1.1';
const key = `Authorization: Bearer ${apiKey}`;
const json = 'Content-Type: application/json';

const refused: Readonly<Record<string, readonly [text: string, status: number]>> = {
  garbage: ['hello there\r\n\r\n', 400],
  'a TLS greeting': ['\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n', 400],
  'a preface of HTTP/2': ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
  'an unknown version': [get('GET /health HTTP/3.7', host), 400],
  'HTTP/2 in the clear': [get('GET /health HTTP/2.0', host), 400],
  'no version': [get('GET /health', host), 400],
  'a length and chunks': [`${get(post, host, 'Content-Length: 5', 'Transfer-Encoding: chunked')}0\r\n\r\n`, 400],
  'chunks and a length': [`${get(post, host, 'Transfer-Encoding: chunked', 'Content-Length: 5')}0\r\n\r\n`, 400],
  'two lengths': [get(post, host, 'Content-Length: 1', 'Content-Length: 2'), 400],
  'a list of lengths': [get(post, host, 'Content-Length: 1, 1'), 400],
  'a negative length': [get(post, host, 'Content-Length: -1'), 400],
  'a length with a plus': [get(post, host, 'Content-Length: +1'), 400],
  'a hexadecimal length': [get(post, host, 'Content-Length: 0x1'), 400],
  'a length beyond all bounds': [get(post, host, `Content-Length: ${'9'.repeat(40)}`), 400],
  'chunks that are not last': [get(post, host, 'Transfer-Encoding: chunked, identity'), 400],
  'an unknown coding': [get(post, host, 'Transfer-Encoding: xchunked'), 400],
  'a space before the colon': [get(post, host, 'Transfer-Encoding : chunked'), 400],
  'a folded header': [get('GET /health HTTP/1.1', host, 'X-A: 1', ' folded'), 400],
  'a header without a name': [get('GET /health HTTP/1.1', host, ': x'), 400],
  'a header with a zero': [get('GET /health HTTP/1.1', host, 'X-A: a\0b'), 400],
  'a bare carriage return': [get('GET /health HTTP/1.1', host, 'X-A: a\rX-B: b'), 400],
  'no host': [get('GET /health HTTP/1.1'), 400],
  'two hosts': [get('GET /health HTTP/1.1', host, 'Host: other.example'), 400],
  'headers without end': [get('GET /health HTTP/1.1', host, `X-A: ${'a'.repeat(20_000)}`), 431],
  'an address without end': [get(`GET /${'a'.repeat(20_000)} HTTP/1.1`, host), 431],
  'an expectation': [get('GET /health HTTP/1.1', host, 'Expect: a-miracle'), 417],
  'a tunnel': [get('CONNECT elsewhere.example:443 HTTP/1.1', host), 405],
  'a broken chunk': [`${get(post, host, key, json, 'Transfer-Encoding: chunked')}zz\r\n{}\r\n0\r\n\r\n`, 400],
};

describe('what is not a proper request', () => {
  let app: ServedApp;
  before(async () => {
    app = await serveApp();
  });
  after(() => app.close(200));

  for (const [name, [text, status]] of Object.entries(refused)) {
    it(`${name}: ${status}, and the connection ends`, async () => {
      const came = await exchange(app.url, text);
      const answers = answersIn(came);
      expect(
        answers.map((answer) => answer.status),
        came,
      ).to.deep.equal([status]);
      const [answer] = answers;
      expect(answer?.headers).to.include({ connection: 'close', 'cache-control': 'no-store' });
      expect(answer?.headers).to.include({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' });
      expect(answer?.headers['x-request-id']).to.match(/^req_/);
      expect(answer?.headers).not.to.have.any.keys('server', 'x-powered-by');
      const body = JSON.parse(answer?.body ?? '') as Record<string, unknown>;
      expect(body).to.include({ success: false, retryable: false, request_id: answer?.headers['x-request-id'] });
    });
  }

  it('a request that follows a refused one is not served', async () => {
    const smuggled = `${get(post, host, key, 'Content-Length: 4', 'Transfer-Encoding: chunked')}0\r\n\r\n${get('GET /health HTTP/1.1', host)}`;
    expect(answersIn(await exchange(app.url, smuggled)).map(({ status }) => status)).to.deep.equal([400]);
  });

  it('a request of more headers than the platform counts loses none of them', async () => {
    const many = Array.from({ length: 2100 }, (_, i) => `${i}:`);
    const came = await exchange(app.url, get('GET /v1/connections HTTP/1.1', host, ...many, key, 'Connection: close'));
    expect(answersIn(came).map(({ status }) => status)).to.deep.equal([200]);
  });

  it('a long body that cannot be unpacked does not hold up what follows it', async () => {
    const length = 600_000;
    const lying = get(post, host, key, json, 'Content-Encoding: gzip', `Content-Length: ${length}`);
    const next = get('GET /health HTTP/1.1', host, 'Connection: close');
    const came = await exchange(app.url, `${lying}${'{'.repeat(length)}${next}`);
    expect(answersIn(came).map(({ status }) => status)).to.deep.equal([400, 200]);
  });

  it('an answer that is running is not taken for the refusal of what follows, nor broken into', async () => {
    let finish = () => {};
    app.core.health.ready = () =>
      new Promise((resolve) => {
        finish = () => resolve(true);
      });
    const came = exchange(app.url, `${get('GET /ready HTTP/1.1', host)}garbage\r\n\r\n`);
    const text = await came;
    finish();
    expect(text).to.equal('');
  });

  it('a wish to upgrade, an absolute address and an asterisk are read as what they are', async () => {
    const upgrade = get('GET /health HTTP/1.1', host, 'Connection: Upgrade, close', 'Upgrade: websocket');
    const absolute = get('GET http://elsewhere.example/health HTTP/1.1', host, 'Connection: close');
    const asterisk = get('OPTIONS * HTTP/1.1', host, 'Connection: close');
    const twoSlashes = get('GET //health HTTP/1.1', host, 'Connection: close');
    const trace = get('TRACE /health HTTP/1.1', host, 'Cookie: secret', 'Connection: close');
    const statuses: number[] = [];
    for (const text of [upgrade, absolute, asterisk, twoSlashes, trace]) {
      const came = await exchange(app.url, text);
      expect(came).not.to.include('secret');
      statuses.push(...answersIn(came).map(({ status }) => status));
    }
    expect(statuses).to.deep.equal([200, 200, 404, 404, 405]);
  });
});
