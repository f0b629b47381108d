import { setTimeout as pause } from 'node:timers/promises';
import { LedgerportError, type ListedEvent } from '../../client/index.ts';
import { Failure } from './command.ts';
import { adviceOn, polling, type Service } from './service.ts';

/** An event as deliveries send it; the purge of a connection empties `data`. */
export interface StoredEvent extends ListedEvent {
  data: Record<string, unknown>;
}

interface Hearing {
  /** Undefined: from the next event on. */
  readonly since: Date | undefined;
  readonly signal: AbortSignal;
  /** Called once when the service fails, and once when it answers again. */
  readonly onOutage: (message: string) => void;
}

const everyMs = 500;
const longestWaitMs = 10_000;
const mostEvents = 10_000;
/** An event is dated before it is stored, so an older one can appear after a younger one for this long. */
const overlapMs = 60_000;

/** Yields every event once until the signal aborts, even across outages; events of one connection are in order. */
export async function* news({ api }: Service, { since, signal, onOutage }: Hearing): AsyncGenerator<StoredEvent> {
  const seen = new Map<string, number>();
  const attempt = patience(signal, onOutage);
  let newestMs = since?.getTime();
  while (!signal.aborted) {
    const found = await attempt(async () => {
      newestMs ??= await noteWhatIsThere(api, seen);
      const afterMs = Math.max(newestMs - overlapMs, (since?.getTime() ?? 0) - 1);
      const fresh = (await eventsAfter(api, afterMs)).filter(({ id }) => !seen.has(id));
      return Promise.all(inOrder(fresh).map((event) => whole(api, event)));
    });
    for (const event of found ?? []) {
      if (signal.aborted) return;
      seen.set(event.id, Date.parse(event.created_at));
      newestMs = Math.max(newestMs ?? 0, Date.parse(event.created_at));
      yield event;
    }
    for (const [id, atMs] of seen) if (atMs < (newestMs ?? 0) - 2 * overlapMs) seen.delete(id);
    if (found !== undefined) await pause(everyMs, undefined, { signal }).catch(() => undefined);
  }
}

/** Resolves to the time of the newest event by the service's clock. */
async function noteWhatIsThere(api: Service['api'], seen: Map<string, number>): Promise<number> {
  const { items } = await api.events.list({ limit: 1, ...polling() }).page();
  const newestMs = items[0] ? Date.parse(items[0].created_at) : 0;
  for (const { id, created_at } of newestMs ? await eventsAfter(api, newestMs - overlapMs) : []) {
    seen.set(id, Date.parse(created_at));
  }
  return newestMs;
}

async function eventsAfter(api: Service['api'], afterMs: number): Promise<readonly ListedEvent[]> {
  const after = afterMs > 0 ? { created_after: new Date(afterMs).toISOString() } : {};
  const found: ListedEvent[] = [];
  for await (const event of api.events.list({ limit: 100, ...after, ...polling() })) {
    if (found.push(event) > mostEvents) throw new Failure(`more than ${mostEvents} events: choose a later --since`);
  }
  return found;
}

type Placed = Pick<StoredEvent, 'connection_id' | 'sequence' | 'created_at'>;

/** Sorts by time, and within a connection by sequence; events without one stay where their time puts them. */
export function inOrder<E extends Placed>(events: readonly E[]): readonly E[] {
  const byTime = events.toSorted((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at));
  const lines = Map.groupBy(byTime, ({ connection_id, sequence }) => (sequence === null ? null : connection_id));
  lines.delete(null);
  for (const line of lines.values()) line.sort((a, b) => Number(a.sequence) - Number(b.sequence));
  return byTime.map((event) => (event.sequence === null ? event : (lines.get(event.connection_id)?.shift() ?? event)));
}

/** Reads the data that lists omit. */
async function whole(api: Service['api'], event: ListedEvent): Promise<StoredEvent> {
  return (event.data === null ? await api.events.get(event.id, polling()) : event) as StoredEvent;
}

/** After a failure that may pass, waits, longer each time, and resolves to undefined. */
export function patience(signal: AbortSignal, onOutage: (message: string) => void) {
  let failures = 0;
  return async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    try {
      const result = await work();
      if (failures > 0) onOutage('the service answers again');
      failures = 0;
      return result;
    } catch (error) {
      if (!(error instanceof LedgerportError) || !error.retryable) throw error;
      if (failures === 0) onOutage(`${adviceOn(error)}; trying again`);
      failures += 1;
      const waitMs = Math.min(longestWaitMs, everyMs * 2 ** Math.min(failures, 8));
      await pause(waitMs, undefined, { signal }).catch(() => undefined);
      return undefined;
    }
  };
}
