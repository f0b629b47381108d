// A newcomer always gets a connection, and health checks are answered when everything else is full.
import { once } from 'node:events';
import { connect as secureConnect, type TLSSocket } from 'node:tls';
import { expect } from 'chai';
import { type RunningServer, serve } from '../serve.ts';
import { recognize } from '../shares.ts';
import { answersIn, type RawConnection, rawConnection } from '../testing/raw-socket.ts';
import { until } from '../testing/served-app.ts';
import { tlsFolder } from '../testing/tls-files.ts';
import type { Handler } from './exchanges.ts';
import type { ServerLimits } from './limits.ts';

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

describe('connections', () => {
  const waiting: (() => void)[] = [];
  /** `/key/<organization>` has that organization's key; `/wait…` is answered when the test says so. */
  const handler: Handler = (request, response) => {
    const [, kind, whose] = (request.url ?? '').split('/');
    if (whose) recognize(request, whose);
    if (kind === 'wait') waiting.push(() => response.end('waited'));
    else response.end(`this is ${kind}`);
  };
  let server: RunningServer;
  const serving = async (limits: Partial<ServerLimits>) => {
    server = await serve({ callback: () => handler }, { host: '127.0.0.1', port: 0, limits });
  };
  const asking = async (path: string): Promise<RawConnection> => {
    const connection = rawConnection(server.url);
    connection.send(get(path));
    await connection.until(/this is/);
    return connection;
  };
  const open = async (count: number, path: string): Promise<RawConnection[]> => {
    const all: RawConnection[] = [];
    for (let i = 0; i < count; i++) all.push(await asking(path));
    return all;
  };
  const isOpen = ({ socket }: RawConnection) => !socket.closed;
  const leaveAll = async (all: readonly RawConnection[]) => {
    for (const { socket } of all) socket.destroy();
    await Promise.all(all.map(({ ended }) => ended));
  };
  afterEach(() => server.close(0));

  it('of strangers make room, the one that is idle longest first, and those with a key stay', async () => {
    await serving({ connections: 10 });
    const customers = await open(3, '/key/org_1');
    const strangers = await open(7, '/health');
    strangers[0]?.send(get('/again'));
    await strangers[0]?.until(/this is again/);
    const newcomers = await open(3, '/anything');
    await Promise.all(strangers.slice(1, 4).map(({ ended }) => ended));
    expect([...customers, ...newcomers].every(isOpen)).to.equal(true);
    expect(strangers.filter(isOpen)).to.deep.equal([strangers[0], ...strangers.slice(4)]);
    await leaveAll([...customers, ...strangers, ...newcomers]);
  });

  it('of the organization that has most make room where there is no stranger’s', async () => {
    await serving({ connections: 10 });
    const few = await open(3, '/key/org_few');
    const many = await open(7, '/key/org_many');
    const newcomers = await open(2, '/key/org_new');
    await Promise.all(many.slice(0, 2).map(({ ended }) => ended));
    expect([...few, ...newcomers, ...many.slice(2)].every(isOpen)).to.equal(true);
    await leaveAll([...few, ...many, ...newcomers]);
  });

  it('that say nothing, or half a head, do not keep 50 newcomers out', async () => {
    await serving({ connections: 50 });
    const silent = Array.from({ length: 200 }, () => rawConnection(server.url));
    for (const [at, one] of silent.entries()) if (at % 2 === 0) one.send('GET / HTTP/1.1\r\nHost: x\r\nX-A: ');
    await until(() => silent.filter(isOpen).length <= 70);
    await leaveAll([...(await open(50, '/anything')), ...silent]);
  });

  it('in a TLS handshake make room as well', async () => {
    const tls = await tlsFolder();
    const all = { callback: () => handler };
    server = await serve(all, { host: '127.0.0.1', port: 0, tls: tls.files, limits: { connections: 5 } });
    const port = Number(new URL(server.url).port);
    const handshaking = Array.from({ length: 30 }, () => rawConnection(server.url));
    for (const one of handshaking) one.send('\x16\x03\x01');
    const secure: TLSSocket[] = [];
    for (let i = 0; i < 5; i++) {
      const socket = secureConnect({ port, rejectUnauthorized: false });
      secure.push(socket);
      await once(socket, 'secureConnect');
      socket.write(get('/key/org_1'));
      expect(String((await once(socket, 'data'))[0])).to.contain('this is key');
    }
    await Promise.all(handshaking.map(({ ended }) => ended));
    expect(secure.filter(({ closed }) => closed)).to.deep.equal([]);
    for (const socket of secure) socket.destroy();
    await tls.remove();
  });

  it('that all work leave room for questions of health, and for nothing else', async () => {
    await serving({ connections: 4, requests: 4, healthPlaces: 2 });
    const working = Array.from({ length: 4 }, () => rawConnection(server.url));
    for (const one of working) one.send(get('/wait/org_1'));
    await until(() => waiting.length === 4);
    for (const path of ['/health', '/ready']) expect((await fetch(server.url + path)).status).to.equal(200);
    const refused = rawConnection(server.url);
    refused.send(get('/anything'));
    const [answer] = answersIn(await refused.ended);
    expect([answer?.status, answer?.headers['connection']]).to.deep.equal([503, 'close']);
    for (const answerIt of waiting.splice(0)) answerIt();
    for (const one of working) await one.until(/waited/);
    await leaveAll(working);
  });

  it('are idle for seconds without a key, and longer once they carried one', async () => {
    await serving({ strangerKeepAliveMs: 50, keepAliveTimeoutMs: 60_000 });
    const [customer, stranger] = [await asking('/key/org_1'), await asking('/anything')];
    const told = answersIn(await stranger.ended);
    expect(told.map(({ headers }) => headers['keep-alive'])).to.deep.equal(['timeout=0']);
    expect(isOpen(customer)).to.equal(true);
    customer.send(get('/anything'));
    await customer.until(/this is anything/);
    expect(answersIn(customer.text())[1]?.headers['keep-alive']).to.equal('timeout=60');
    const another = await asking('/anything');
    await another.ended;
    expect(isOpen(customer)).to.equal(true);
    await leaveAll([customer]);
  });
});

