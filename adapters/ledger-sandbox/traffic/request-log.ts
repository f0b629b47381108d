/** The latest requests, newest last, without secrets; tests count calls with it. */
import { createHash } from 'node:crypto';
import type { SandboxRequest } from '../http/message.ts';

const maxEntries = 2000;
const secretHeaders = ['authorization', 'cookie', 'proxy-authorization'];
const emptyDigest = createHash('sha256').digest('hex');

interface Entry {
  readonly request: Pick<SandboxRequest, 'method' | 'path' | 'headers'>;
  readonly digest: string;
  readonly status: number;
  readonly at: number;
}

export interface LoggedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** SHA-256 of the body in hexadecimal. */
  readonly body_digest: string;
  /** 0 when the answer was dropped. */
  readonly status: number;
  readonly at: string;
}

export function createRequestLog(now: () => number) {
  const entries: Entry[] = [];
  let next = 0;
  return {
    add({ method, path, headers, body }: SandboxRequest, status: number): void {
      const digest = body.length === 0 ? emptyDigest : createHash('sha256').update(body).digest('hex');
      entries[next] = { request: { method, path, headers }, digest, status, at: now() };
      next = (next + 1) % maxEntries;
    },
    list(): readonly LoggedRequest[] {
      const ordered = entries.length < maxEntries ? entries : [...entries.slice(next), ...entries.slice(0, next)];
      return ordered.map(({ request, digest, status, at }) => ({
        method: request.method,
        path: request.path,
        headers: Object.fromEntries(Object.entries(request.headers).filter(([name]) => !secretHeaders.includes(name))),
        body_digest: digest,
        status,
        at: new Date(at).toISOString(),
      }));
    },
    clear(): void {
      entries.length = 0;
      next = 0;
    },
  };
}

export type RequestLog = ReturnType<typeof createRequestLog>;
