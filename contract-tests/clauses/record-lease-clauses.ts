import { equal } from 'node:assert/strict';
import type { RecordKey } from '#core/ports';
import type { StorageOf } from '../arrange.ts';
import { atOnce, warm } from '../at-once.ts';
import type { Clause } from '../contract.ts';
import { moment, sampleId } from '../samples.ts';

type Subject = StorageOf<'recordLeases'>;

const recordOf = (): RecordKey => ({ tenantId: sampleId('conn'), type: 'quotes', providerId: 'q-1' });

const take = ({ recordLeases }: Subject, record: RecordKey, owner: string, token: string, at = 0) =>
  recordLeases.take(record, { owner, token, now: moment(at), until: moment(at + 60) });

export const recordLeaseClauses: readonly Clause<Subject>[] = [
  {
    name: 'record lease: one owner has it until it is released; every record has one of its own',
    async check(storage) {
      const record = recordOf();
      equal(await take(storage, record, 'a', 'a1'), true);
      equal(await take(storage, record, 'b', 'b1', 59), false);
      for (const other of [{ tenantId: sampleId('conn') }, { type: 'invoices' as const }, { providerId: 'q-2' }]) {
        equal(await take(storage, { ...record, ...other }, 'b', 'b1', 59), true);
      }
      await storage.recordLeases.release(record, 'a1');
      equal(await take(storage, record, 'b', 'b2', 59), true);
    },
  },
  {
    name: 'record lease: of twenty owners who ask at once, one gets it',
    async check(storage) {
      await warm(storage);
      for (let round = 0; round < 5; round++) {
        const record = recordOf();
        const taken = await atOnce(20, (i) => take(storage, record, `owner-${i}`, `token-${i}`));
        equal(taken.filter(Boolean).length, 1);
      }
    },
  },
  {
    name: 'record lease: of twenty who find that it ran out, one gets it',
    async check(storage) {
      await warm(storage);
      for (let round = 0; round < 5; round++) {
        const record = recordOf();
        equal(await take(storage, record, 'lost', 'l1'), true);
        const taken = await atOnce(20, (i) => take(storage, record, `owner-${i}`, `token-${i}`, 60));
        equal(taken.filter(Boolean).length, 1);
      }
    },
  },
  {
    name: 'record lease: whoever lost it can neither prolong nor release it, whether the next one is still there or not',
    async check(storage) {
      const { recordLeases } = storage;
      const record = recordOf();
      equal(await take(storage, record, 'a', 'a1'), true);
      equal(await take(storage, record, 'b', 'b1', 60), true);
      equal(await recordLeases.renew(record, 'a1', moment(200)), false);
      await recordLeases.release(record, 'a1');
      equal(await take(storage, record, 'c', 'c1', 61), false);
      await recordLeases.release(record, 'b1');
      equal(await recordLeases.renew(record, 'a1', moment(200)), false);
      equal(await take(storage, record, 'c', 'c1', 61), true);
    },
  },
  {
    name: 'record lease: the same owner gets it again at once, and only the newest token counts',
    async check(storage) {
      const { recordLeases } = storage;
      const record = recordOf();
      equal(await take(storage, record, 'a', 'a1'), true);
      equal(await take(storage, record, 'a', 'a2', 1), true);
      equal(await recordLeases.renew(record, 'a1', moment(200)), false);
      await recordLeases.release(record, 'a1');
      equal(await recordLeases.renew(record, 'a2', moment(90)), true);
      equal(await take(storage, record, 'b', 'b1', 89), false);
      equal(await take(storage, record, 'b', 'b1', 90), true);
    },
  },
  {
    name: 'record lease: one that ran out and that nobody took can be prolonged',
    async check(storage) {
      const record = recordOf();
      equal(await take(storage, record, 'a', 'a1'), true);
      equal(await storage.recordLeases.renew(record, 'a1', moment(200)), true);
      equal(await take(storage, record, 'b', 'b1', 199), false);
    },
  },
];
