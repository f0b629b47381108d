import { expect } from 'chai';
import { type RunningServer, serve } from '../serve.ts';
import { answersIn, rawConnection } from '../testing/raw-socket.ts';
import { until } from '../testing/served-app.ts';
import type { Handler } from './exchanges.ts';
import type { ServerLimits } from './limits.ts';

const request = (line: string, ...headers: string[]) => `${[line, 'Host: x', ...headers].join('\r\n')}\r\n\r\n`;
const get = request('GET / HTTP/1.1');
const fast: Partial<ServerLimits> = {
  headersTimeoutMs: 150,
  requestTimeoutMs: 300,
  timeoutCheckMs: 50,
  keepAliveTimeoutMs: 100,
  answerTimeoutMs: 400,
};
const patienceMs = 10_000;

/** Sends byte by byte until the server ends the connection. */
async function drip(url: string, begin: string): Promise<string> {
  const slow = rawConnection(url);
  slow.send(begin);
  const dripping = setInterval(() => slow.send('a'), 20);
  const late = setTimeout(() => slow.socket.destroy(), patienceMs);
  try {
    return await slow.ended;
  } finally {
    clearInterval(dripping);
    clearTimeout(late);
  }
}

describe('slow clients', () => {
  const servers: RunningServer[] = [];
  const serving = async (handler: Handler, limits: Partial<ServerLimits> = {}): Promise<RunningServer> => {
    const app = { callback: () => handler };
    const server = await serve(app, { host: '127.0.0.1', port: 0, limits: { ...fast, ...limits } });
    servers.push(server);
    return server;
  };
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close(0);
  });
  const hello: Handler = (_, response) => response.end('hello');

  it('are refused while they drip headers', async () => {
    const { url } = await serving(hello);
    const [answer] = answersIn(await drip(url, 'GET / HTTP/1.1\r\nHost: x\r\nX-A: '));
    expect(answer?.status).to.equal(408);
    expect(JSON.parse(answer?.body ?? '')).to.include({ code: 'BAD_REQUEST' });
  });

  it('are refused while they drip a body that the application waits for', async () => {
    const { url } = await serving(async (incoming, response) => {
      await incoming.toArray();
      response.end();
    });
    const [answer] = answersIn(await drip(url, request('POST / HTTP/1.1', 'Content-Length: 100000')));
    expect(answer?.status).to.equal(408);
  });

  it('are cut off while they drip a body that is already answered', async () => {
    const { url } = await serving(hello);
    const began = Date.now();
    const answers = answersIn(await drip(url, request('POST / HTTP/1.1', 'Content-Length: 100000')));
    expect(answers.map(({ status }) => status)).to.deep.equal([200]);
    expect(Date.now() - began).to.be.below(patienceMs - 500);
  });

  it('are cut off while they do not read, or hardly read, an answer, which frees its source', async () => {
    for (const readsEveryMs of [undefined, 100]) {
      let closed = false;
      const { url } = await serving((_, response) => {
        const source = setInterval(() => !response.writableNeedDrain && response.write(Buffer.alloc(1024 * 1024)), 1);
        response.once('close', () => {
          clearInterval(source);
          closed = true;
        });
      });
      const slow = rawConnection(url);
      slow.socket.pause();
      slow.send(get);
      const reading = readsEveryMs && setInterval(() => slow.socket.read(10), readsEveryMs);
      await until(() => closed, patienceMs);
      clearInterval(reading);
      slow.socket.destroy();
    }
  });

  it('lose a connection on which they ask nothing more', async () => {
    const { url } = await serving(hello);
    const quiet = rawConnection(url);
    quiet.send(get);
    expect(answersIn(await quiet.ended)).to.have.length(1);
  });
});
