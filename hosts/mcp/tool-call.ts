// A call of a tool runs the handlers of the API's routes: scope, reach, limits, log and metering are theirs.
import { createHash } from 'node:crypto';
import { type Caller, canonicalJson, type Json, type JsonObject, type ToolName } from '#core';
import { notFound } from '#core/ports';
import { orWaiting, reachedCall } from '../koa/routes/reached-call.ts';
import type { ApiCall, Host, Result } from '../koa/routes/route.ts';
import { operationOf } from './operations.ts';
import type { Company } from './present.ts';

/** What a tool asks of an operation. */
export interface Asked {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: JsonObject;
  readonly write?: Omit<ApiCall<string>['write'], 'body'>;
}

export interface Replied {
  readonly data: JsonObject;
  readonly meta: JsonObject;
  readonly replayed: boolean;
}

export interface ToolCall {
  readonly tool: ToolName;
  /** As they were sent, checked against the tool's own schema. */
  readonly args: JsonObject;
  /** Of those, what the operation's body takes; its schema checks it. */
  readonly fields: JsonObject;
  readonly caller: Caller;
  readonly host: Host;
  /** Aborted when the client has left. Writes do not look at it. */
  readonly left: AbortSignal;
  /** What to call the operation was begun or found, for the log. */
  readonly learn: (found: { readonly operationId?: string; readonly resourceId?: string }) => void;
}

/** How long a tool waits for the provider's budget. */
const waitSeconds = 10;

export async function ask(call: ToolCall, operationId: string, asked: Asked = {}): Promise<Replied> {
  const { route, operation } = operationOf(operationId);
  const { caller, host } = call;
  const params: Readonly<Record<string, string>> = { ...operation.pinned, ...asked.params };
  const reached = await reachedCall(route, host, params, {
    core: host.core,
    caller,
    param: (name) => params[name] ?? '',
    query: asked.query ?? {},
    write: { ...asked.write, body: asked.body as never },
    file: { size: null, contentType: '', read: async () => new Uint8Array() },
    waitSeconds: operation.waits ? waitSeconds : undefined,
    includeNative: false,
    language: 'en',
  });
  return repliedOf(await orWaiting(route.handle(reached)));
}

/** Lists come as the text of a whole answer. No tool is made over a download. */
function repliedOf(result: Result): Replied {
  if (typeof result === 'string') {
    const { data, meta = {} } = JSON.parse(result) as { data: JsonObject; meta?: JsonObject };
    return { data, meta, replayed: false };
  }
  if ('chunks' in result) throw new Error('a tool cannot answer with a file');
  const { data, meta = {}, replayed = false } = result;
  // Dates and the like become what clients would read.
  return { ...(JSON.parse(JSON.stringify({ data, meta })) as { data: JsonObject; meta: JsonObject }), replayed };
}

/** The key of a change, which has no request_ref: the same call shortly after is the same change. */
export function derivedKey({ tool, args }: Pick<ToolCall, 'tool' | 'args'>): string {
  const said = canonicalJson([tool, args as Json]);
  return `mcp-${createHash('sha256').update(said).digest('hex')}`;
}

const namesMost = 1_000;
const nameMs = 30_000;
type Named = Company & { readonly until: number };
const named = new WeakMap<Host['core'], Map<string, Named>>();

/**
 * Throws NOT_FOUND for a connection that the key does not reach, as if there were none. A name is kept for half a minute, by
 * organization and environment, because every answer has it; whether a write is for this company is decided by the core.
 */
export async function companyOf(
  { caller, host }: Pick<ToolCall, 'caller' | 'host'>,
  connectionId: string,
): Promise<Company> {
  const { core } = host;
  await core.access.assertReach(caller, [['connection_id', connectionId]]);
  const known = named.get(core) ?? new Map<string, Named>();
  named.set(core, known);
  const place = `${caller.organizationId} ${caller.environment} ${connectionId}`;
  const kept = known.get(place);
  const now = performance.now();
  if (kept && kept.until > now) return companyIn(kept);
  known.delete(place);
  const { id, providerTenantName, environment } = await core.connections.find(caller, connectionId);
  const found = { connection_id: id, name: providerTenantName, environment, until: now + nameMs };
  known.set(place, found);
  const [oldest] = known.keys();
  if (known.size > namesMost && oldest !== undefined) known.delete(oldest);
  return companyIn(found);
}

const companyIn = ({ connection_id, name, environment }: Company): Company => ({ connection_id, name, environment });

/** Throws NOT_FOUND for an operation of another company than the one that was named. */
export function ofCompany(found: JsonObject, connectionId: string): JsonObject {
  if (found['connection_id'] !== connectionId) throw notFound('operation of this company');
  return found;
}
