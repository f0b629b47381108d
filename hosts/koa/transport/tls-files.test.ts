import { once } from 'node:events';
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls';
import { expect } from 'chai';
import { type RunningServer, serve } from '../serve.ts';
import { type TlsFolder, tlsFolder } from '../testing/tls-files.ts';

const lookEveryMs = 20;

describe('TLS files', () => {
  let folder: TlsFolder;
  let server: RunningServer;
  let lines: { readonly level: string; readonly message: string; readonly cause?: unknown }[];

  beforeEach(async () => {
    folder = await tlsFolder();
    lines = [];
    const app = { callback: () => (_: unknown, response: { end(text: string): void }) => response.end('hello') };
    server = await serve(app, {
      host: '127.0.0.1',
      port: 0,
      tls: { ...folder.files, lookEveryMs },
      log: {
        info: (message) => void lines.push({ level: 'info', message }),
        error: (message, cause) => void lines.push({ level: 'error', message, cause }),
      },
    });
  });
  afterEach(async () => {
    await server.close(0);
    await folder.remove();
  });

  const open = async (options: ConnectionOptions = {}): Promise<TLSSocket> => {
    const socket = connect({ port: Number(new URL(server.url).port), rejectUnauthorized: false, ...options });
    await once(socket, 'secureConnect');
    return socket;
  };
  const nameServed = async (): Promise<string> => {
    const socket = await open();
    const name = String(socket.getPeerCertificate().subject.CN);
    socket.destroy();
    return name;
  };
  const until = async (done: () => boolean | Promise<boolean>): Promise<void> => {
    const late = Date.now() + 5000;
    while (!(await done())) {
      if (Date.now() > late) throw new Error(`it did not happen: ${JSON.stringify(lines)}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
  const errors = () => lines.filter(({ level }) => level === 'error');

  it('are served anew when they change, and connections stay', async () => {
    const old = await open();
    old.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(old, 'data');
    await folder.put(await folder.make('second'));
    await until(async () => (await nameServed()) === 'second');
    old.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(String((await once(old, 'data'))[0])).to.match(/^HTTP\/1.1 200/);
    old.destroy();
    expect(lines).to.deep.equal([{ level: 'info', message: 'TLS certificate replaced' }]);
  });

  it('stay as they are in use while they are half written, mismatched or gone, each with one error', async () => {
    const { cert, key } = await folder.make('second');
    const wrong = [
      { cert: cert.slice(0, cert.length / 2) },
      { cert: '' },
      { cert, key: (await folder.make('third')).key },
      { cert, key: key.slice(0, 40) },
    ];
    for (const [at, pair] of wrong.entries()) {
      await folder.put(pair);
      await until(() => errors().length === at + 1);
      expect(await nameServed()).to.equal('first');
    }
    expect(JSON.stringify(lines)).not.to.contain('PRIVATE').and.not.contain(key.slice(40, 80));
    await folder.remove();
    await until(() => errors().length === wrong.length + 1);
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs * 5));
    expect(errors()).to.have.length(wrong.length + 1);
    expect(await nameServed()).to.equal('first');
  });

  it('must be usable at start', async () => {
    await folder.put({ key: (await folder.make('other')).key });
    const app = { callback: () => () => {} };
    const started = await serve(app, { host: '127.0.0.1', port: 0, tls: folder.files }).then(
      () => 'started',
      (error: Error) => error.message,
    );
    expect(started).to.match(/key values mismatch/);
  });

  it('speak TLS 1.2 and 1.3 and nothing older, before and after a change', async () => {
    const versions = async () => {
      const spoken: string[] = [];
      for (const version of ['TLSv1', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3'] as const) {
        const options = { minVersion: version, maxVersion: version, ciphers: 'ALL:@SECLEVEL=0' };
        const socket = await open(options).catch(() => undefined);
        if (socket) spoken.push(String(socket.getProtocol()));
        socket?.destroy();
      }
      return spoken;
    };
    expect(await versions()).to.deep.equal(['TLSv1.2', 'TLSv1.3']);
    await folder.put(await folder.make('second'));
    await until(async () => (await nameServed()) === 'second');
    expect(await versions()).to.deep.equal(['TLSv1.2', 'TLSv1.3']);
  });

  it('speak only suites with forward secrecy and authenticated encryption, before and after a change', async () => {
    const spoken = async (suites: readonly string[]) => {
      const found: string[] = [];
      for (const ciphers of suites) {
        const options = { minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2', ciphers } as const;
        const socket = await open(options).catch(() => undefined);
        if (socket) found.push(ciphers);
        socket?.destroy();
      }
      return found;
    };
    const good = ['ECDHE-ECDSA-AES128-GCM-SHA256', 'ECDHE-ECDSA-CHACHA20-POLY1305'];
    const all = [...good, 'ECDHE-ECDSA-AES128-SHA', 'ECDHE-ECDSA-AES128-SHA256', 'ECDHE-ECDSA-AES256-CCM8'];
    expect(await spoken(all)).to.deep.equal(good);
    await folder.put(await folder.make('second'));
    await until(async () => (await nameServed()) === 'second');
    expect(await spoken(all)).to.deep.equal(good);
  });

  it('let even what is not HTTP be answered with HSTS', async () => {
    const socket = await open();
    socket.write('garbage\r\n\r\n');
    const [answer] = await once(socket, 'data');
    expect(String(answer)).to.match(/^HTTP\/1.1 400 [\s\S]*\r\nStrict-Transport-Security: max-age=31536000\r\n/);
    socket.destroy();
  });
});
