// Random nights: things break, mend and break again, the receiver is away, workers are killed. Several workers at once.
import { expect } from 'chai';
import fc from 'fast-check';
import { onBothDatabases } from '../../../contract-tests/testing/doubles.ts';
import { runsOf } from '../../../tools/run-length.ts';
import { alertHourMs } from '../../domain/alert.ts';
import { createWorkerApi } from '../../product-worker.ts';
import { advance, type Engine, never, openEngine } from '../testing/engine.ts';
import { answered } from '../testing/hands.ts';
import { destine, happen, mend, type Read, readOf, textOf } from './testing/alerts.ts';

const subjects = ['we_1', 'we_2'];
const moves = fc.array(
  fc.record({
    subject: fc.constantFrom(...subjects),
    what: fc.constantFrom('breaks', 'breaks', 'mends', 'nothing'),
    times: fc.constantFrom(1, 1, 3),
    receiver: fc.constantFrom(200, 200, 503),
    /** A worker takes what is due and is killed before it sends. */
    killed: fc.boolean(),
    minutes: fc.constantFrom(0, 1, 20, 59, 61, 300),
  }),
  { minLength: 1, maxLength: 12 },
);
type Moves = typeof moves extends fc.Arbitrary<infer T> ? T : never;

interface Message extends Read {
  readonly at: number;
}

/** Two workers claim, run and sweep at once, until nothing is due. */
async function work(engine: Engine): Promise<void> {
  const workers = [engine.ports, engine.ports].map((ports) => createWorkerApi(ports));
  for (let round = 0; round < 40; round++) {
    const ran = await Promise.all(
      workers.map(async (worker) => {
        await worker.sweep();
        const claimed = await worker.claim(4);
        await Promise.all(claimed.map((leased) => worker.run(leased, never)));
        return claimed.length;
      }),
    );
    if (ran.every((count) => count === 0)) return;
  }
}

async function play(engine: Engine, history: Moves) {
  const messages: Message[] = [];
  const broke = new Map(subjects.map((subject) => [subject, 0]));
  const isBad = new Map<string, boolean>();
  await destine(engine);
  const answer = (status: number) => {
    engine.hands.answer = (sent) => {
      if (status === 200) messages.push({ ...readOf(textOf(sent)), at: engine.hands.now.getTime() });
      return answered(status);
    };
  };
  for (const { subject, what, times, receiver, killed, minutes } of history) {
    answer(receiver);
    if (what === 'breaks') {
      await Promise.all(Array.from({ length: times }, () => happen(engine, subject)));
      broke.set(subject, (broke.get(subject) ?? 0) + times);
      isBad.set(subject, true);
    } else if (what === 'mends') {
      await mend(engine, subject);
      isBad.set(subject, false);
    }
    if (killed) await engine.core.worker.claim(4);
    else await work(engine);
    advance(engine, minutes * 60);
    await work(engine);
  }
  answer(200);
  for (let round = 0; round < 12; round++) {
    advance(engine, 3 * 3600);
    await work(engine);
  }
  return { messages, broke, isBad };
}

onBothDatabases('nights of alerts', (given, name) => {
  it('tell every happening once, a subject once an hour, its end once, and end with the truth', async () => {
    await fc.assert(
      fc.asyncProperty(moves, async (history) => {
        const { subject: storage, close } = await given().storage.open();
        const engine = await openEngine({ ...given().database, storage, close: async () => {} });
        const { messages, broke, isBad } = await play(engine, history);
        for (const subject of subjects) {
          const own = messages.filter((message) => message.subject === subject);
          const told = own.reduce((sum, { count }) => sum + count, 0);
          expect(told, JSON.stringify(own)).to.equal(broke.get(subject));
          const hourly = own.filter(({ kind }) => kind !== 'well').map(({ at }) => at);
          for (const [i, at] of hourly.slice(1).entries()) expect(at - (hourly[i] ?? 0)).to.be.at.least(alertHourMs);
          for (const [i, { kind }] of own.entries()) if (kind === 'well') expect(own[i - 1]?.kind).to.equal('happened');
          const last = own.at(-1)?.kind;
          if (last) expect(last === 'happened', JSON.stringify(own)).to.equal(isBad.get(subject));
        }
        await close();
      }),
      { numRuns: runsOf(name === 'SQLite' ? { long: 300, short: 8 } : { long: 40, short: 2 }) },
    );
  });
});
