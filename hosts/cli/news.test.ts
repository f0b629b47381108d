// Yields every event once and in order, whatever the service does meanwhile; the service's list is scripted.
import { expect } from 'chai';
import { LedgerportError } from '../../client/index.ts';
import { inOrder, news, type StoredEvent } from './news.ts';
import type { Service } from './service.ts';

const startMs = Date.parse('2030-01-01T00:00:00Z');

function event(connection_id: string, sequence: number, second: number): StoredEvent {
  const id = `evt_${connection_id}${sequence}`;
  const created_at = new Date(startMs + second * 1000).toISOString();
  return { ...{ id, type: 'invoice.paid', connection_id, sequence, created_at }, data: {} } as unknown as StoredEvent;
}

/** The n-th look finds what the n-th of `looks` says is stored; later looks find the last. */
function hear(looks: readonly (readonly StoredEvent[] | Error)[], since?: Date) {
  const stop = new AbortController();
  const told: string[] = [];
  let look = 0;
  const list = ({ created_after = '', limit }: { created_after?: string; limit: number }) => {
    const now = looks[Math.min(limit === 1 ? look : look++, looks.length - 1)] ?? [];
    const read = () => {
      if (now instanceof Error) throw now;
      return now.filter((one) => one.created_at > created_after).toReversed();
    };
    return {
      page: async () => ({ items: read() }),
      [Symbol.asyncIterator]: async function* () {
        yield* read();
      },
    };
  };
  const api = { events: { list } } as unknown as Service['api'];
  const service = { url: '', environment: 'test', sandboxUrl: undefined, api } as const;
  const heard = news(service, { since, signal: stop.signal, onOutage: (message) => void told.push(message) });
  const take = async (count: number) => {
    const ids: string[] = [];
    while (ids.length < count) ids.push(((await heard.next()).value as StoredEvent).id);
    stop.abort();
    expect((await heard.next()).done).to.equal(true);
    return ids;
  };
  return { take, told };
}

describe('news', () => {
  const [a1, a2, a3, b1] = [event('a', 1, 1), event('a', 2, 2), event('a', 3, 3), event('b', 1, 3)];

  it('begins with what comes after the first look', async () => {
    expect(await hear([[a1], [a1], [a1, a2]]).take(1)).to.deep.equal([a2.id]);
  });

  it('begins with the time that it is given, that instant included', async () => {
    const since = new Date(a2.created_at);
    expect(await hear([[a1, a2, a3]], since).take(2)).to.deep.equal([a2.id, a3.id]);
  });

  it('finds an event that was stored after a younger one, and tells none twice', async () => {
    expect(await hear([[], [], [a1, b1], [a1, a2, b1], [a1, a2, b1, a3]]).take(4)).to.deep.equal(
      [a1, b1, a2, a3].map(({ id }) => id),
    );
  });

  it('goes on where it was when the service answers again', async () => {
    const away = new LedgerportError('away', { code: 'CONNECTION_FAILED', retryable: true });
    const { take, told } = hear([[a1], [a1], away, [a1, a2]]);
    expect(await take(1)).to.deep.equal([a2.id]);
    expect(told).to.have.length(2);
    expect(told.at(-1)).to.equal('the service answers again');
  });

  it('ends on what does not pass', async () => {
    const refused = new LedgerportError('no', { code: 'UNAUTHORIZED', retryable: false });
    const failure = await hear([[], refused])
      .take(1)
      .catch((error: unknown) => error);
    expect(failure).to.equal(refused);
  });

  it('orders by time, and those of one connection by their sequence', () => {
    const events = [event('a', 3, 9), event('b', 1, 5), event('a', 2, 1), event('a', 1, 4)];
    expect(inOrder(events).map(({ id }) => id)).to.deep.equal(['evt_a1', 'evt_a2', 'evt_b1', 'evt_a3']);
  });
});
