import { breaks, type Saboteur } from './saboteur.ts';

export const agentSaboteurs: readonly Saboteur[] = [
  breaks('lookAlikes', 'look-alikes: no lock', () => ({ lock: async () => {} }), { postgresOnly: true }),
  breaks('lookAlikes', 'look-alikes: a lock outside a transaction that says nothing', ({ lookAlikes }, db) => ({
    lock: async (...asked) => (db.isTransaction ? lookAlikes.lock(...asked) : undefined),
  })),
  breaks('lookAlikes', 'look-alikes: those of all times', ({ lookAlikes }) => ({
    find: (connectionId, fingerprints) => lookAlikes.find(connectionId, fingerprints, new Date(0)),
  })),
  breaks('lookAlikes', 'look-alikes: the oldest first', ({ lookAlikes }) => ({
    find: async (...asked) => [...(await lookAlikes.find(...asked))].reverse(),
  })),
  breaks('lookAlikes', 'look-alikes: the latest replaces what is stored', ({ lookAlikes }) => ({
    async put(given) {
      for (const { connectionId, subject, fingerprint } of given) {
        const found = await lookAlikes.find(connectionId, [fingerprint], new Date(0));
        if (found.some((one) => one.subject === subject)) await lookAlikes.remove(connectionId, [subject]);
      }
      await lookAlikes.put(given);
    },
  })),
  breaks('lookAlikes', 'look-alikes: what was seen stays nobody’s', ({ lookAlikes }) => ({
    async put(given) {
      for (const one of given) {
        const found = await lookAlikes.find(one.connectionId, [one.fingerprint], new Date(0));
        if (!found.some(({ subject }) => subject === one.subject)) await lookAlikes.put([one]);
      }
    },
  })),
  breaks('lookAlikes', 'look-alikes: a change is not noted', () => ({ renew: async () => {} })),
  breaks('lookAlikes', 'look-alikes: a change is noted in all connections', (_, db) => ({
    async renew(_connectionId, changed) {
      for (const { subject, ...now } of changed) await db('look_alikes').where({ subject }).update(now);
    },
  })),
  breaks('lookAlikes', 'look-alikes: what has a copy is new', () => ({ unseen: async (places) => places })),
  breaks('lookAlikes', 'look-alikes: nothing is new', () => ({ unseen: async () => [] })),
  breaks('lookAlikes', 'look-alikes: new before the first walk, too', ({ records }) => ({
    async unseen(places) {
      const found = await Promise.all(places.map((one) => records.fieldsOf(one, [one.providerId])));
      return places.filter((_, i) => found[i]?.size === 0);
    },
  })),
  breaks('lookAlikes', 'look-alikes: a subject goes from all connections', (_, db) => ({
    async remove(_connectionId, subjects) {
      await db('look_alikes')
        .whereIn('subject', [...subjects])
        .delete();
    },
  })),
  breaks(
    'agentSpending',
    'agents’ spending: no lock of the day',
    ({ agentSpending }, db) => ({
      async lockDay(lineageId, day) {
        if (!db.isTransaction) throw new Error('works only inside storage.transaction');
        const found = await agentSpending.ofDay(lineageId, day);
        return found.length > 0 ? found : [{ currency: '', amount: '0', writes: 0 }];
      },
    }),
    { postgresOnly: true },
  ),
  breaks('agentSpending', 'agents’ spending: sums that are no longer exact', ({ agentSpending }) => ({
    putDay: (lineageId, day, sums) =>
      agentSpending.putDay(
        lineageId,
        day,
        sums.map((sum) => ({ ...sum, amount: String(Number(sum.amount)) })),
      ),
  })),
  breaks('agentSpending', 'agents’ spending: what was kept is still open', ({ agentSpending }) => ({
    settle: async (owner, as) => (as === 'kept' ? undefined : agentSpending.settle(owner, as)),
  })),
  breaks('agentSpending', 'agents’ spending: one day is like the other', ({ agentSpending }) => ({
    ofDay: (lineageId) => agentSpending.ofDay(lineageId, new Date(0)),
  })),
];
