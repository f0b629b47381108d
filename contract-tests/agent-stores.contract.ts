import { deepEqual, equal, rejects } from 'node:assert/strict';
import type { LookAlike, Reservation, ResourceType, Storage } from '#core/ports';
import type { Contract } from './contract.ts';
import { moment, sampleConnection, sampleId, samplePlane, sampleRecord } from './samples.ts';

type Subject = Pick<Storage, 'lookAlikes' | 'agentSpending' | 'records' | 'syncCursors' | 'transaction'>;

/** An invoice that was made, of no known currency. */
export function sampleLookAlike(given: Partial<LookAlike> = {}): LookAlike {
  const providerId = sampleId('req');
  return {
    ...samplePlane(),
    connectionId: sampleId('conn'),
    subject: `record invoices ${providerId}`,
    fingerprint: 'digest',
    type: 'invoices',
    currency: null,
    accounts: null,
    providerId,
    operationId: null,
    idempotencyKey: null,
    ref: 'order 1',
    itemKey: null,
    actor: { type: 'agent', id: 'key_1', name: 'Server “é”' },
    createdAt: moment(),
    ...given,
  };
}

export function sampleReservation(given: Partial<Reservation> = {}): Reservation {
  return {
    ...{ owner: `key:${sampleId('req')}`, connectionId: sampleId('conn'), lineageId: sampleId('key') },
    ...{ day: moment(), currency: '', amount: '0', writes: 1, state: 'open', scope: samplePlane() },
    ...given,
  };
}

