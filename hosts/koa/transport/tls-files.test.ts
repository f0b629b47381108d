import { once } from 'node:events';
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls';
import { expect } from 'chai';
import { type RunningServer, serve } from '../serve.ts';
import { type TlsFolder, tlsFolder } from '../testing/tls-files.ts';

describe('TLS files', () => {
  let folder: TlsFolder;
  let server: RunningServer;

  beforeEach(async () => {
    folder = await tlsFolder();
    const app = { callback: () => (_: unknown, response: { end(text: string): void }) => response.end('hello') };
    server = await serve(app, { host: '127.0.0.1', port: 0, tls: folder.files });
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

  it('must be usable at start: what cannot be read or is not a pair is named, and no part of a key', async () => {
    const refusal = () => {
      const app = { callback: () => () => {} };
      return serve(app, { host: '127.0.0.1', port: 0, tls: folder.files }).then(
        () => 'started',
        ({ message }: Error) => message,
      );
    };
    const { cert, key } = await folder.make('other');
    const wrong = [
      [{ key }, /key values mismatch/],
      [{ cert: cert.slice(0, cert.length / 2), key }, /PEM/],
      [{ cert, key: key.slice(0, 40) }, /PEM|DECODER/],
    ] as const;
    const { certFile, keyFile } = folder.files;
    for (const [pair, why] of wrong) {
      await folder.put(pair);
      const message = await refusal();
      expect(message).to.match(why).and.contain(certFile).and.contain(keyFile);
      expect(message).not.to.contain('PRIVATE').and.not.contain(key.slice(40, 80));
    }
    await folder.remove();
    expect(await refusal()).to.match(/TLS_CERT_FILE.*ENOENT/);
  });

  it('speak TLS 1.2 and 1.3 and nothing older', async () => {
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
  });

  it('speak only suites with forward secrecy and authenticated encryption', async () => {
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
  });

  it('let even what is not HTTP be answered with HSTS', async () => {
    const socket = await open();
    socket.write('garbage\r\n\r\n');
    const [answer] = await once(socket, 'data');
    expect(String(answer)).to.match(/^HTTP\/1.1 400 [\s\S]*\r\nStrict-Transport-Security: max-age=31536000\r\n/);
    socket.destroy();
  });
});
