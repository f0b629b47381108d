import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import fc from 'fast-check';
import type { OperationId } from '../domain/ids.ts';
import type { Operation } from '../domain/operation.ts';
import type { Settlement, StepSave, StepSaved } from '../ports/operation-stores.ts';
import type { Storage } from '../ports/storage.ts';
import { type Commits, createCommits, type Ending } from './batch.ts';

type Written = Pick<StepSave, 'lease'> & { readonly name: string };

interface Commit {
  readonly names: readonly string[];
  readonly done: () => void;
  readonly fail: (error?: Error) => void;
}

const at = new Date(0);

function save(operation: string, name = operation): StepSave {
  const lease = { operationId: operation as OperationId, token: 1, claimedAt: at, expiresAt: at };
  const step = { name, state: 'succeeded' as const, result: null, error: null, startedAt: at, finishedAt: at };
  return { lease, step, leaseUntil: at };
}

function settlement(operation: string): Ending {
  return { lease: save(operation).lease, next: { id: operation } as Operation, also: undefined };
}

const isHeld = ({ lease }: Pick<StepSave, 'lease'>): boolean => !lease.operationId.startsWith('lost');

/** A database whose commits end when the test says so. */
function slowDatabase() {
  const commits: Commit[] = [];
  const kept: string[] = [];
  const commit = async (written: readonly Written[]): Promise<void> => {
    const ended = Promise.withResolvers<void>();
    const names = written.map(({ name }) => name);
    const fail = (error = new Error('refused')) => ended.reject(error);
    commits.push({ names, done: ended.resolve, fail });
    await ended.promise;
    kept.push(...names);
  };
  const over = (end: (written: readonly Written[]) => Promise<void>) => ({
    saveSteps: async (saves: readonly StepSave[]): Promise<readonly StepSaved[]> => {
      await end(saves.map(({ step, lease }) => ({ name: step.name, lease })));
      return saves.map((entry) => ({ kept: isHeld(entry), cancelRequested: entry.step.name.endsWith('!') }));
    },
    settleAll: async (all: readonly Settlement[]): Promise<readonly boolean[]> => {
      await end(all.map(({ next, lease }) => ({ name: next.id, lease })));
      return all.map(isHeld);
    },
  });
  const operations = over(commit);
  const transaction = (work: (stores: Storage) => Promise<unknown>) => work({ operations } as unknown as Storage);
  return { commits, kept, storage: { operations, transaction } as unknown as Storage };
}

/** Long enough for everything that does not wait for a commit. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await nextTurn();
}

/** How each of these ended by now. */
function ends(promises: readonly Promise<unknown>[]): string[] {
  const found = promises.map(() => 'waits');
  for (const [i, promise] of promises.entries()) {
    promise.then(
      () => (found[i] = 'kept'),
      () => (found[i] = 'refused'),
    );
  }
  return found;
}

