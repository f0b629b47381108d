// Speaks the protocol on stdin and stdout for programs that can start a local server but send no headers: each line goes to
// POST /mcp with the key, and each answer comes back as a line. It keeps nothing and knows nothing of tools.
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

export interface Forwarding {
  /** Of the service, such as `https://ledgerport.example.com`; `/mcp` is added unless it is there. */
  readonly url: string;
  readonly apiKey: string;
  readonly input: Readable;
  /** Writes one line to stdout, where nothing else may stand. */
  readonly out: (line: string) => void;
  readonly userAgent: string;
  readonly fetch?: typeof fetch;
  /** How long open calls are waited for after the end of the input. */
  readonly graceMs?: number;
}

type Message = { readonly [field: string]: unknown };

const isObject = (value: unknown): value is Message =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const protocolKey = 'io.modelcontextprotocol/protocolVersion';
const namesItsThing: ReadonlySet<unknown> = new Set(['tools/call', 'prompts/get', 'resources/read']);
/** Methods that write nothing; a call of a tool may. */
const mayRepeat = (method: unknown) => method !== 'tools/call';
const graceMsUsual = 30_000;
const openMost = 64;

/** Resolves when the input has ended and open calls are answered, or given up after the grace. */
export async function forward(forwarding: Forwarding): Promise<void> {
  const { input, graceMs = graceMsUsual } = forwarding;
  const open = new Set<Promise<void>>();
  const aborted = new AbortController();
  const state: State = { version: undefined, signal: aborted.signal, address: addressOf(forwarding.url) };
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  for await (const line of lines) {
    if (line.trim() === '') continue;
    // A program that sends faster than answers come waits.
    if (open.size >= openMost) await Promise.race(open);
    const call: Promise<void> = forwardLine(forwarding, state, line).finally(() => open.delete(call));
    open.add(call);
    // The handshake of the old era decides the header of what follows.
    if (/"initialize"/.test(line)) await call;
  }
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, graceMs);
  await Promise.race([Promise.all(open), late]);
  clearTimeout(timer);
  aborted.abort();
}

interface State {
  /** Of the old era, as `initialize` has agreed it. */
  version: string | undefined;
  readonly signal: AbortSignal;
  readonly address: string;
}

function addressOf(url: string): string {
  const base = url.replace(/\/+$/, '');
  return base.endsWith('/mcp') ? base : `${base}/mcp`;
}

async function forwardLine(forwarding: Forwarding, state: State, line: string): Promise<void> {
  const { out } = forwarding;
  let message: Message;
  try {
    const parsed: unknown = JSON.parse(line);
    if (!isObject(parsed)) throw new SyntaxError('not an object');
    message = parsed;
  } catch {
    return out(rpcError(null, -32700, 'this line is not one message of JSON'));
  }
  const { id, method } = message;
  try {
    const answer = await post(forwarding, state, { line, message });
    await relay(answer, forwarding, state, message);
  } catch (thrown) {
    if (id === undefined || state.signal.aborted) return;
    const why = thrown instanceof Error ? (thrown.cause instanceof Error ? thrown.cause.message : thrown.message) : '';
    const unsure =
      method === 'tools/call' ? '; a write may have been made: repeat the call with the same request_ref' : '';
    out(rpcError(id, -32005, `${state.address} cannot be reached (${why})${unsure}`));
  }
}

/** A read is tried once more when the way to the service broke. */
async function post(
  { apiKey, userAgent, fetch: send = fetch }: Forwarding,
  state: State,
  { line, message }: { readonly line: string; readonly message: Message },
): Promise<Response> {
  const headers = { ...headersOf(message, state.version), Authorization: `Bearer ${apiKey}`, 'User-Agent': userAgent };
  const once = () =>
    send(state.address, { method: 'POST', headers, body: line, signal: state.signal, redirect: 'error' });
  try {
    return await once();
  } catch (error) {
    if (!mayRepeat(message['method']) || state.signal.aborted) throw error;
    return once();
  }
}

/** The three headers of the new era repeat what the body says; the old era has one, which its handshake agreed. */
function headersOf(message: Message, agreed: string | undefined): Record<string, string> {
  const params = isObject(message['params']) ? message['params'] : {};
  const meta = isObject(params['_meta']) ? params['_meta'] : {};
  const version = meta[protocolKey];
  const { method } = message;
  const name = params['name'] ?? params['uri'];
  const isNew = typeof version === 'string';
  return {
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    ...(isNew ? { 'MCP-Protocol-Version': version } : agreed === undefined ? {} : { 'MCP-Protocol-Version': agreed }),
    ...(isNew && typeof method === 'string' && { 'Mcp-Method': method }),
    ...(isNew && namesItsThing.has(method) && typeof name === 'string' && { 'Mcp-Name': headerText(name) }),
  };
}

/** A header holds printable ASCII; other text travels encoded, as the protocol says. */
const headerText = (text: string) =>
  /^[\x21-\x7e]+$/.test(text) ? text : `=?base64?${Buffer.from(text, 'utf8').toString('base64')}?=`;

const refusals: Readonly<Record<number, readonly [code: number, words: string]>> = {
  401: [-32001, 'the key is missing, unknown, revoked or has expired: set LEDGERPORT_API_KEY'],
  413: [-32004, 'the message is too large'],
};

async function relay(answer: Response, { out }: Forwarding, state: State, { id, method }: Message): Promise<void> {
  const refusal = refusals[answer.status];
  if (refusal) {
    await answer.body?.cancel();
    if (id !== undefined) out(rpcError(id, ...refusal));
    return;
  }
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') === true;
  for await (const text of isStream ? eventsOf(answer) : [await answer.text()]) {
    if (text.trim() === '') continue;
    const told = messageOf(text);
    if (told === undefined) {
      if (id !== undefined) out(rpcError(id, -32005, `the service answered ${answer.status}`));
      continue;
    }
    const result = isObject(told['result']) ? told['result'] : {};
    if (method === 'initialize' && typeof result['protocolVersion'] === 'string')
      state.version = result['protocolVersion'];
    // A refusal before the message was read names no id.
    const whole = told['id'] === null && id !== undefined ? { ...told, id } : told;
    if (id !== undefined || 'method' in told) out(JSON.stringify(whole));
  }
}

function messageOf(text: string): Message | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return isObject(parsed) && parsed['jsonrpc'] === '2.0' ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** The data of each event of a stream. */
async function* eventsOf({ body }: Response): AsyncGenerator<string> {
  let rest = '';
  for await (const part of (body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    rest += part;
    const events = rest.split(/\r?\n\r?\n/);
    rest = events.pop() ?? '';
    for (const event of events) yield dataOf(event);
  }
  yield dataOf(rest);
}

function dataOf(event: string): string {
  const lines = event.split(/\r?\n/).filter((line) => line.startsWith('data:'));
  return lines.map((line) => line.slice(5).replace(/^ /, '')).join('\n');
}

function rpcError(id: unknown, code: number, message: string): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } });
}
