import type { IncomingMessage } from 'node:http';
import { ServiceError } from '#core';
import { drain } from './drain.ts';

export const rawBodyMaxBytes = 5 * 1024 * 1024;

/** The exact bytes of a body of at most 5 MiB: a signature is over these, not over what a parser makes of them. */
export async function readRawBody(request: IncomingMessage): Promise<Uint8Array> {
  if (Number(request.headers['content-length'] ?? 0) > rawBodyMaxBytes) throw tooLarge(request);
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    const ended = () => settle(() => resolve(Buffer.concat(chunks)));
    const failed = (error: Error) => settle(() => reject(error));
    const left = () => settle(() => reject(new ServiceError('BAD_REQUEST', 'the body ended early')));
    const take = (chunk: Buffer) => {
      size += chunk.length;
      if (size <= rawBodyMaxBytes) chunks.push(chunk);
      else settle(() => reject(tooLarge(request)));
    };
    const settle = (how: () => void) => {
      request.off('data', take).off('end', ended).off('error', failed).off('close', left);
      how();
    };
    request.on('data', take).once('end', ended).once('error', failed).once('close', left);
  });
}

function tooLarge(request: IncomingMessage): ServiceError {
  drain(request);
  return new ServiceError('PAYLOAD_TOO_LARGE', `the body is larger than ${rawBodyMaxBytes} bytes`);
}
