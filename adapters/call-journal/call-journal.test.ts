import { expect } from 'chai';
import { type SinonFakeTimers, useFakeTimers } from 'sinon';
import { samples } from '#contract-tests';
import type { LogFields, ProviderCall } from '#core/ports';
import { createCallJournal, createRequestJournal } from './index.ts';

const calls = (count: number, first = 0): ProviderCall[] =>
  Array.from({ length: count }, (_, n) => ({
    organizationId: samples.someOwner,
    connectionId: 'conn_1' as ProviderCall['connectionId'],
    operationId: null,
    requestId: 'r-1' as ProviderCall['requestId'],
    method: 'GET',
    path: '/Invoices',
    about: null,
    correlationId: null,
    status: 200,
    bytesIn: first + n,
    durationMs: 1,
    isApart: false,
    at: samples.moment(),
  }));
const numbersOf = (kept: readonly ProviderCall[]) => kept.map(({ bytesIn }) => bytesIn);
const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n);

describe('the call journal', () => {
  let time: SinonFakeTimers;
  let batches: ProviderCall[][];
  let lines: { level: string; message: string; fields: LogFields }[];
  /** How the next inserts end; later ones succeed. */
  let ends: (Error | Promise<void>)[];
  beforeEach(() => {
    time = useFakeTimers({ now: 0 });
    batches = [];
    lines = [];
    ends = [];
  });
  afterEach(() => time.restore());

  const open = (options: Partial<Parameters<typeof createCallJournal>[0]> = {}) =>
    createCallJournal({
      store: {
        async insert(batch) {
          const end = ends.shift();
          if (end instanceof Error) throw end;
          await end;
          batches.push([...batch]);
        },
      },
      log: {
        info: (message, fields = {}) => void lines.push({ level: 'info', message, fields }),
        warn: (message, fields = {}) => void lines.push({ level: 'warn', message, fields }),
      },
      ...options,
    });

  it('writes within a second, in one batch', async () => {
    const journal = open();
    for (const call of calls(3)) journal.record(call);
    await time.tickAsync(999);
    expect(batches).to.have.length(0);
    await time.tickAsync(1);
    expect(batches.map(numbersOf)).to.deep.equal([[0, 1, 2]]);
    await time.tickAsync(60_000);
    expect(batches).to.have.length(1);
    for (const call of calls(1, 3)) journal.record(call);
    await time.tickAsync(1000);
    expect(batches.map(numbersOf)).to.deep.equal([[0, 1, 2], [3]]);
  });

  it('writes two hundred at a time, one batch after the other, and meanwhile takes more', async () => {
    let done = (): void => {};
    ends = [new Promise((resolve) => (done = resolve))];
    const journal = open();
    for (const call of calls(450)) journal.record(call);
    expect(batches).to.have.length(0);
    await time.tickAsync(1000);
    for (const call of calls(100, 450)) journal.record(call);
    await time.tickAsync(10_000);
    expect(batches).to.have.length(0);
    done();
    await time.tickAsync(0);
    expect(batches.map(({ length }) => length)).to.deep.equal([200, 200, 150]);
    expect(batches.flatMap(numbersOf)).to.deep.equal(numbers(0, 550));
  });

  it('tries a refused batch once more, and loses nothing of a short outage', async () => {
    const journal = open();
    ends = [new Error('down')];
    for (const call of calls(5)) journal.record(call);
    await time.tickAsync(1000);
    for (const call of calls(300, 5)) journal.record(call);
    await time.tickAsync(4999);
    expect(batches).to.have.length(0);
    await time.tickAsync(1001);
    expect(batches.flatMap(numbersOf)).to.deep.equal(numbers(0, 305));
    expect(lines).to.deep.equal([]);
  });

  it('drops what was refused twice, and says so once an outage', async () => {
    const journal = open();
    ends = Array.from({ length: 4 }, () => new Error('down'));
    for (const call of calls(200)) journal.record(call);
    await time.tickAsync(5500);
    for (const call of calls(7, 200)) journal.record(call);
    await time.tickAsync(6000);
    expect(batches).to.have.length(0);
    const message = 'calls to the provider are dropped and not stored';
    expect(lines).to.deep.equal([{ level: 'warn', message, fields: { error: 'down' } }]);
    for (const call of calls(1, 207)) journal.record(call);
    await time.tickAsync(1000);
    expect(batches.flatMap(numbersOf)).to.deep.equal([207]);
    expect(lines[1]).to.deep.include({ level: 'info', fields: { dropped: 207 } });
  });

  it('holds ten thousand at most: what comes beyond them is dropped, and counted', async () => {
    const journal = open();
    for (const call of calls(10_050)) journal.record(call);
    expect(lines.map(({ level }) => level)).to.deep.equal(['warn']);
    await journal.close();
    expect(lines[1]?.fields).to.deep.equal({ dropped: 50 });
    expect(batches.flatMap(numbersOf)).to.deep.equal(numbers(0, 10_000));
  });

  it('of requests holds five thousand at most', async () => {
    const store = { insert: async (batch: readonly object[]) => void kept.push(...batch) };
    const kept: object[] = [];
    const log = { info: () => {}, warn: (message: string) => void lines.push({ level: 'warn', message, fields: {} }) };
    const { record, close } = createRequestJournal({ store, log });
    const plane = { organizationId: samples.someOwner, environment: 'test' } as const;
    for (let n = 0; n < 5_001; n++) record(samples.sampleLoggedRequest(plane));
    expect(lines.map(({ message }) => message)).to.deep.equal([
      'requests of the request log are dropped and not stored',
    ]);
    await close();
    expect(kept).to.have.length(5_000);
  });

  it('closing writes what waits, without waiting; what comes after is dropped, and the log says so', async () => {
    const journal = open();
    for (const call of calls(3)) journal.record(call);
    await journal.close();
    expect(batches.flatMap(numbersOf)).to.deep.equal([0, 1, 2]);
    expect(lines).to.deep.equal([]);
    for (const call of calls(2)) journal.record(call);
    await journal.close();
    expect([batches.length, lines.length]).to.deep.equal([1, 1]);
  });

  it('closing cuts a pause short, and gives up when the database stays away', async () => {
    const journal = open();
    ends = Array.from({ length: 9 }, () => new Error('down'));
    for (const call of calls(450)) journal.record(call);
    await time.tickAsync(1000);
    await journal.close();
    expect([batches.length, lines.length]).to.deep.equal([0, 1]);
    expect(ends.length, 'tries').to.equal(9 - 6);
  });
});
