// Which clause caught each saboteur last. It is played first, so that the others need not be; where it is missing or catches
// nothing any more, all are played as if nothing were kept. UPDATE_CATCHES=1 plays
// all and keeps what it finds; the long run plays all.
import { readFileSync, writeFileSync } from 'node:fs';
import { isLong } from '../../tools/run-length.ts';
import { type Clause, type Contract, firstBroken, type Harness } from '../contract.ts';

type Kept = Record<string, Record<string, string>>;

const file = new URL('catching-clauses.json', import.meta.url);
const isUpdate = process.env['UPDATE_CATCHES'] === '1';
const kept = JSON.parse(readFileSync(file, 'utf8')) as Kept;

/** Where the saboteurs of one suite stand in the file; `keep` writes what was found. */
export function catchesOf(suite: string) {
  const found: Record<string, string> = {};
  const before = isUpdate || isLong ? {} : (kept[suite] ?? {});
  const keyOf = ({ port }: Contract<never>, saboteur: string) => `${port.split(', ')[0]}: ${saboteur}`;

  return {
    isUpdate,
    /** The kept clause, if it is one of the contract's. */
    clauseOf<S>(contract: Contract<S>, saboteur: string): Clause<S> | undefined {
      return contract.clauses.find(({ name }) => name === before[keyOf(contract, saboteur)]);
    },
    /** The first clause that breaks: the kept one, else the first of `others`, which is told. */
    async firstBroken<S>(
      contract: Contract<S>,
      saboteur: string,
      { harness, others }: { readonly harness: Harness<S>; readonly others: () => Promise<readonly Clause<S>[]> },
    ): Promise<string | undefined> {
      const hint = this.clauseOf(contract, saboteur);
      const byHint = hint && (await firstBroken({ ...contract, clauses: [hint] }, harness));
      if (byHint) return byHint.clause;
      const broken = await firstBroken({ ...contract, clauses: await others() }, harness);
      if (broken) found[keyOf(contract, saboteur)] = broken.clause;
      if (!isUpdate && !isLong) {
        process.stdout.write(`no kept clause catches "${saboteur}" of ${contract.port}: UPDATE_CATCHES=1 finds it\n`);
      }
      return broken?.clause;
    },
    /** Keeps what was found, where it was asked for; a saboteur that was not played stays as it was. */
    keep(): void {
      if (!isUpdate) return;
      const all = { ...kept[suite], ...found };
      kept[suite] = Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)));
      writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`);
    },
  };
}
