import type { SealedValueStore } from '#core/ports';
import { breaks, type Saboteur } from './saboteur.ts';

const spoiled = (name: string, change: (good: SealedValueStore) => Partial<SealedValueStore>): Saboteur => ({
  name,
  stores: ({ sealedValues }) => ({ sealedValues: change(sealedValues) }),
});

export const sealedValueSaboteurs: readonly Saboteur[] = [
  breaks('sealedValues', 'overwrites what was changed meanwhile', (_good, db) => ({
    async replace({ table, column }, values) {
      const key = table === 'credentials' ? 'connection_id' : 'id';
      let replaced = 0;
      for (const { row, to } of values)
        replaced += await db(table)
          .where(key, row)
          .update({ [column]: to });
      return replaced;
    },
  })),
  spoiled('counts what it was given', ({ replace }) => ({
    replace: async (column, values) => {
      await replace(column, values);
      return values.length;
    },
  })),
  spoiled('knows the first key only', ({ keyIds }) => ({
    keyIds: async (column) => (await keyIds(column)).slice(0, 1),
  })),
  spoiled('passes over what is not sealed', ({ keyIds }) => ({
    keyIds: async (column) => (await keyIds(column)).filter((id) => id !== ''),
  })),
  spoiled('begins at the first row each time', ({ list }) => ({
    list: (column, keyId, page) => list(column, keyId, { ...page, after: null }),
  })),
  spoiled('lists without a bound', ({ list }) => ({
    list: (column, keyId, { after }) => list(column, keyId, { after, limit: 1000 }),
  })),
  spoiled('takes every environment for test', ({ list }) => ({
    list: async (...asked) => (await list(...asked)).map((value) => ({ ...value, environment: 'test' as const })),
  })),
  spoiled('counts all keys together', ({ count, keyIds }) => ({
    async count(column) {
      let all = 0;
      for (const id of await keyIds(column)) all += await count(column, id);
      return all;
    },
  })),
];