describe('group commits', () => {
  let database: ReturnType<typeof slowDatabase>;
  let commits: Commits;
  beforeEach(() => {
    database = slowDatabase();
    commits = createCommits(database.storage);
  });
  const named = () => database.commits.map(({ names }) => names);

  it('store what belongs to each end with it, at one time, and nothing of one whose lease is lost', async () => {
    const stored: string[] = [];
    const both = Promise.withResolvers<void>();
    const { settle } = createCommits(database.storage);
    const also = (name: string) => {
      if (stored.push(name) === 2) both.resolve();
      return both.promise;
    };
    const ending = (name: string) => ({ ...settlement(name), also: () => also(name) });
    const all = [settle(ending('a')), settle(ending('lost b')), settle(settlement('c')), settle(ending('d'))];
    await settled();
    for (const { done } of database.commits) done();
    expect(await Promise.all(all)).to.deep.equal([true, false, true, true]);
    expect(stored).to.deep.equal(['a', 'd']);
    expect(database.commits).to.have.length(1);
  });

  it('answer nobody before the commit, also not those that came later', async () => {
    const found = ends([commits.saveStep(save('a')), commits.saveStep(save('b')), commits.settle(settlement('c'))]);
    await settled();
    const later = ends([commits.saveStep(save('d'))]);
    await settled();
    expect([...found, ...later]).to.deep.equal(['waits', 'waits', 'waits', 'waits']);
    expect(named()).to.deep.equal([['a', 'b'], ['c']]);
    database.commits[0]?.done();
    await settled();
    expect([...found, ...later]).to.deep.equal(['kept', 'kept', 'waits', 'waits']);
  });

  it('keep what comes while a commit is under way with the next one', async () => {
    const found = ends([commits.saveStep(save('a'))]);
    await settled();
    found.push(...ends(['b', 'c', 'd'].map((name) => commits.saveStep(save(name)))));
    await settled();
    expect(named()).to.deep.equal([['a']]);
    database.commits[0]?.done();
    await settled();
    expect(named()).to.deep.equal([['a'], ['b', 'c', 'd']]);
  });

  it('begin again after they came to rest', async () => {
    for (const name of ['a', 'b']) {
      const kept = commits.saveStep(save(name));
      await settled();
      database.commits.at(-1)?.done();
      expect(await kept).to.deep.equal({ kept: true, cancelRequested: false });
    }
    expect(named()).to.deep.equal([['a'], ['b']]);
  });

  it('keep one operation once at a time, in the order in which it came', async () => {
    const saves = [save('a', 'a1'), save('a', 'a2'), save('b', 'b1'), save('a', 'a3')];
    const all = Promise.all(saves.map((entry) => commits.saveStep(entry)));
    for (let group = 0; group < 3; group++) {
      await settled();
      database.commits[group]?.done();
    }
    await all;
    expect(named()).to.deep.equal([['a1', 'b1'], ['a2'], ['a3']]);
  });

  it('are of a hundred at most', async () => {
    const all = Promise.all(Array.from({ length: 250 }, (_, i) => commits.saveStep(save(`op${i}`))));
    for (let group = 0; group < 3; group++) {
      await settled();
      database.commits[group]?.done();
    }
    await all;
    expect(database.commits.map(({ names }) => names.length)).to.deep.equal([100, 100, 50]);
    expect(database.kept).to.deep.equal(Array.from({ length: 250 }, (_, i) => `op${i}`));
  });

  it('that fail are tried one by one, and only the bad one is refused', async () => {
    const found = ends(['a', 'bad', 'c'].map((name) => commits.saveStep(save(name))));
    await settled();
    database.commits[0]?.fail();
    await settled();
    for (const commit of database.commits.slice(1)) {
      if (commit.names[0] === 'bad') commit.fail();
      else commit.done();
    }
    await settled();
    expect(named()).to.deep.equal([['a', 'bad', 'c'], ['a'], ['bad'], ['c']]);
    expect(found).to.deep.equal(['kept', 'refused', 'kept']);
  });

  it('answer each with its own, lost leases and requests to cancel among them', async () => {
    const all = Promise.all(['a', 'lost', 'c!'].map((name) => commits.saveStep(save(name))));
    await settled();
    database.commits[0]?.done();
    expect(await all).to.deep.equal([
      { kept: true, cancelRequested: false },
      { kept: false, cancelRequested: false },
      { kept: true, cancelRequested: true },
    ]);
  });

  it('keep settlements alike', async () => {
    const all = Promise.all(['a', 'lost', 'c'].map((name) => commits.settle(settlement(name))));
    await settled();
    expect(named()).to.deep.equal([['a', 'lost', 'c']]);
    database.commits[0]?.done();
    expect(await all).to.deep.equal([true, false, true]);
  });

  it('keep every entry once and answer it with its own, whatever the order', async () => {
    const entries = fc.array(
      fc.record({ operation: fc.nat({ max: 5 }), bad: fc.integer({ min: 0, max: 9 }).map((n) => n === 0) }),
      { minLength: 1, maxLength: 40 },
    );
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), entries, async (order, entries) => {
        const kept: string[] = [];
        const groups: string[][] = [];
        const saveSteps = order.scheduleFunction(async (saves: readonly StepSave[]) => {
          groups.push(saves.map(({ lease }) => lease.operationId));
          if (saves.some(({ step }) => step.name.endsWith('bad'))) throw new Error('refused');
          kept.push(...saves.map(({ step }) => step.name));
          return saves.map(({ step }) => ({ kept: true, cancelRequested: false, of: step.name }));
        });
        const grouped = createCommits({ operations: { saveSteps } } as unknown as Storage);
        const all = entries.map(async ({ operation, bad }, i) => {
          const name = `${i}${bad ? 'bad' : ''}`;
          await order.schedule(Promise.resolve(), name);
          const answer = await grouped.saveStep(save(`op${operation}`, name)).catch(() => ({ of: 'refused' }));
          return { name, bad, of: (answer as { of?: string }).of };
        });
        const answers = await order.waitFor(Promise.all(all));
        for (const { name, bad, of } of answers) expect(of).to.equal(bad ? 'refused' : name);
        const good = answers.filter(({ bad }) => !bad).map(({ name }) => name);
        expect([...kept].sort()).to.deep.equal(good.sort());
        for (const group of groups) expect(new Set(group).size).to.equal(group.length);
      }),
      { numRuns: 300 },
    );
  });
});
