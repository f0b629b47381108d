// The books of one company, as the user of a connection reaches them.
import { setTimeout as wait } from 'node:timers/promises';
import { isJsonObject, type Json, type JsonObject, type LedgerAccess, ServiceError } from '../../core/ports.ts';
import { isLocked } from './refusal.ts';
import type { Rpc, TrytonSession } from './rpc.ts';

export type Domain = readonly Json[];

export interface Search {
  readonly domain: Domain;
  readonly fields: readonly string[];
  readonly order?: readonly (readonly [field: string, direction: 'ASC' | 'DESC'])[];
  readonly limit?: number;
}

export interface Books {
  readonly tenantId: string;
  readonly companyId: number;
  readonly userId: number;
  /** `more` is added to the context, such as `_timestamp` for compare-and-set. */
  call(method: string, params: readonly Json[], more?: JsonObject): Promise<Json>;
  /**
   * Like `call`, for creates that a repeat finds by their mark. Throws PROVIDER_TIMEOUT, and sends nothing, if the reads
   * before it took so long that the create could end after a repeat has looked for the mark.
   */
  create(method: string, params: readonly Json[], more?: JsonObject): Promise<Json>;
  /** Like `call`, for methods that change nothing. */
  ask(method: string, params: readonly Json[]): Promise<Json>;
  /** Reads the records that match a condition. A deleted record is missing from the answer and is no error. */
  search(model: string, search: Search): Promise<readonly JsonObject[]>;
  /**
   * Throws ACTION_REQUIRED `tenant_forbidden` if the user no longer belongs to the company. To such a user the books look
   * empty.
   */
  assertMember(): Promise<void>;
}

/** A call that met a lock has changed nothing, so it is repeated a few times within some hundred milliseconds each. */
const lockRepeats = 4;
const lockPauseMs = 100;
/** No repeat begins later than this. */
const repeatWithinMs = 5_000;

/** A create begins at most this long after its send began. */
export const createWithinSeconds = 30;

/** `beganMs`: when the send began for which the books are opened. */
export function openBooks(rpc: Rpc, access: LedgerAccess, beganMs = performance.now()): Books {
  const session = sessionOf(access.accessToken);
  const companyId = companyOf(session, access.tenantId);
  const { url, database, userId } = session;
  const context = { company: companyId, language: 'en' };

  async function once(method: string, params: readonly Json[], writes: boolean): Promise<Json> {
    const startedMs = performance.now();
    const none = { minuteRemaining: null, retryAfterSeconds: null };
    const note = (status: number | null, bytesIn: number) =>
      access.report({
        method: 'POST',
        path: `/${method}`,
        status,
        bytesIn,
        durationMs: Math.round(performance.now() - startedMs),
        ...none,
        dayRemaining: null,
        app: none,
      });
    return rpc({ url, database, session, method, params, writes, note });
  }

  async function repeatWhileLocked(method: string, params: readonly Json[], writes: boolean): Promise<Json> {
    const startedMs = performance.now();
    for (let repeats = 0; ; repeats++) {
      try {
        return await once(method, params, writes);
      } catch (error) {
        const isLate = performance.now() - startedMs > repeatWithinMs;
        if (!isLocked(error) || repeats >= lockRepeats || isLate) throw error;
        await wait(lockPauseMs * 2 ** repeats * (0.5 + Math.random()));
      }
    }
  }

  const ask = (method: string, params: readonly Json[]) => repeatWhileLocked(method, [...params, context], false);
  const call: Books['call'] = (method, params, more) =>
    repeatWhileLocked(method, [...params, { ...context, ...more }], true);
  return {
    tenantId: access.tenantId,
    companyId,
    userId,
    call,
    ask,
    async create(method, params, more) {
      if (performance.now() - beganMs <= createWithinSeconds * 1000) return call(method, params, more);
      const message = 'the provider took too long before the record could be made';
      throw new ServiceError('PROVIDER_TIMEOUT', message, { outcome: 'not_applied' });
    },
    async search(model, { domain, fields, order = [['id', 'ASC']], limit = null }) {
      const sorted = order.map(([field, direction]): Json => [field, direction]);
      const found = await ask(`model.${model}.search_read`, [[...domain], 0, limit, sorted, [...fields]]);
      return Array.isArray(found) ? found.filter(isJsonObject) : [];
    },
    async assertMember() {
      const companies = companiesIn(await ask('model.res.user.get_preferences', [false]));
      if (!companies.includes(companyId)) throw forbidden();
    },
  };
}

/** The company ids in a user's preferences. */
export function companiesIn(preferences: Json): readonly Json[] {
  const companies = isJsonObject(preferences) ? preferences['companies'] : undefined;
  return Array.isArray(companies) ? companies : [];
}

export function textOfSession({ url, database, login, userId, key }: TrytonSession): string {
  return JSON.stringify({ url, database, login, userId, key });
}

/** Throws ACTION_REQUIRED `token_rejected` for a token of another kind, so that the core renews it. */
export function sessionOf(accessToken: string): TrytonSession {
  try {
    const session: unknown = JSON.parse(accessToken);
    if (isSession(session)) return session;
  } catch {
    // A text that is not JSON is no session.
  }
  const details = { reason: 'token_rejected', outcome: 'not_applied' } as const;
  throw new ServiceError('ACTION_REQUIRED', 'the log-in cannot be used', details);
}

function isSession(value: unknown): value is TrytonSession {
  if (typeof value !== 'object' || value === null) return false;
  const { url, database, login, userId, key } = value as Record<string, unknown>;
  return [url, database, login, key].every((part) => typeof part === 'string') && typeof userId === 'number';
}

/** The tenant id holds the server's address, too, because other servers have companies with the same number. */
export function tenantIdOf({ url, database }: Pick<TrytonSession, 'url' | 'database'>, companyId: number): string {
  return `${url}/${encodeURIComponent(database)}#${companyId}`;
}

/**
 * The company's number in a tenant id. Throws ACTION_REQUIRED `tenant_forbidden` for a tenant of another database. The
 * address in the tenant id is not compared: it is the one of the first connect, and a later log-in may use another address of
 * the same server. The core tells tenants apart by their identity (`connect.ts`).
 */
export function companyOf({ database }: Pick<TrytonSession, 'database'>, tenantId: string): number {
  const companyId = /#([1-9]\d{0,14})$/.exec(tenantId)?.[1];
  if (companyId === undefined || !tenantId.endsWith(`/${encodeURIComponent(database)}#${companyId}`)) throw forbidden();
  return Number(companyId);
}

function forbidden(): ServiceError {
  const message = 'the user no longer belongs to the company; the organization must be connected again';
  return new ServiceError('ACTION_REQUIRED', message, { reason: 'tenant_forbidden', outcome: 'not_applied' });
}
