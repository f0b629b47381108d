// A server over HTTPS that keeps its certificate up to date with its files, without a restart and without breaking a
// connection.
import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { ServerOptions } from 'node:http';
import { createServer, type Server } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '#core';

/** PEM files, followed as they change. */
export interface TlsFiles {
  /** The certificate, then its intermediates. */
  readonly certFile: string;
  /** Without a passphrase. */
  readonly keyFile: string;
  /** 5,000 unless given. */
  readonly lookEveryMs?: number;
}

/** TLS 1.3's, and of 1.2 only authenticated encryption with forward secrecy (RFC 9325, 4.2). */
const ciphers = [
  ...['TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256', 'TLS_AES_128_GCM_SHA256'],
  ...['ECDHE-ECDSA-AES256-GCM-SHA384', 'ECDHE-RSA-AES256-GCM-SHA384'],
  ...['ECDHE-ECDSA-CHACHA20-POLY1305', 'ECDHE-RSA-CHACHA20-POLY1305'],
  ...['ECDHE-ECDSA-AES128-GCM-SHA256', 'ECDHE-RSA-AES128-GCM-SHA256'],
].join(':');

/** Rejects when the pair of files cannot be used. The files are followed until the server is closed. */
export async function createSecureServer(
  files: TlsFiles,
  options: ServerOptions & { readonly handshakeTimeout: number },
  log?: Pick<Log, 'info' | 'error'>,
): Promise<Server> {
  const initial = await read(files);
  const server = createServer({ ...options, ...initial });
  const stop = new AbortController();
  server.once('close', () => stop.abort());
  follow(files, initial, { signal: stop.signal, apply: (pair) => server.setSecureContext(pair), log }).catch(() => {});
  return server;
}

type TlsPair = Awaited<ReturnType<typeof read>>;

async function read({ certFile, keyFile }: TlsFiles) {
  const [cert, key] = await Promise.all([readFile(certFile), readFile(keyFile)]);
  return { cert, key, ciphers, minVersion: 'TLSv1.2' } as const;
}

interface Following {
  readonly signal: AbortSignal;
  /** Takes the new pair for connections from now on; throws where the PEM is broken off, or the key is another's. */
  readonly apply: (pair: TlsPair) => void;
  readonly log: Pick<Log, 'info' | 'error'> | undefined;
}

/**
 * Looks at the files' contents, because certificate tools replace files and turn symlinks. A pair that changed is taken
 * once two looks in a row found the same, so that one that is being written is left alone. One that cannot be used is an
 * error in the log, once, and the pair in use stays. Rejects when the signal comes.
 */
async function follow(files: TlsFiles, initial: TlsPair, { signal, apply, log }: Following): Promise<never> {
  let used = initial;
  let last = initial;
  let isMissing = false;
  for (;;) {
    await pause(files.lookEveryMs ?? 5_000, undefined, { ref: false, signal });
    try {
      const pair = await read(files);
      isMissing = false;
      const isWhole = isSame(pair, last);
      last = pair;
      if (isSame(pair, used) || !isWhole) continue;
      used = pair;
      apply(pair);
      log?.info('TLS certificate replaced', { expires_at: new X509Certificate(pair.cert).validToDate.toISOString() });
    } catch (error) {
      const wasMissing = isMissing;
      isMissing = error instanceof Error && 'syscall' in error;
      if (!isMissing || !wasMissing) log?.error('TLS files not usable, the certificate in use stays', error);
    }
  }
}

function isSame(one: TlsPair, other: TlsPair): boolean {
  return one.cert.equals(other.cert) && one.key.equals(other.key);
}
