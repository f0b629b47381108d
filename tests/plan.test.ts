import { expect } from 'chai';
import fc from 'fast-check';
import { constants, values } from '../bench/plan/constants.ts';
import { flags, readPlanWords } from '../bench/plan/flags.ts';
import { type Load, planOf, usual } from '../bench/plan/model.ts';

const load = (given: Partial<Load>): Load => ({ ...usual, connections: 1_000, changesADay: 5, ...given });
const loads = fc.record({
  connections: fc.integer({ min: 1, max: 1_000_000 }),
  changesADay: fc.integer({ min: 0, max: 1_000 }),
  createsADay: fc.integer({ min: 0, max: 100 }),
  records: fc.integer({ min: 0, max: 100_000 }),
  endpoints: fc.integer({ min: 0, max: 10 }),
  peak: fc.integer({ min: 1, max: 50 }),
  reconcileMinutes: fc.integer({ min: 1, max: 1_440 }),
  followMinutes: fc.constantFrom(0, 15, 60, 240),
});
const close = (found: number, expected: number, what: string) =>
  expect(found, what).to.be.closeTo(expected, Math.abs(expected) * 1e-9 + 1e-9);

describe('the plan', () => {
  const c = values;
  const nothing = load({ changesADay: 0, createsADay: 0, records: 0 });
  /** What one thing of each adds, said without the model's own words. */
  const rows: readonly (readonly [string, Partial<Load>, (plan: ReturnType<typeof planOf>) => number, number])[] = [
    ['a quiet connection asks 501 times a day', {}, ({ calls }) => calls.aDayOfConnection, 501],
    ['without following 165 times', { followMinutes: 0 }, ({ calls }) => calls.aDayOfConnection, 165],
    ['every half hour 48 times less', { reconcileMinutes: 30 }, ({ calls }) => calls.aDayOfConnection, 453],
    ['one record of each', { records: 1 }, ({ disk }) => disk.records, 1_000 * 3_660 * 1.5],
    ['a change of each', { changesADay: 1 }, ({ changesASecond }) => changesASecond.mean, 1_000 / 86_400],
    [
      'a change that nobody is told of',
      { changesADay: 1, endpoints: 0 },
      ({ disk }) => disk.changes,
      1_000 * 2.6 * ((1_090 + 250 + 370) * 90 + (1_320 + 350 + 135) * 30),
    ],
    [
      'a change and each endpoint',
      { changesADay: 1, endpoints: 2 },
      ({ disk }) => disk.changes,
      1_000 * 2.6 * ((1_090 + 250 + 370 + 2 * (1_090 + 510 + 195)) * 90 + (1_320 + 350 + 135) * 30),
    ],
    ['a create of each', { createsADay: 1 }, ({ calls }) => calls.aDay, 1_000 * (501 + 1.08)],
  ];
  for (const [what, given, of, expected] of rows) {
    it(`counts ${what}`, () => close(of(planOf({ ...nothing, ...given }, c)), expected, what));
  }

  it('of twice the connections is twice as much of everything but cells and apps, which only grow', () => {
    fc.assert(
      fc.property(loads, (given) => {
        const one = planOf(load(given));
        const two = planOf(load({ ...given, connections: given.connections * 2 }));
        for (const part of ['records', 'changes', 'routine', 'creates', 'total'] as const)
          close(two.disk[part], 2 * one.disk[part], part);
        close(two.calls.aDay, 2 * one.calls.aDay, 'calls');
        close(two.cores.hosts, 2 * one.cores.hosts, 'hosts');
        close(two.cores.database, 2 * one.cores.database, 'database');
        close(two.egress.bytesADay, 2 * one.egress.bytesADay, 'egress');
        close(two.calls.aDayOfConnection, one.calls.aDayOfConnection, 'of a connection');
        expect(two.cells.total).to.be.within(one.cells.total, 2 * one.cells.total);
        expect(two.calls.apps).to.be.within(one.calls.apps, 2 * one.calls.apps);
      }),
      { numRuns: 100 },
    );
  });

  it('never says less for more, and its cells hold what it says', () => {
    const more = fc.constantFrom('changesADay', 'createsADay', 'records', 'endpoints', 'peak' as const);
    fc.assert(
      fc.property(loads, more, (given, name) => {
        const [one, other] = [planOf(load(given)), planOf(load({ ...given, [name]: given[name as 'records'] + 1 }))];
        const parts = (plan: typeof one) => [
          ...[plan.disk.total, plan.calls.aDay, plan.calls.aMinuteAtPeak, plan.cores.hosts, plan.cores.database],
          ...[plan.egress.bytesADay, plan.cells.total, plan.calls.apps],
        ];
        for (const [i, part] of parts(one).entries()) expect(parts(other)[i], `${name} ${i}`).to.be.at.least(part);
        expect(one.disk.total / one.cells.total).to.be.at.most(usual.cellGigabytes * 1e9);
        expect(one.changesASecond.peak / one.cells.total).to.be.at.most(usual.cellChangesASecond);
        expect(one.calls.aMinuteAtPeak / one.calls.apps).to.be.at.most(values.appCallsAMinute);
      }),
      { numRuns: 100 },
    );
  });

  it('says where the provider does not allow so many calls', () => {
    expect(planOf(load({ changesADay: 4_000 })).warnings).to.deep.equal([]);
    expect(planOf(load({ changesADay: 5_000 })).warnings.join()).to.match(/needs 5502 calls a day, .* allows 5000/);
  });

  it('has a unit and a source for each figure', () => {
    for (const [name, { value, unit, source }] of Object.entries(constants)) {
      expect([value > 0, unit.length > 3, source.length > 3], name).to.deep.equal([true, true, true]);
    }
  });
});

