// Keeps a server's certificate up to date with its files, without a restart and without breaking a connection.
import { createHash, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import type { Log } from '#core';

export interface TlsFiles {
  /** PEM: the certificate, then its intermediates. */
  readonly certFile: string;
  /** PEM, without a passphrase. */
  readonly keyFile: string;
}

export interface TlsPair {
  readonly cert: Buffer;
  readonly key: Buffer;
}

export const leastTlsVersion = 'TLSv1.2';
/** TLS 1.3's, and of 1.2 only authenticated encryption with forward secrecy (RFC 9325, 4.2). */
export const tlsSuites = [
  ...['TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256', 'TLS_AES_128_GCM_SHA256'],
  ...['ECDHE-ECDSA-AES256-GCM-SHA384', 'ECDHE-RSA-AES256-GCM-SHA384'],
  ...['ECDHE-ECDSA-CHACHA20-POLY1305', 'ECDHE-RSA-CHACHA20-POLY1305'],
  ...['ECDHE-ECDSA-AES128-GCM-SHA256', 'ECDHE-RSA-AES128-GCM-SHA256'],
].join(':');
const lookEveryMs = 5_000;

/** The pair as it is now; rejects when it cannot be used. */
export async function readTlsPair(files: TlsFiles): Promise<TlsPair> {
  const pair = await read(files);
  assertUsable(pair);
  return pair;
}

export interface TlsWatch {
  readonly files: TlsFiles;
  readonly initial: TlsPair;
  /** Takes the new pair for connections from now on. */
  readonly apply: (pair: TlsPair) => void;
  readonly log: Pick<Log, 'info' | 'error'> | undefined;
  readonly everyMs?: number | undefined;
}

/**
 * Looks at the files every five seconds: contents, because certificate tools replace files and turn symlinks. A pair
 * that changed is taken once two looks in a row found the same, so that one that is being written is left alone; one
 * that cannot be used is an error in the log, once, and the pair in use stays. Ends the watch when called.
 */
export function watchTlsFiles({ files, initial, apply, log, everyMs = lookEveryMs }: TlsWatch): () => void {
  let settled = digestOf(initial);
  let last = settled;
  let looking = false;
  const look = async () => {
    const pair = await read(files);
    const digest = digestOf(pair);
    const same = digest === last;
    last = digest;
    if (digest === settled || !same) return;
    settled = digest;
    assertUsable(pair);
    apply(pair);
    log?.info('TLS certificate replaced', { expires_at: new X509Certificate(pair.cert).validToDate.toISOString() });
  };
  let unreadable = false;
  const timer = setInterval(() => {
    if (looking) return;
    looking = true;
    look()
      .then(
        () => {
          unreadable = false;
        },
        (error: unknown) => {
          const isMissing = error instanceof Error && 'syscall' in error;
          if (!isMissing || !unreadable) log?.error('TLS files not usable, the certificate in use stays', error);
          unreadable = isMissing;
        },
      )
      .finally(() => {
        looking = false;
      });
  }, everyMs).unref();
  return () => clearInterval(timer);
}

async function read({ certFile, keyFile }: TlsFiles): Promise<TlsPair> {
  const [cert, key] = await Promise.all([readFile(certFile), readFile(keyFile)]);
  return { cert, key };
}

/** Throws where the PEM is broken off, or the key is another certificate's. */
function assertUsable({ cert, key }: TlsPair): void {
  createSecureContext({ cert, key, minVersion: leastTlsVersion });
}

function digestOf({ cert, key }: TlsPair): string {
  return createHash('sha256').update(cert).update('\0').update(key).digest('hex');
}
