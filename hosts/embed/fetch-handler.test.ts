import type { RequestListener } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import { until } from '../../contract-tests/testing/until.ts';
import { fetchHandler } from './fetch-handler.ts';

const post = (body: string | ReadableStream, more: RequestInit = {}) =>
  new Request('http://app.test/books/v1?a=b', { method: 'POST', body, duplex: 'half', ...more } as RequestInit);

describe('fetchHandler', () => {
  it('gives the handler method, path, headers and body, and its answer back', async () => {
    const answer = fetchHandler(async (request, response) => {
      const { method, url, headers } = request;
      const text = (await buffer(request)).toString();
      response.writeHead(201, { 'X-Told': 'yes' });
      response.end(JSON.stringify([method, url, headers.host, headers['x-a'], text]));
    });
    const told = await answer(post('Māori', { headers: { 'X-A': '1' } }));
    expect([told.status, told.headers.get('x-told')]).to.deep.equal([201, 'yes']);
    expect(await told.json()).to.deep.equal(['POST', '/books/v1?a=b', 'app.test', '1', 'Māori']);
    expect(told.headers.has('connection')).to.equal(false);
  });

  it('keeps each cookie, and gives statuses without a body none', async () => {
    const answer = fetchHandler((_request, response) => {
      response.setHeader('Set-Cookie', ['a=1', 'b=2']);
      response.writeHead(204).end();
    });
    const told = await answer(new Request('http://app.test/'));
    expect([told.status, told.headers.getSetCookie(), told.body]).to.deep.equal([204, ['a=1', 'b=2'], null]);
  });

  it('says by the URL whether the client used HTTPS', async () => {
    const answer = fetchHandler(
      ({ socket }, response) => void response.end(String('encrypted' in socket && socket.encrypted)),
    );
    const told = async (url: string) => (await answer(new Request(url))).text();
    expect([await told('http://app.test/'), await told('https://app.test/')]).to.deep.equal(['false', 'true']);
  });

  it('streams both ways, no faster than is read', async () => {
    const chunk = new Uint8Array(64 * 1024);
    const most = 200;
    let [taken, received, written] = [0, 0, 0];
    const echo: RequestListener = async (request, response) => {
      for await (const part of request) received += part.length;
      const write = (): void => {
        while (written < most) {
          written += 1;
          if (!response.write(chunk)) return void response.once('drain', write);
        }
        response.end();
      };
      write();
    };
    const body = new ReadableStream({
      pull(controller) {
        taken += 1;
        if (taken > most) controller.close();
        else controller.enqueue(chunk);
      },
    });
    const told = await fetchHandler(echo)(post(body));
    expect(received).to.equal(most * chunk.length);
    // Nobody has read the answer yet.
    expect(written).to.be.lessThan(most / 2);
    expect((await told.arrayBuffer()).byteLength).to.equal(most * chunk.length);
  });

  it('tells the handler of a client that leaves, and the client of a handler that breaks off', async () => {
    let [began, left] = [false, false];
    const slow: RequestListener = (request) => {
      began = true;
      request.once('close', () => (left = true));
    };
    const leaving = new AbortController();
    const answer = fetchHandler(slow)(new Request('http://app.test/', { signal: leaving.signal }));
    const refused = answer.catch((error: Error) => error.name);
    await until('the handler has it', () => began);
    leaving.abort();
    expect(await refused).to.equal('AbortError');
    await until('the handler hears of it', () => left);
    const broken = fetchHandler((_request, response) => void response.destroy());
    expect(await broken(new Request('http://app.test/')).catch((error: Error) => error.message)).to.equal(
      'socket hang up',
    );
    const cancelled = fetchHandler((request, response) => {
      request.socket.once('close', () => (left = true));
      response.write('first');
    });
    left = false;
    const half = await cancelled(new Request('http://app.test/'));
    await half.body?.cancel();
    await until('the handler hears that nobody reads on', () => left);
  });

  it('survives an answer that comes before the body has ended', async () => {
    const refuse = fetchHandler(
      (_request, response) => void response.writeHead(413, { Connection: 'close' }).end('large'),
    );
    const endless = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1024)) });
    const told = await refuse(post(endless));
    expect([told.status, await told.text()]).to.deep.equal([413, 'large']);
  });

  it('says that the body was read before', async () => {
    const request = post('read');
    await request.text();
    const refused = await fetchHandler(() => {})(request).catch((error: Error) => error);
    expect(refused).to.be.instanceOf(TypeError).with.property('message').that.includes('before body parsers');
  });
});
