import { deepEqual, equal, ok } from 'node:assert/strict';
import { resourceTypes } from '#core/ports';
import type { Clause } from '../contract.ts';
import {
  all,
  benchOf,
  can,
  create,
  type LedgerUnderTest,
  noSuchId,
  refusalOf,
  reread,
  unique,
} from '../ledger-bench.ts';

/** What a gateway may do beside reading and writing: removing records, and telling what a connection may not do. */
export const ledgerRemoveClauses: readonly Clause<LedgerUnderTest>[] = [
  {
    name: 'a removed item is gone, another stays, and what is not there is told',
    needs: all(can('items', 'create', 'read', 'delete')),
    async check(subject) {
      const bench = benchOf(subject);
      const { gateway, access } = bench;
      const [gone, stays] = [
        await create(bench, 'items', { code: unique('C').slice(0, 30), name: 'Goes' }),
        await create(bench, 'items', { code: unique('C').slice(0, 30), name: 'Stays' }),
      ];
      ok(gateway.remove, 'a family can be deleted, and the gateway removes nothing');
      await gateway.remove(access, 'items', gone.providerId);
      equal((await refusalOf(reread(bench, gone))).code, 'NOT_FOUND');
      equal((await reread(bench, stays)).providerId, stays.providerId);
      equal((await refusalOf(gateway.remove(access, 'items', gone.providerId))).code, 'NOT_FOUND');
      equal((await refusalOf(gateway.remove(access, 'items', noSuchId(subject, 'items')))).code, 'NOT_FOUND');
    },
  },
  {
    name: 'what a connection may not do is told as acts on families that there are',
    needs: ({ gateway }) => gateway.barred !== undefined,
    async check(subject) {
      const { gateway, access } = benchOf(subject);
      const barred = await gateway.barred?.(access);
      ok(Array.isArray(barred));
      const unknown = barred.filter(({ type }) => !resourceTypes.includes(type));
      deepEqual(unknown, []);
    },
  },
];
