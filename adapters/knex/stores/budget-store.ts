import { randomInt } from 'node:crypto';
import { type BudgetStore, batched, type Json, type Spender } from '#core/ports';
import { documentOf, documentText } from '../columns.ts';
import { preparedRowsOf, type Session } from '../session.ts';

interface BudgetRow {
  readonly spender: Spender;
  readonly version: number;
  readonly state: string;
}

interface Replacement {
  readonly spender: Spender;
  readonly before: number;
  readonly state: Json;
}
const replacedColumns = { spender: 'text', version: 'bigint', state: 'text', before: 'bigint' } as const;

/** Each lost try is another caller's change: far more than callers meet at one row. */
const triesMax = 200;
/** A state is some 2 KB. */
const rememberedMax = 10_000;
const versionMax = 2 ** 48 - 1;
const noVersion = -1;

/**
 * One row a connection and one an app, replaced by compare and set; never inside a transaction, so that nobody waits for another's. A
 * process expects the row as it stored it last, so that a change is one statement; it reads the row where another process
 * has changed it, and before an answer that stores nothing. A version is drawn, not counted: what a crash of the database
 * took back is never mistaken for what was stored since.
 */
export function budgetStore({ db, dialect }: Session): BudgetStore {
  const table = () => db<BudgetRow>('request_budgets');
  const remembered = new Map<Spender, { readonly version: number; readonly state: Json | undefined }>();
  // In one order for all processes, so that no two of them wait for each other.
  const replaceSql = `with given as materialized (${dialect.given(replacedColumns)})
    insert into request_budgets as newest (spender, version, state)
    select spender, version, state from given where ${dialect.unflushed} order by spender
    on conflict (spender) do update set version = excluded.version, state = excluded.state
    where newest.version = (select before from given where given.spender = newest.spender) returning spender`;

  async function read(spender: Spender) {
    const row = await table().where({ spender: spender }).first<BudgetRow | undefined>();
    return { version: row?.version ?? noVersion, state: row && documentOf<Json>(row.state) };
  }

  /** False when the row of version `before` is no longer the newest. What changes at one time is one statement. */
  const replace = batched(
    async (given: readonly Replacement[]): Promise<readonly boolean[]> => {
      const rows = given.map((one) => ({ ...one, state: documentText(one.state), version: randomInt(versionMax) }));
      for (const { spender } of rows) remembered.delete(spender);
      const taken = await preparedRowsOf<Pick<BudgetRow, 'spender'>>(db, replaceSql, [JSON.stringify(rows)]);
      const replaced = new Set(taken.map(({ spender }) => spender));
      for (const [i, { spender, version }] of rows.entries()) {
        if (replaced.has(spender)) remembered.set(spender, { version, state: given[i]?.state });
      }
      const longestUnused = remembered.keys();
      for (let over = remembered.size - rememberedMax; over > 0; over--)
        remembered.delete(longestUnused.next().value as Spender);
      return rows.map(({ spender }) => replaced.has(spender));
    },
    ({ spender }) => spender,
  );

  return {
    async readAll(spenders) {
      if (spenders.length === 0) return new Map();
      const rows: BudgetRow[] = await table().whereIn('spender', [...spenders]);
      return new Map(rows.map(({ spender, state }) => [spender, documentOf<Json>(state)]));
    },
    async change(spender, work) {
      for (let tries = 0; tries < triesMax; tries++) {
        const expected = tries === 0 ? remembered.get(spender) : undefined;
        const before = expected ?? (await read(spender));
        const { state, answer } = work(before.state);
        if (state === undefined ? !expected : await replace({ spender, before: before.version, state })) return answer;
      }
      throw new Error('a budget was changed by others at each try');
    },
  };
}
