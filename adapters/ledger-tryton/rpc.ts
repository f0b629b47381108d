// Speaks JSON-RPC to a Tryton server; no other file does.
import { isJsonObject, type Json } from '../../core/ports.ts';
import { guardedLookup } from '../outgoing-http/address-rule.ts';
import { type CallBounds, createTransport, readAnswer } from '../outgoing-http/transport.ts';
import { httpRefusal, refusalOf, unreadable } from './refusal.ts';
import { createServerAddresses, type ServerRules } from './server-address.ts';

/** A log-in at a server. The server accepts `key` until it ends the session. */
export interface TrytonSession {
  readonly url: string;
  readonly database: string;
  readonly login: string;
  readonly userId: number;
  readonly key: string;
}

interface RpcCall {
  readonly url: string;
  /** Absent for calls that need no log-in, such as the server's version. */
  readonly database?: string;
  readonly session?: TrytonSession;
  /** Such as `model.account.invoice.post`. */
  readonly method: string;
  readonly params: readonly Json[];
  readonly writes: boolean;
  /** The most bytes of the answer, if fewer than the usual bound. */
  readonly maxBytes?: number;
  /** Called once, whether an answer came or not. `status` is the HTTP status that fits the answer (`refusal.ts`). */
  readonly note?: (status: number | null, bytesIn: number) => void;
}

/** Returns the result, in Tryton's encodings. Throws ServiceError; errors of a write have an `outcome`. */
export type Rpc = (call: RpcCall) => Promise<Json>;

export interface RpcOptions extends ServerRules {
  readonly bounds?: Partial<CallBounds>;
}

const usualBounds: CallBounds = {
  connectTimeoutMs: 5_000,
  responseTimeoutMs: 20_000,
  totalTimeoutMs: 30_000,
  maxBytes: 25 * 1024 * 1024,
};

/** A call takes at most 30 s. */
export function createRpc({ bounds, ...rules }: RpcOptions): Rpc {
  const addresses = createServerAddresses(rules);
  const open = createTransport(guardedLookup(addresses.mayDial));
  const within = { ...usualBounds, ...bounds };
  return async ({ url, database, session, method, params, writes, maxBytes, note = () => {} }) => {
    const place = database === undefined ? '/' : `/${encodeURIComponent(database)}/`;
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'ledgerport',
      ...(session && { authorization: `Session ${tokenOf(session)}` }),
    };
    // Tryton: without exactly these three keys errors come as HTML.
    const body = JSON.stringify({ id: 0, method, params });
    const asked = { method: 'POST', url: addresses.accept(url) + place, headers, body, writes } as const;
    const opened = await open(asked, maxBytes === undefined ? within : { ...within, maxBytes }).catch(
      (error: unknown) => {
        note(null, 0);
        throw error;
      },
    );
    const { status, headers: said, bytes, json, failure } = await readAnswer(opened);
    const facts = { writes };
    const noted = (as: number) => note(as, bytes.length);
    if (status < 200 || status >= 300) {
      noted(status);
      throw httpRefusal(status, said, facts);
    }
    if (isJsonObject(json) && json['error'] !== undefined) {
      const refused = refusalOf(json['error'], facts);
      noted(refused.status);
      throw refused.error;
    }
    noted(status);
    if (failure) throw failure;
    if (!isJsonObject(json) || json['result'] === undefined) throw unreadable('it holds no result', status, facts);
    return json['result'];
  };
}

function tokenOf({ login, userId, key }: TrytonSession): string {
  return Buffer.from(`${login}:${userId}:${key}`).toString('base64');
}