describe('questions of health', () => {
  it('are bounded themselves', async () => {
    const waiting: (() => void)[] = [];
    const handler: Handler = (_, response) => void waiting.push(() => response.end());
    const server = await serve(
      { callback: () => handler },
      { host: '127.0.0.1', port: 0, limits: { healthPlaces: 2 } },
    );
    const asked = [fetch(`${server.url}/ready`), fetch(`${server.url}/ready`)];
    await until(() => waiting.length === 2);
    expect((await fetch(`${server.url}/ready`)).status).to.equal(503);
    for (const answer of waiting.splice(0)) answer();
    expect((await Promise.all(asked)).map(({ status }) => status)).to.deep.equal([200, 200]);
    const again = fetch(`${server.url}/health`);
    await until(() => waiting.length === 1);
    waiting.pop()?.();
    expect((await again).status).to.equal(200);
    await server.close(0);
  });
});

describe('behind a write that runs', () => {
  const write = 'POST /write HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}';
  const behind: Readonly<Record<string, readonly [text: string, status: number]>> = {
    'a tunnel': ['CONNECT elsewhere.example:443 HTTP/1.1\r\nHost: x\r\n\r\n', 405],
    'a wrong expectation': ['GET / HTTP/1.1\r\nHost: x\r\nExpect: a-miracle\r\n\r\n', 417],
  };
  let finish: (() => void) | undefined;
  let server: RunningServer;
  before(async () => {
    const handler: Handler = (request, response) => {
      if (request.url === '/else') return response.end();
      finish = () => response.writeHead(201, { 'Content-Length': 7 }).end('written');
    };
    server = await serve({ callback: () => handler }, { host: '127.0.0.1', port: 0 });
  });
  beforeEach(() => {
    finish = undefined;
  });
  after(() => server.close(0));

  for (const [name, [text, status]] of Object.entries(behind)) {
    it(`${name} is answered after it`, async () => {
      const connection = rawConnection(server.url);
      connection.send(write + text);
      await until(() => finish !== undefined);
      // A premature answer would come before these other answers.
      for (let i = 0; i < 10; i++) await fetch(`${server.url}/else`);
      expect(connection.text()).to.equal('');
      finish?.();
      expect(answersIn(await connection.ended).map((answer) => answer.status)).to.deep.equal([201, status]);
    });
  }

  it('a client that ends its side of the connection is answered', async () => {
    const connection = rawConnection(server.url);
    connection.socket.end(write);
    await until(() => finish !== undefined);
    finish?.();
    expect(answersIn(await connection.ended).map(({ status }) => status)).to.deep.equal([201]);
  });
});
