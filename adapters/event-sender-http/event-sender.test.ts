import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from 'node:net';
import { expect } from 'chai';
import { createEventSender } from './index.ts';

const bounds = { totalTimeoutMs: 300, connectTimeoutMs: 200 };
const sender = createEventSender({ allowCidrs: ['127.0.0.0/8', '::1/128'], allowHttp: true, bounds });
const message = { headers: { 'Service-Event': 'evt_1' }, body: '{"a":1}' };
const open: (Server | TcpServer)[] = [];

async function listening(server: Server | TcpServer): Promise<string> {
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
}
const receiver = (listener: RequestListener) => listening(createServer(listener));
const answered = async (listener: RequestListener) => {
  const result = await sender.send({ ...message, url: await receiver(listener) });
  if (result.kind !== 'answered') throw new Error(`not answered: ${result.error}`);
  return result;
};
const failed = async (url: string, from = sender) => {
  const result = await from.send({ ...message, url });
  if (result.kind !== 'failed') throw new Error(`answered ${result.status}`);
  return result;
};

describe('event sender on real sockets', () => {
  afterEach(() => {
    for (const server of open.splice(0)) {
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
    }
  });

  it('reads at most 64 KiB of an endless answer and keeps 8 KiB of it', async () => {
    let written = 0;
    const result = await answered((_request, response) => {
      const more = () => {
        while (written < 64 * 1024 * 1024 && response.write('x'.repeat(16_384))) written += 16_384;
      };
      response.on('drain', more);
      more();
    });
    expect(result.excerpt).to.equal('x'.repeat(8192));
    expect(written).to.be.below(32 * 1024 * 1024);
  });

  it('does not unpack what it reads', async () => {
    const result = await answered((request, response) => {
      response.setHeader('content-encoding', 'gzip').end(`asked for ${request.headers['accept-encoding']}`);
    });
    expect(result.excerpt).to.equal('asked for identity');
  });

  it('bounds a body that drips: the status counts, the wait ends', async () => {
    const result = await answered((_request, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(timer));
    });
    expect(result.status).to.equal(200);
    expect(result.durationMs).to.be.within(250, 10_000);
  });

  it('bounds headers that drip', async () => {
    const url = await listening(
      createTcpServer((socket) => {
        socket.on('error', () => undefined);
        socket.write('HTTP/1.1 200 OK\r\n');
        const timer = setInterval(() => socket.write('x-a: b\r\n'), 20);
        socket.on('close', () => clearInterval(timer));
      }),
    );
    const result = await failed(url);
    expect(result.error).to.equal('no answer in time');
    expect(result.durationMs).to.be.within(250, 10_000);
  });

  it('bounds a receiver that says nothing', async () => {
    const result = await failed(await receiver(() => undefined));
    expect(result.error).to.equal('no answer in time');
  });

  it('bounds a TLS handshake that stalls, and says when there is no TLS', async () => {
    const silent = await listening(createTcpServer((socket) => socket.on('error', () => undefined)));
    const stalled = await failed(silent.replace('http:', 'https:'));
    expect(stalled.error).to.equal('no connection in time');
    expect(stalled.durationMs).to.be.below(10_000);
    const plain = await receiver((_request, response) => response.end());
    expect((await failed(plain.replace('http:', 'https:'))).error).to.match(/^the TLS connection failed \(E/);
  });

  it('says in words what went wrong, without addresses', async () => {
    const closing = await receiver((request) => request.socket.destroy());
    const garbage = await listening(createTcpServer((socket) => socket.end('nonsense\r\n\r\n')));
    const errors = [
      (await failed(closing)).error,
      (await failed(garbage)).error,
      (await failed('http://127.0.0.1:1')).error,
      (await failed('http://127.0.0.1:9')).error,
      (await failed('https://user:secret@127.0.0.1/')).error,
      (await failed('not a url')).error,
    ];
    expect(errors[0]).to.equal('the connection was closed without an answer');
    expect(errors[1]).to.match(/^the connection failed \(HPE_/);
    expect(errors[4]).to.contain('credentials');
    for (const error of errors) expect(error).not.to.match(/127\.|secret/);
  });

  it('never throws, whatever the headers hold', async () => {
    const url = await receiver((_request, response) => response.end());
    const result = await sender.send({ url, headers: { 'bad header\r\n': 'x' }, body: '' });
    expect(result.kind).to.equal('failed');
  });
});
