// Sends a `Response` on the request's own connection, unbuffered.
import { once } from 'node:events';
import type { Context } from '../koa/request-state.ts';

/** Of one connection alone; this host's server decides them. */
const ofTheConnection: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
]);

/** Resolves when the answer is handed over, or the client has left; Koa sends nothing more. */
export async function sendResponse(
  ctx: Context,
  { status, headers, body }: Response,
  left: AbortSignal,
): Promise<void> {
  ctx.status = status;
  for (const [name, value] of headers) if (!ofTheConnection.has(name)) ctx.set(name, value);
  ctx.respond = false;
  const { res } = ctx;
  if (left.aborted) return void (await body?.cancel());
  if (body === null) return void res.end();
  if (!headers.get('content-type')?.startsWith('text/event-stream')) {
    const bytes = Buffer.from(await new Response(body).arrayBuffer());
    res.setHeader('Content-Length', bytes.length);
    return void res.end(bytes);
  }
  res.flushHeaders();
  const reader = body.getReader();
  // A client that leaves ends the stream.
  const stop = () => void reader.cancel().catch(() => {});
  left.addEventListener('abort', stop, { once: true });
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    if (!res.write(part.value) && !left.aborted) await once(res, 'drain', { signal: left }).catch(() => {});
  }
  res.end();
}
