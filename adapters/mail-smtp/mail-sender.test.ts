import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { createMailSender, type MailSenderOptions, mailbox, smtpAddress } from './index.ts';
import {
  hasMailServer,
  type MailServer,
  type MailServerOptions,
  openMailServer,
  readLetter,
} from './testing/mail-server.ts';

const from = { name: 'Ledgerport', address: 'alerts@example.com' };
const message = {
  to: 'oncall@example.org',
  subject: 'Deliveries are held',
  text: 'A line.\n.\nEnd – ok.\n',
  id: 'op_1',
};
const bounds = { connectTimeoutMs: 1_000, idleTimeoutMs: 1_000, totalTimeoutMs: 2_000 };

(hasMailServer ? describe : describe.skip)('mail by SMTP, to a real server', () => {
  const opened: { close(): unknown }[] = [];
  afterEach(async () => {
    for (const one of opened.splice(0).reverse()) await one.close();
  });
  const serve = async (options?: MailServerOptions): Promise<MailServer> => {
    const server = await openMailServer(options);
    opened.push(server);
    return server;
  };
  const senderTo = (url: string, more: Partial<MailSenderOptions> = {}) => {
    const server = smtpAddress(url);
    if (!server) throw new Error(`${url} is no address`);
    const sender = createMailSender({ server, from, allowPlain: true, bounds, ...more });
    opened.push(sender);
    return sender;
  };

  it('arrives as plain text, from and to one address each, with an id that attempts share', async () => {
    const server = await serve();
    const sender = senderTo(`smtp://127.0.0.1:${server.port}`);
    expect(await sender.send(message)).to.deep.equal({ kind: 'sent' });
    const [letter] = server.letters;
    if (!letter) throw new Error('nothing arrived');
    expect(letter).to.deep.include({ from: from.address, to: [message.to], secure: false });
    const { headers, text } = readLetter(letter);
    expect(text.trimEnd()).to.equal(message.text.trimEnd());
    expect(headers.get('subject')).to.equal(message.subject);
    expect(headers.get('from')).to.equal('Ledgerport <alerts@example.com>');
    expect(headers.get('to')).to.equal(message.to);
    expect(headers.get('message-id')).to.equal('<op_1@example.com>');
    expect(headers.get('auto-submitted')).to.equal('auto-generated');
    expect(headers.get('content-type')).to.match(/^text\/plain; charset=utf-8/i);
  });

  it('keeps what a name holds in the subject: no header, no second recipient, no other body', async () => {
    const server = await serve();
    const sender = senderTo(`smtp://127.0.0.1:${server.port}`);
    const subjects = [
      'Held\r\nBcc: everybody@example.net\r\n\r\n<b>other body</b>',
      'Held\nTo: everybody@example.net',
      'Held\u2028Cc: a@example.net',
      'Ünïcödé 👩‍💻 '.repeat(30),
    ];
    for (const subject of subjects) expect(await sender.send({ ...message, subject })).to.deep.equal({ kind: 'sent' });
    const ids = ['op\r\nBcc: x@example.net', '<>'].map((id) => sender.send({ ...message, id }));
    expect(await Promise.all(ids)).to.deep.equal([{ kind: 'sent' }, { kind: 'sent' }]);
    for (const letter of server.letters) {
      expect(letter.to).to.deep.equal([message.to]);
      const { headers, text } = readLetter(letter);
      expect([headers.has('bcc'), headers.has('cc'), headers.get('to')]).to.deep.equal([false, false, message.to]);
      expect(text.trimEnd()).to.equal(message.text.trimEnd());
    }
    const [first] = server.letters;
    expect(first && readLetter(first).headers.get('subject')).to.equal(
      'Held Bcc: everybody@example.net <b>other body</b>',
    );
  });

  it('signs in, and says in its own words when it may not', async () => {
    const server = await serve({ login: { user: 'us@er', pass: 'p:a/ss' } });
    const right = senderTo(`smtp://us%40er:p%3Aa%2Fss@127.0.0.1:${server.port}`);
    expect(await right.send(message)).to.deep.equal({ kind: 'sent' });
    expect(server.letters[0]?.user).to.equal('us@er');
    const wrong = await senderTo(`smtp://us%40er:other@127.0.0.1:${server.port}`).send(message);
    expect(wrong).to.deep.equal({ kind: 'failed', error: 'the mail server refused the sign-in (535)', isFinal: false });
  });

  it('tells a refused address, which is final, from a refusal that passes, without the server’s words', async () => {
    const server = await serve();
    const sender = senderTo(`smtp://127.0.0.1:${server.port}`);
    const rows = [
      ['RCPT', 550, 'the mail server refused the address (550)', true],
      ['RCPT', 450, 'the mail server refused the address (450)', false],
      ['DATA', 554, 'the mail server refused the message (554)', false],
    ] as const;
    for (const [at, code, error, isFinal] of rows) {
      server.hands.refuse = { at, code };
      expect(await sender.send(message)).to.deep.equal({ kind: 'failed', error, isFinal });
    }
    server.hands.refuse = undefined;
    expect(await sender.send(message)).to.deep.equal({ kind: 'sent' });
  });

  it('sends over few connections, however many messages there are', async () => {
    const server = await serve();
    server.hands.arrived = () => new Promise((resolve) => setTimeout(resolve, 5));
    const sender = senderTo(`smtp://127.0.0.1:${server.port}`);
    const all = await Promise.all(Array.from({ length: 20 }, (_, i) => sender.send({ ...message, id: `op_${i}` })));
    expect(all.every(({ kind }) => kind === 'sent')).to.equal(true);
    expect(server.letters).to.have.length(20);
    expect(server.hands.mostAtOnce).to.be.at.most(2);
  });

  it('gives up on a server that is away, silent or stuck, and works again when it is back', async () => {
    const silent = createServer((socket) => socket.on('error', () => {}));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as { port: number };
    const sender = senderTo(`smtp://127.0.0.1:${port}`);
    const late = { kind: 'failed', error: 'the mail server did not answer in time', isFinal: false };
    expect(await sender.send(message)).to.deep.equal(late);
    const all = await Promise.all(Array.from({ length: 6 }, () => sender.send(message)));
    expect(all).to.deep.equal(Array(6).fill(late));
    await new Promise((resolve) => silent.close(resolve));
    expect(await sender.send(message)).to.deep.include({ kind: 'failed', isFinal: false });
    const server = await serve({ port });
    expect(await sender.send(message)).to.deep.equal({ kind: 'sent' });
    expect(server.letters).to.have.length(1);
    server.hands.arrived = () => new Promise(() => {});
    expect(await sender.send(message)).to.deep.equal(late);
  });

  describe('with TLS', () => {
    let folder: string;
    let own: { cert: string; key: string };
    before(() => {
      folder = mkdtempSync(path.join(tmpdir(), 'ledgerport-mail-'));
      const [keyFile, certFile] = [path.join(folder, 'key'), path.join(folder, 'cert')];
      const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'];
      const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
      execFileSync('openssl', ['req', '-x509', ...curve, ...name, '-keyout', keyFile, '-out', certFile], {
        stdio: 'ignore',
      });
      own = { cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8') };
    });
    after(() => rmSync(folder, { recursive: true, force: true }));

    for (const way of ['first', 'starttls'] as const) {
      it(`(${way}): sends to a certificate that is trusted and names the server, and to no other`, async () => {
        const server = await serve({ tls: { ...own, from: way } });
        const scheme = way === 'first' ? 'smtps' : 'smtp';
        const trusting = senderTo(`${scheme}://localhost:${server.port}`, { allowPlain: false, ca: own.cert });
        expect(await trusting.send(message)).to.deep.equal({ kind: 'sent' });
        expect(server.letters[0]?.secure).to.equal(true);
        for (const allowPlain of [true, false]) {
          const stranger = senderTo(`${scheme}://localhost:${server.port}`, { allowPlain });
          expect(await stranger.send(message)).to.deep.include({ kind: 'failed', isFinal: false });
          const otherName = senderTo(`${scheme}://127.0.0.1:${server.port}`, { allowPlain, ca: own.cert });
          expect(await otherName.send(message)).to.deep.include({ kind: 'failed', isFinal: false });
        }
        expect(server.letters).to.have.length(1);
      });
    }

    it('sends neither mail nor password in plain text, unless that is allowed', async () => {
      const server = await serve({ login: { user: 'user', pass: 'pass' } });
      const strict = senderTo(`smtp://user:pass@127.0.0.1:${server.port}`, { allowPlain: false });
      expect(await strict.send(message)).to.deep.include({ kind: 'failed' });
      expect(server.letters).to.deep.equal([]);
    });
  });
});

describe('addresses of mail servers and senders', () => {
  const servers: readonly [string, object | undefined][] = [
    ['smtp://mail.example.com', { host: 'mail.example.com', port: 587, secure: false }],
    ['smtps://mail.example.com/', { host: 'mail.example.com', port: 465, secure: true }],
    ['smtp://[::1]:25', { host: '::1', port: 25, secure: false }],
    ['smtp://u:p%40@h.example:2525', { host: 'h.example', port: 2525, secure: false, auth: { user: 'u', pass: 'p@' } }],
    ['smtp://u@h.example', undefined],
    ['smtp://u:%zz@h.example', undefined],
    ['smtp://h.example/?tls.rejectUnauthorized=false', undefined],
    ['https://h.example', undefined],
    ['h.example:25', undefined],
  ];
  for (const [text, address] of servers) it(`reads ${text}`, () => expect(smtpAddress(text)).to.deep.equal(address));

  const isAddress = (text: string) => /^\w+@example\.com$/.test(text);
  const boxes: readonly [string, object | undefined][] = [
    ['alerts@example.com', { name: '', address: 'alerts@example.com' }],
    ['Ledgerport <alerts@example.com>', { name: 'Ledgerport', address: 'alerts@example.com' }],
    ['"Our Ledger, Ltd" <alerts@example.com>', { name: 'Our Ledger, Ltd', address: 'alerts@example.com' }],
    ['A <a@example.com>, B <b@example.com>', undefined],
    ['A\r\nBcc: x <a@example.com>', undefined],
    ['nobody', undefined],
  ];
  for (const [text, box] of boxes)
    it(`reads ${JSON.stringify(text)}`, () => expect(mailbox(text, isAddress)).to.deep.equal(box));
});
