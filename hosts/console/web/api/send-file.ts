// Sends a file and tells how much of it has left, which `fetch` cannot.
import { tooSlow, unreachable } from './failure.ts';

export interface Upload {
  readonly file: Blob;
  readonly contentType: string;
  readonly idempotencyKey: string;
  /** Called with the part that has left, from 0 to 1. */
  readonly onProgress: (part: number) => void;
}

export interface Sent {
  readonly status: number;
  /** Undefined if it is no JSON. */
  readonly body: unknown;
  readonly requestId: string | null;
}

/** A file of ten megabytes over a slow line, and what the provider takes to store it. */
const timeoutSeconds = 150;

/** Rejects with a `Failure` if no answer came. */
export function sendFile(url: string, upload: Upload, headers: Readonly<Record<string, string>>): Promise<Sent> {
  const { file, contentType, idempotencyKey, onProgress } = upload;
  const { promise, resolve, reject } = Promise.withResolvers<Sent>();
  const request = new XMLHttpRequest();
  request.open('POST', url);
  request.timeout = timeoutSeconds * 1000;
  const all = { ...headers, 'Content-Type': contentType, 'Idempotency-Key': idempotencyKey };
  for (const [name, value] of Object.entries(all)) request.setRequestHeader(name, value);
  request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
  request.onload = () =>
    resolve({
      status: request.status,
      body: parsed(request.responseText),
      requestId: request.getResponseHeader('X-Request-ID'),
    });
  request.onerror = () => reject(unreachable());
  request.ontimeout = () => reject(tooSlow(timeoutSeconds));
  request.send(file);
  return promise;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
