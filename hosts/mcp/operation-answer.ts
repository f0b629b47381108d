// An operation as an agent reads it: its state, what came of it, and what to do next.
import { setTimeout as pause } from 'node:timers/promises';
import { isJsonObject, type Json, type JsonObject } from '#core';
import { type Told, withoutNulls } from './present.ts';
import { ask, type ToolCall } from './tool-call.ts';

const pollMs = 250;
const ended: ReadonlySet<unknown> = new Set(['succeeded', 'failed', 'dead_letter', 'cancelled']);
/** Nothing but a person's decision moves it on. */
const waits = 'awaiting_approval';

/** Reads it until it has ended or waits for a person, for so many seconds, or until the client has left. */
export async function waitFor(call: ToolCall, operationId: string, seconds: number): Promise<JsonObject> {
  const until = performance.now() + seconds * 1000;
  for (;;) {
    const { data } = await ask(call, 'getOperation', { params: { operation_id: operationId } });
    const isOver = ended.has(data['state']) || data['state'] === waits;
    if (isOver || performance.now() >= until || call.left.aborted) return data;
    await pause(Math.min(pollMs, Math.max(1, until - performance.now())));
  }
}

const itemsMost = 20;

/** The operation, and of a bulk write the items that need a look. */
export async function operationAnswer(
  call: ToolCall,
  operation: JsonObject,
): Promise<Pick<Told, 'data' | 'next' | 'notes'>> {
  const id = String(operation['operation_id']);
  call.learn({ operationId: id });
  const items =
    operation['type'] === 'records.bulk' && ended.has(operation['state']) ? await badItems(call, id) : undefined;
  return {
    data: { operation: operationView(operation), ...(items && items.shown.length > 0 && { items: items.shown }) },
    next: nextOf(operation),
    notes: items && items.more > 0 ? [`${items.more} more items were not written`] : [],
  };
}

async function badItems(call: ToolCall, operationId: string) {
  const params = { operation_id: operationId };
  const bad = await Promise.all(
    ['failed', 'unknown'].map((status) =>
      ask(call, 'listOperationItems', { params, query: { status, limit: String(itemsMost) } }),
    ),
  );
  const all = bad.flatMap(({ data }) => (data['items'] ?? []) as JsonObject[]);
  const total = bad.reduce((sum, { meta }) => sum + Number(meta['total'] ?? 0), 0);
  const shown = all.slice(0, itemsMost).map((one) => withoutNulls(one) as JsonObject);
  return { shown, more: Math.max(0, total - shown.length) };
}

/** Without the steps and attempts that only people look at. */
export function operationView(operation: JsonObject): JsonObject {
  const { operation_id: id = null, type = null, state = null, created_at = null, finished_at = null } = operation;
  const {
    waiting_for = null,
    result = null,
    error = null,
    approve_url = null,
    expires_at = null,
    decision = null,
  } = operation;
  const shown = { id, type, state, waiting_for, created_at, finished_at, approve_url, expires_at, decision };
  return withoutNulls({ ...shown, result, error: errorView(error) } as JsonObject) as JsonObject;
}

function errorView(error: Json): Json {
  if (!isJsonObject(error)) return null;
  const { code = null, reason = null, message = null, outcome = null } = error;
  return {
    code,
    reason,
    message,
    written: outcome === 'unknown' ? 'unknown' : outcome === 'not_applied' ? 'no' : null,
  };
}

function nextOf({ state, error }: JsonObject): string {
  const reason = isJsonObject(error) ? error['reason'] : undefined;
  if (state === waits)
    return 'Nothing is written yet. Tell the person that it waits for approval at approve_url, and ask again later with get_operation.';
  if (state === 'succeeded') return 'It is done.';
  if (state === 'cancelled' && reason === 'changed_since_proposed')
    return 'Nothing was written: read the record again by get_record, and propose the change over what it is now.';
  if (state === 'cancelled')
    return 'It was ended before it was done; a comment says why if there is one. Ask the person before trying again.';
  if (state === 'failed' || state === 'dead_letter')
    return 'It failed; error says why and result what was written. Correct it and call the tool again with the same request_ref, or tell the person.';
  return 'It is still running: call get_operation with wait_seconds 20.';
}
