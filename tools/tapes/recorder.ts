// Records with nock what the process sends.
import { setTimeout as wait } from 'node:timers/promises';
import { brotliDecompressSync, unzipSync } from 'node:zlib';
import nock from 'nock';
import type { PlainRequest } from '../../adapters/ledger-recorded/index.ts';

nock.restore();

export interface RecordedExchange {
  readonly request: PlainRequest;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface Recorder {
  /** Returns the exchanges since the last call, in the order in which they ended. */
  take(): Promise<readonly RecordedExchange[]>;
  stop(): void;
}

const quietMs = 10;
const longestWaitMs = 5000;

/** Only one may run in a process. */
export function startRecorder(): Recorder {
  nock.recorder.rec({ dont_print: true, output_objects: true, enable_reqheaders_recording: true });
  return {
    async take() {
      await quiet();
      const recorded = nock.recorder.play();
      nock.recorder.clear();
      return recorded.flatMap((entry) => (typeof entry === 'string' ? [] : [exchangeOf(entry)]));
    },
    stop() {
      nock.restore();
      nock.recorder.clear();
    },
  };
}

/** nock records an exchange a little after its answer was read. */
async function quiet(): Promise<void> {
  for (let waitedMs = 0; waitedMs < longestWaitMs; waitedMs += quietMs) {
    const before = nock.recorder.play().length;
    await wait(quietMs);
    if (nock.recorder.play().length === before) return;
  }
}

function exchangeOf(entry: nock.Definition): RecordedExchange {
  const headers = texts(entry.rawHeaders);
  const encoding = headers['content-encoding'];
  return {
    request: {
      method: entry.method ?? 'GET',
      path: String(entry.path),
      headers: texts(entry.reqheaders),
      body: textOf(entry.body),
    },
    status: entry.status ?? 200,
    headers,
    body: bodyOf(entry, encoding),
  };
}

function texts(headers: Readonly<Record<string, unknown>> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]));
}

/** nock has parsed JSON. */
function textOf(body: unknown): string {
  if (body === undefined || body === null) return '';
  return typeof body === 'string' ? body : JSON.stringify(body);
}

/** nock returns compressed bodies as hexadecimal chunks. */
function bodyOf({ response, responseIsBinary }: nock.Definition, encoding: string | undefined): Buffer {
  if (encoding === undefined) return Buffer.from(textOf(response), responseIsBinary === true ? 'hex' : 'utf8');
  const packed = Buffer.concat((response as string[]).map((chunk) => Buffer.from(chunk, 'hex')));
  return encoding === 'br' ? brotliDecompressSync(packed) : unzipSync(packed);
}
