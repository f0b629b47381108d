// A store of one's own: webhook endpoints in memory, with the transactions that its promises speak of.
import type { Keyset, Page, PageRequest, Plane, Stores, WebhookEndpoint, WebhookEndpointStore } from 'ledgerport/ports';

type Own = Pick<Stores, 'webhookEndpoints'>;
type Rows = Map<string, WebhookEndpoint>;

export interface MemoryEndpoints extends Own {
  transaction<T>(work: (stores: Own) => Promise<T>): Promise<T>;
}

export function createMemoryEndpoints(): MemoryEndpoints {
  let kept: Rows = new Map();
  let last: Promise<unknown> = Promise.resolve();

  /** One runs after the other, on a copy that takes the place of what was kept when its work is done. */
  function transaction<T>(work: (stores: Own) => Promise<T>): Promise<T> {
    const run = last.then(async () => {
      const rows: Rows = new Map(kept);
      const result = await work({ webhookEndpoints: storeOver(() => rows) });
      kept = rows;
      return result;
    });
    last = run.catch(() => {});
    return run;
  }

  const refuse = () => Promise.reject(new Error('a lock needs a transaction'));
  const outside: WebhookEndpointStore = {
    ...storeOver(() => kept),
    insert: (endpoint) => transaction(({ webhookEndpoints }) => webhookEndpoints.insert(endpoint)),
    update: (endpoint) => transaction(({ webhookEndpoints }) => webhookEndpoints.update(endpoint)),
    lock: refuse,
    lockDue: refuse,
  };
  return { webhookEndpoints: outside, transaction };
}

function storeOver(rows: () => Rows): WebhookEndpointStore {
  const all = () => [...rows().values()];
  const of = (plane: Plane) => all().filter((row) => isOf(row, plane) && row.status !== 'deleted');
  const find = async (plane: Plane, id: string) => of(plane).find((row) => row.id === id);
  const isDue = ({ nextCheckAt }: WebhookEndpoint, now: Date) => nextCheckAt !== null && nextCheckAt <= now;
  return {
    async insert(endpoint) {
      rows().set(endpoint.id, endpoint);
    },
    find,
    lock: find,
    list: async (plane, page) => pageOf(of(plane).sort(newestFirst), page),
    async listEnabled(planes) {
      const enabled = all().filter((row) => row.status === 'enabled' && planes.some((plane) => isOf(row, plane)));
      return enabled.sort((a, b) => (a.id < b.id ? -1 : 1)).slice(0, 100 * planes.length);
    },
    count: async (plane) => of(plane).length,
    async update(endpoint) {
      const row = rows().get(endpoint.id);
      if (row && isOf(row, endpoint)) rows().set(endpoint.id, endpoint);
    },
    async listDue(now, limit) {
      const due = all().filter((row) => isDue(row, now));
      return due.sort((a, b) => Number(a.nextCheckAt) - Number(b.nextCheckAt)).slice(0, limit);
    },
    async lockDue(id, now) {
      const row = rows().get(id);
      return row && isDue(row, now) ? row : undefined;
    },
    countPaused: async () => all().filter(({ status, pausedAt }) => status !== 'deleted' && pausedAt !== null).length,
  };
}

function isOf(row: Plane, plane: Plane): boolean {
  return row.organizationId === plane.organizationId && row.environment === plane.environment;
}

function newestFirst(a: WebhookEndpoint, b: WebhookEndpoint): number {
  return Number(b.createdAt) - Number(a.createdAt) || (a.id < b.id ? 1 : -1);
}

function pageOf(sorted: readonly WebhookEndpoint[], request: PageRequest): Page<WebhookEndpoint> {
  const isBehind = ({ createdAt, id }: WebhookEndpoint, { at, id: last }: Keyset) =>
    createdAt < at || (Number(createdAt) === Number(at) && id < last);
  const start =
    'page' in request
      ? (request.page - 1) * request.limit
      : sorted.filter((row) => !isBehind(row, request.after)).length;
  const items = sorted.slice(start, start + request.limit);
  const hasMore = start + items.length < sorted.length && items.length > 0;
  const end = items.at(-1);
  // Who walks a list to its end tells the total that the first page counted.
  const total = ('after' in request ? request.total : undefined) ?? sorted.length;
  return { items, total, hasMore, next: hasMore && end ? { at: end.createdAt, id: end.id } : null };
}