export const lookAlikeStoreContract: Contract<Subject> = {
  port: 'LookAlikeStore',
  clauses: [
    {
      name: 'look-alikes: fingerprints that several share since a moment, those with the newest first',
      async check({ lookAlikes }) {
        const connectionId = sampleId('conn');
        const of = (fingerprint: string, at: number) =>
          sampleLookAlike({ connectionId, fingerprint, createdAt: moment(at) });
        await lookAlikes.put([
          of('a', 5),
          of('a', 9),
          of('b', 6),
          of('b', 8),
          of('b', 1),
          of('alone', 7),
          of('late', 1),
          of('late', 9),
        ]);
        await lookAlikes.put([sampleLookAlike({ fingerprint: 'alone' })]);
        deepEqual(await lookAlikes.shared(connectionId, moment(5), 10), ['a', 'b']);
        deepEqual(await lookAlikes.shared(connectionId, moment(0), 2), ['a', 'late']);
        deepEqual(await lookAlikes.shared(sampleId('conn'), moment(0), 10), []);
      },
    },
    {
      name: 'look-alikes: found by connection and fingerprint, newest first, since a moment',
      async check({ lookAlikes }) {
        const old = sampleLookAlike({ createdAt: moment(1) });
        const own = { connectionId: old.connectionId };
        const waiting = sampleLookAlike({
          ...{ ...own, createdAt: moment(2), providerId: null, subject: 'write_1', idempotencyKey: 'k' },
          ...{ currency: 'GBP', accounts: 'a', itemKey: 'i', operationId: sampleId('op'), actor: null, ref: null },
        });
        const others = [
          sampleLookAlike({ createdAt: moment(2) }),
          sampleLookAlike({ ...own, fingerprint: 'other' }),
          sampleLookAlike({ ...own, createdAt: moment(0) }),
        ];
        await lookAlikes.put([old, waiting, ...others]);
        deepEqual(await lookAlikes.find(old.connectionId, ['digest', 'none'], moment(1)), [waiting, old]);
        deepEqual(await lookAlikes.find(old.connectionId, [], moment(0)), []);
      },
    },
    {
      name: 'look-alikes: what is stored stays as it is, and goes with its subject',
      async check({ lookAlikes }) {
        const one = sampleLookAlike();
        const second = { ...one, fingerprint: 'second' };
        const another = { ...sampleLookAlike(), subject: one.subject };
        await lookAlikes.put([one, second, another]);
        await lookAlikes.put([{ ...one, createdAt: moment(9), ref: 'later' }]);
        deepEqual(await lookAlikes.find(one.connectionId, ['digest'], moment()), [one]);
        await lookAlikes.remove(one.connectionId, [one.subject]);
        deepEqual(await lookAlikes.find(one.connectionId, ['digest', 'second'], moment()), []);
        deepEqual(await lookAlikes.find(another.connectionId, ['digest'], moment()), [another]);
      },
    },
    {
      name: 'look-alikes: what was seen in the books becomes the write’s that made it, and keeps its time',
      async check({ lookAlikes }) {
        const seen = sampleLookAlike({ actor: null, ref: null });
        const { actor } = sampleLookAlike();
        const made = { ...seen, actor, operationId: sampleId('op'), ref: 'order 1' };
        await lookAlikes.put([seen, seen]);
        await lookAlikes.put([{ ...made, createdAt: moment(9) }]);
        await lookAlikes.put([{ ...seen, createdAt: moment(10) }]);
        deepEqual(await lookAlikes.find(seen.connectionId, ['digest'], moment()), [made]);
      },
    },
    {
      name: 'look-alikes: what changed is found by what it looks like now, at its old time; what is not stored stays so',
      async check({ lookAlikes }) {
        const one = sampleLookAlike({ currency: 'GBP', accounts: 'a' });
        const another = { ...sampleLookAlike(), subject: one.subject };
        await lookAlikes.put([one, another]);
        const now = { fingerprint: 'now', currency: null, accounts: 'b' };
        await lookAlikes.renew(one.connectionId, [
          { ...now, subject: one.subject },
          { ...now, subject: 'record invoices none' },
        ]);
        await lookAlikes.renew(one.connectionId, []);
        deepEqual(await lookAlikes.find(one.connectionId, ['digest', 'now'], moment()), [{ ...one, ...now }]);
        deepEqual(await lookAlikes.find(another.connectionId, ['digest', 'now'], moment()), [another]);
        // A subject with several fingerprints, of which one may be the new one, does not fail the write.
        await lookAlikes.put([
          { ...one, fingerprint: 'a' },
          { ...one, fingerprint: 'z' },
        ]);
        for (const fingerprint of ['z', 'b', 'now']) {
          await lookAlikes.renew(one.connectionId, [{ ...now, subject: one.subject, fingerprint }]);
          const found = await lookAlikes.find(one.connectionId, ['a', 'b', 'now', 'z'], moment());
          deepEqual(new Set(found.map((row) => row.fingerprint)).size, 3);
        }
      },
    },
    {
      name: 'look-alikes: new in the books is what has no copy, of a family whose first walk has ended',
      async check({ lookAlikes, records, syncCursors }) {
        const connection = sampleConnection(samplePlane());
        const copy = sampleRecord({ type: 'quotes' });
        await syncCursors.noteWalked(connection, 'quotes');
        await syncCursors.noteWalked(connection, 'contacts');
        await records.put([[connection, [copy]]]);
        const at = (type: ResourceType, providerId: string, connectionId = connection.id) => {
          return { connectionId, type, providerId };
        };
        const unseen = [at('quotes', 'new'), at('contacts', copy.providerId)];
        const others = [at('quotes', copy.providerId), at('invoices', 'new'), at('quotes', 'new', sampleId('conn'))];
        deepEqual(await lookAlikes.unseen([...others, ...unseen]), unseen);
        deepEqual(await lookAlikes.unseen([]), []);
      },
    },
    {
      name: 'look-alikes: of two that lock a fingerprint, the second sees what the first has stored',
      async check({ lookAlikes, transaction }) {
        const one = sampleLookAlike();
        const pass = () =>
          transaction(async (stores) => {
            await stores.lookAlikes.lock(one.connectionId, ['b', one.fingerprint, 'a'], moment());
            const found = await stores.lookAlikes.find(one.connectionId, [one.fingerprint], moment());
            await stores.lookAlikes.put([{ ...one, subject: sampleId('req') }]);
            return found.length;
          });
        deepEqual((await Promise.all([pass(), pass()])).sort(), [0, 1]);
        deepEqual(await lookAlikes.lockedAt(one.connectionId, 'a'), moment());
        deepEqual(await lookAlikes.lockedAt(one.connectionId, 'c'), undefined);
      },
    },
    {
      name: 'look-alikes: locked in a transaction only',
      async check({ lookAlikes }) {
        await rejects(async () => lookAlikes.lock(sampleId('conn'), ['a'], moment()));
      },
    },
  ],
};

