// A real SMTP server that tests control, and what arrived at it.
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';

export interface Letter {
  readonly from: string;
  readonly to: readonly string[];
  readonly user: string | undefined;
  readonly secure: boolean;
  /** The whole message as it came over the line. */
  readonly raw: string;
}

interface Session {
  readonly secure: boolean;
  readonly user?: string;
  readonly envelope: {
    readonly mailFrom: { readonly address: string };
    readonly rcptTo: readonly { readonly address: string }[];
  };
}
type Done = (error?: Error | null, value?: unknown) => void;

/** What is used of the package; it is loaded by name, so that the types hold where it is not installed. */
interface Server {
  readonly server: { address(): AddressInfo | null };
  listen(port: number, host: string, done: () => void): void;
  close(done: () => void): void;
  on(event: 'error', heard: (error: Error) => void): void;
}
type Make = new (options: Readonly<Record<string, unknown>>) => Server;

function smtpServer(): Make | undefined {
  try {
    const require = createRequire(import.meta.url);
    require.resolve('nodemailer');
    return (require('smtp-server') as { SMTPServer: Make }).SMTPServer;
  } catch {
    return undefined;
  }
}

/** False in a checkout whose packages are older; tests of mail are pending there. */
export const hasMailServer = smtpServer() !== undefined;

export interface MailServerOptions {
  readonly port?: number;
  /** TLS: from the first byte, by STARTTLS, or none. */
  readonly tls?: { readonly cert: string; readonly key: string; readonly from: 'first' | 'starttls' };
  readonly login?: { readonly user: string; readonly pass: string };
}

export interface MailServer {
  readonly port: number;
  readonly letters: Letter[];
  readonly hands: {
    /** Refuses a command of the conversation with this code. */
    refuse: { readonly at: 'RCPT' | 'DATA'; readonly code: number } | undefined;
    /** Runs when a message has arrived, before it is accepted. */
    arrived: () => Promise<void>;
    connections: number;
    mostAtOnce: number;
  };
  close(): Promise<void>;
}

export async function openMailServer({ port = 0, tls, login }: MailServerOptions = {}): Promise<MailServer> {
  const SMTPServer = smtpServer();
  if (!SMTPServer) throw new Error('smtp-server is not installed');
  const letters: Letter[] = [];
  const hands: MailServer['hands'] = { refuse: undefined, arrived: async () => {}, connections: 0, mostAtOnce: 0 };
  const refusal = (at: 'RCPT' | 'DATA'): Error | null =>
    hands.refuse?.at === at
      ? Object.assign(new Error('no: secret-of-the-server 10.1.2.3'), { responseCode: hands.refuse.code })
      : null;
  const server = new SMTPServer({
    secure: tls?.from === 'first',
    ...(tls && { cert: tls.cert, key: tls.key }),
    disabledCommands: [...(tls?.from === 'starttls' ? [] : ['STARTTLS']), ...(login ? [] : ['AUTH'])],
    allowInsecureAuth: true,
    authOptional: !login,
    disableReverseLookup: true,
    closeTimeout: 100,
    onAuth({ username, password }: Readonly<Record<string, string>>, _session: Session, done: Done) {
      const isRight = username === login?.user && password === login?.pass;
      if (isRight) done(null, { user: username });
      else done(new Error('wrong'));
    },
    onConnect(_session: Session, done: Done) {
      hands.connections += 1;
      hands.mostAtOnce = Math.max(hands.mostAtOnce, hands.connections);
      done();
    },
    onClose() {
      hands.connections -= 1;
    },
    onRcptTo: (_address: unknown, _session: Session, done: Done) => done(refusal('RCPT')),
    async onData(stream: Readable, { envelope, user, secure }: Session, done: Done) {
      let raw = '';
      for await (const chunk of stream) raw += chunk;
      const refused = refusal('DATA');
      if (refused) return done(refused);
      letters.push({
        from: envelope.mailFrom.address,
        to: envelope.rcptTo.map(({ address }) => address),
        user,
        secure,
        raw,
      });
      await hands.arrived();
      done();
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    port: server.server.address()?.port ?? 0,
    letters,
    hands,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** Headers by lower-case name, unfolded and decoded; and the body as it was written. */
export function readLetter({ raw }: Letter): { readonly headers: ReadonlyMap<string, string>; readonly text: string } {
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  const unfolded = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  const headers = new Map(
    unfolded.map((line) => {
      const at = line.indexOf(':');
      return [line.slice(0, at).toLowerCase(), decodedWords(line.slice(at + 1).trim())];
    }),
  );
  const body = rest.join('\r\n\r\n');
  const encoding = headers.get('content-transfer-encoding') ?? '7bit';
  const bytes =
    encoding === 'base64'
      ? Buffer.from(body, 'base64')
      : encoding === 'quoted-printable'
        ? unquoted(body)
        : Buffer.from(body);
  return { headers, text: bytes.toString('utf8').replaceAll('\r\n', '\n') };
}

function unquoted(text: string): Buffer {
  const joined = text.replace(/=\r\n/g, '');
  return Buffer.from(
    joined.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
}

function decodedWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, (_, form: string, word: string) =>
      form.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString('utf8')
        : unquoted(word.replaceAll('_', ' ')).toString('utf8'),
    );
}
