import { notPublic } from './destination.ts';
import { PostTimeout } from './post.ts';

/** Tells a customer why a delivery got no answer. Names no address and nothing of this service's network. */
export function failureText(error: unknown): string {
  if (error instanceof PostTimeout) return error.message;
  const code = codeOf(error);
  if (code === undefined) return 'the delivery failed';
  return texts[code] ?? (isTls(code) ? `the TLS connection failed (${code})` : `the connection failed (${code})`);
}

const texts: Readonly<Record<string, string>> = {
  REFUSED_ADDRESS: notPublic,
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed without an answer',
  ETIMEDOUT: 'no connection in time',
  EPIPE: 'the connection was closed without an answer',
  ENOTFOUND: 'the host name does not resolve',
  EAI_AGAIN: 'the host name does not resolve at present',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the host cannot be reached',
  HPE_HEADER_OVERFLOW: "the answer's headers are too large",
};

function isTls(code: string): boolean {
  return /^(ERR_(SSL|TLS)|CERT_|UNABLE_TO|DEPTH_ZERO|SELF_SIGNED|EPROTO)/.test(code);
}

/** What went wrong may be wrapped; the innermost code says it. */
function codeOf(error: unknown, depth = 0): string | undefined {
  if (!(error instanceof Error) || depth > 5) return undefined;
  const own = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return codeOf(error.cause, depth + 1) ?? own;
}
