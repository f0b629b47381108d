/** A request as the sandbox reads it. `path` includes the query; header names are in lower case. */
export interface SandboxRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
}

/** An answer with all its bytes. */
export interface SandboxAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** `dropped` tells the host to destroy the socket without an answer. */
export type SandboxResponse = SandboxAnswer | { readonly dropped: true };

/** An answer whose text is not yet encoded. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

const empty = new Uint8Array(0);

export function toAnswer(reply: Reply): SandboxAnswer {
  const body = typeof reply.body === 'string' ? Buffer.from(reply.body, 'utf8') : reply.body;
  return { status: reply.status, headers: reply.headers, body: body.length === 0 ? empty : body };
}
