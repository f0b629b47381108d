import { readFileSync } from 'node:fs';
import type { ServerOptions } from 'node:http';
import { createServer, type Server } from 'node:https';

/** PEM files, read once. */
export interface TlsFiles {
  /** The certificate, then its intermediates. */
  readonly certFile: string;
  /** Without a passphrase. */
  readonly keyFile: string;
}

/** TLS 1.3's, and of 1.2 only authenticated encryption with forward secrecy (RFC 9325, 4.2). */
const ciphers = [
  ...['TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256', 'TLS_AES_128_GCM_SHA256'],
  ...['ECDHE-ECDSA-AES256-GCM-SHA384', 'ECDHE-RSA-AES256-GCM-SHA384'],
  ...['ECDHE-ECDSA-CHACHA20-POLY1305', 'ECDHE-RSA-CHACHA20-POLY1305'],
  ...['ECDHE-ECDSA-AES128-GCM-SHA256', 'ECDHE-RSA-AES128-GCM-SHA256'],
].join(':');

/** A server over HTTPS. Throws, naming the files, when they cannot be read or do not belong together. */
export function createSecureServer(
  { certFile, keyFile }: TlsFiles,
  options: ServerOptions & { readonly handshakeTimeout: number },
): Server {
  try {
    const pair = { cert: readFileSync(certFile), key: readFileSync(keyFile) };
    return createServer({ ...options, ...pair, ciphers, minVersion: 'TLSv1.2' });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`TLS_CERT_FILE (${certFile}) with TLS_KEY_FILE (${keyFile}): ${why}`, { cause: error });
  }
}