export const agentSpendingStoreContract: Contract<Subject> = {
  port: 'AgentSpendingStore',
  clauses: [
    {
      name: 'agents’ spending: a day’s sums by currency, of one chain of keys and one day',
      async check({ agentSpending, transaction }) {
        const [lineage, day] = [sampleId('key'), moment()];
        await transaction(async (stores) => {
          deepEqual(await stores.agentSpending.lockDay(lineage, day), [{ currency: '', amount: '0', writes: 0 }]);
          await stores.agentSpending.putDay(lineage, day, [
            { currency: '', amount: '0', writes: 2 },
            { currency: 'GBP', amount: '0.3', writes: 0 },
          ]);
          await stores.agentSpending.putDay(lineage, day, [
            { currency: 'GBP', amount: '0.30000000000000000001', writes: 0 },
          ]);
        });
        const sums = [
          { currency: '', amount: '0', writes: 2 },
          { currency: 'GBP', amount: '0.30000000000000000001', writes: 0 },
        ];
        deepEqual(await agentSpending.ofDay(lineage, day), sums);
        deepEqual(await transaction((stores) => stores.agentSpending.lockDay(lineage, day)), sums);
        deepEqual(await agentSpending.ofDay(lineage, moment(86_400)), []);
        deepEqual(await agentSpending.ofDay(sampleId('key'), day), []);
      },
    },
    {
      name: 'agents’ spending: of two that add to a day, both are counted',
      async check({ agentSpending, transaction }) {
        const [lineage, day] = [sampleId('key'), moment()];
        const add = () =>
          transaction(async (stores) => {
            const [count] = await stores.agentSpending.lockDay(lineage, day);
            const writes = (count?.writes ?? 0) + 1;
            await stores.agentSpending.putDay(lineage, day, [{ currency: '', amount: '0', writes }]);
          });
        await Promise.all([add(), add(), add()]);
        deepEqual(await agentSpending.ofDay(lineage, day), [{ currency: '', amount: '0', writes: 3 }]);
        await rejects(async () => agentSpending.lockDay(lineage, day));
      },
    },
    {
      name: 'agents’ spending: reservations are those of their write, open until they are kept or removed',
      async check({ agentSpending }) {
        const one = sampleReservation();
        const money = { ...one, currency: 'GBP', amount: '10.5', writes: 0 };
        const later = sampleReservation({ lineageId: one.lineageId, day: moment(86_400) });
        await agentSpending.put([one, money, later]);
        const sorted = (found: readonly Reservation[]) =>
          found
            .map(({ scope: { organizationId, environment }, ...own }) => ({
              ...own,
              scope: { organizationId, environment },
            }))
            .sort((a, b) => (a.currency < b.currency ? -1 : 1));
        deepEqual(sorted(await agentSpending.ofOwner(one.owner)), sorted([one, money]));
        deepEqual(sorted(await agentSpending.open(one.lineageId, one.day)), sorted([one, money]));
        await agentSpending.settle(one.owner, 'kept');
        deepEqual(await agentSpending.open(one.lineageId, one.day), []);
        equal((await agentSpending.ofOwner(one.owner)).length, 2);
        await agentSpending.settle(one.owner, 'removed');
        deepEqual(await agentSpending.ofOwner(one.owner), []);
        equal((await agentSpending.open(one.lineageId, later.day)).length, 1);
      },
    },
  ],
};
