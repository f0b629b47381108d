// Sends bytes to a server and reads its bytes, for requests that no HTTP client would send.
import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface RawConnection {
  readonly socket: Socket;
  send(text: string): void;
  /** Everything received so far. */
  text(): string;
  /** Resolves to everything received when the server has ended the connection. */
  readonly ended: Promise<string>;
  /** Resolves when the text received matches. */
  until(pattern: RegExp, timeoutMs?: number): Promise<string>;
}

export function rawConnection(url: string): RawConnection {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
  });
  socket.on('error', () => {});
  const ended = new Promise<string>((resolve) => socket.once('close', () => resolve(text)));
  return {
    socket,
    ended,
    text: () => text,
    send: (bytes) => void socket.write(bytes, 'latin1'),
    async until(pattern, timeoutMs = 60_000) {
      const late = Date.now() + timeoutMs;
      while (!pattern.test(text)) {
        if (Date.now() > late) throw new Error(`never came: ${pattern}; but: ${text.slice(0, 500)}`);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      return text;
    },
  };
}

/** Sends text and resolves to what came until the server ended the connection or was silent for `quietMs`. */
export async function exchange(url: string, text: string, quietMs = 1500): Promise<string> {
  const connection = rawConnection(url);
  connection.socket.setTimeout(quietMs, () => connection.socket.destroy());
  connection.send(text);
  return connection.ended;
}

const interim = /^HTTP\/1\.1 100 Continue\r\n\r\n/;

/** Parses answers that declare their length; omits interim ones. */
export function answersIn(text: string): RawAnswer[] {
  const found: RawAnswer[] = [];
  let rest = text;
  for (;;) {
    rest = rest.replace(interim, '');
    const head = /^HTTP\/1\.1 (\d{3})[^\r\n]*\r\n([\s\S]*?)\r\n\r\n/.exec(rest);
    if (!head) return found;
    const headers = Object.fromEntries(
      (head[2] ?? '').split('\r\n').map((line) => {
        const [name = '', ...value] = line.split(': ');
        return [name.toLowerCase(), value.join(': ')];
      }),
    );
    const length = Number(headers['content-length'] ?? 0);
    const start = head[0].length;
    found.push({ status: Number(head[1]), headers, body: rest.slice(start, start + length) });
    rest = rest.slice(start + length);
  }
}