describe('the flags of the plan', () => {
  it('are read in both forms, with separators', () => {
    const {
      load: found,
      isJson,
      isCheck,
    } = readPlanWords(['--connections=100_000', '--changes-a-day', '2.5', '--json']);
    expect(found).to.deep.equal({ ...usual, connections: 100_000, changesADay: 2.5 });
    expect([isJson, isCheck]).to.deep.equal([true, false]);
    expect(readPlanWords(['--check']).isCheck).to.equal(true);
  });

  const wrong: readonly (readonly [readonly string[], RegExp])[] = [
    [[], /^--connections: is required, .*\n--changes-a-day: is required/],
    [
      ['--connections', 'many', '--changes-a-day', '5'],
      /^--connections: must be a whole number from 1 to 10000000, not many$/,
    ],
    [['--connections', '1.5', '--changes-a-day', '5'], /^--connections: must be a whole number/],
    [['--connections', '5', '--changes-a-day'], /^--changes-a-day: must be a number from 0 to 100000, not nothing$/],
    [['--connections', '5', '--changes-a-day', '-1'], /^--changes-a-day: must be a number/],
    [
      ['--connections', '5', '--changes-a-day', '5', '--changes', '7'],
      /^--changes: is no flag of plan; there are --connec/,
    ],
    [['--connections', '5', '--connections', '6', '--changes-a-day', '5'], /^--connections: is given twice/],
    [['--connections', '5', '--changes-a-day', '5', '--busy', '0'], /^--busy: must be a number from 0.05 to 1, not 0$/],
    [['plan', '--connections', '5', '--changes-a-day', '5'], /^plan: is no flag/],
    [['--constructor', '5'], /^--constructor: is no flag/],
  ];
  for (const [words, says] of wrong) {
    it(`are refused with their name: ${words.join(' ')}`, () => expect(() => readPlanWords(words)).to.throw(says));
  }

  it('each take the ends of what they allow', () => {
    const required = { connections: 1, 'changes-a-day': 1 };
    for (const [name, { name: key, least, most }] of Object.entries(flags)) {
      for (const value of [least, most]) {
        const words = Object.entries({ ...required, [name]: value }).flatMap(([one, given]) => [
          `--${one}`,
          `${given}`,
        ]);
        expect(readPlanWords(words).load[key]).to.equal(value);
      }
    }
  });
});
