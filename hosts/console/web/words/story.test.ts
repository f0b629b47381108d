import { expect } from 'chai';
import fc from 'fast-check';
import type { TimelineEntry } from '../api/wire.ts';
import { insideWords, kindsOf, storyOf, withBriefSyncs, withoutKinds } from './story.ts';
import { placeOn, spanOf, ticksOf } from './story-axis.ts';
import type { StoryPart } from './story-part.ts';

type Kind = TimelineEntry['kind'];

const entry = (kind: Kind, at: number, ms: number, rest: Partial<TimelineEntry> = {}): TimelineEntry => ({
  at: new Date(at).toISOString(),
  kind,
  id: null,
  title: kind,
  request_id: 'req',
  operation_id: 'op_1',
  ...rest,
  details: { finished_at: new Date(at + ms).toISOString(), duration_ms: ms, ...rest.details },
});
const phase = (name: string, at: number, details: TimelineEntry['details']) =>
  entry('operation', at, 0, { id: 'op_1', details: { phase: name, type: 'sync', ...details } });
const created = (state: string, more = {}) =>
  phase('created', 0, { state, next_attempt_at: null, waiting_for: null, ...more });
const attempt = (number: number, [from, to]: readonly [number, number], outcome: string, error: object | null = null) =>
  entry('attempt', from, to - from, { title: `attempt ${number}`, details: { run: 1, number, outcome, error } });
const step = (name: string, from: number, to: number) => entry('step', from, to - from, { title: `step ${name}` });
const call = (at: number, ms: number) => entry('provider_call', at, ms, { title: `call ${at}` });
const ended = (at: number, state = 'succeeded') => phase('finished', at, { state });
const budget = { code: 'RATE_LIMITED' };

/** A part as `title from-to`, with `+` if folded and `…` if it goes on, and what is inside of it. */
type Told = string | readonly [string, ...Told[]];
const tell = (one: StoryPart): Told => {
  const words = `${one.title} ${one.from}-${one.to}${one.isFolded ? '+' : ''}${one.isRunning ? '…' : ''}`;
  return one.children.length === 0 ? words : [words, ...one.children.map(tell)];
};
const story = (entries: readonly TimelineEntry[], now = 0) => storyOf(entries, now).map(tell);

describe('a story', () => {
  const cases: readonly (readonly [
    title: string,
    entries: readonly TimelineEntry[],
    told: readonly Told[],
    now?: number,
  ])[] = [
    [
      'has calls inside of the steps of its only attempt, and those of no step inside of the attempt',
      [created('succeeded'), attempt(1, [5, 90], 'succeeded'), step('a', 5, 40), call(10, 20), call(60, 5), ended(91)],
      [
        [
          'sync: succeeded 0-91',
          'In the queue 0-5',
          ['step a 5-40', 'call 10 10-30'],
          ['attempt 1 40-90', 'call 60 60-65'],
        ],
      ],
    ],
    [
      'folds the attempts that a step needed, with what was waited for between them',
      [
        created('succeeded'),
        attempt(1, [0, 30], 'retrying'),
        attempt(2, [50, 60], 'postponed', budget),
        attempt(3, [70, 100], 'succeeded'),
        step('a', 0, 10),
        step('b', 70, 95),
        call(12, 9),
        call(80, 5),
        ended(100),
      ],
      [
        [
          'sync: succeeded 0-100',
          'step a 0-10',
          [
            'step b 10-95+',
            ['attempt 1 10-30', 'call 12 12-21'],
            'Waited to be tried again 30-50',
            'attempt 2 50-60',
            'Waited for the provider’s budget 60-70',
            ['attempt 3 70-95', 'call 80 80-85'],
          ],
        ],
      ],
    ],
    [
      'folds the attempts of work without steps',
      [created('failed'), attempt(1, [0, 1], 'lost'), attempt(2, [9, 10], 'failed'), ended(10, 'failed')],
      [['sync: failed 0-10+', 'attempt 1 0-1', 'The worker was lost; waited for another 1-9', 'attempt 2 9-10']],
    ],
    [
      'grows while it runs, from its start or from the first sign of a later attempt',
      [created('running'), attempt(1, [0, 10], 'retrying'), call(40, 5)],
      [
        [
          'sync: running 0-99…',
          ...['attempt 1 0-10', 'Waited to be tried again 10-40'],
          ['Attempt: running 40-99…', 'call 40 40-45'],
        ],
      ],
      99,
    ],
    [
      'goes on after the steps of the attempt that runs',
      [created('running'), phase('started', 5, {}), step('a', 6, 20)],
      [['sync: running 0-99…', 'In the queue 0-5', 'step a 6-20', 'Attempt: running 20-99…']],
      99,
    ],
    [
      'shows what it waits for now',
      [created('queued', { waiting_for: 'provider_budget', next_attempt_at: new Date(500).toISOString() })],
      [['sync: queued 0-99…', 'Waiting for the provider’s budget 0-99…']],
      99,
    ],
    [
      'has deliveries inside of their event, and a request’s own calls inside of the request',
      [
        entry('request', 0, 0, { operation_id: null }),
        entry('provider_call', 1, 2, { operation_id: null }),
        entry('event', 5, 0, { id: 'evt_1' }),
        entry('delivery', 5, 0, {
          id: 'dlv_1',
          details: { event_id: 'evt_1', state: 'retrying', next_attempt_at: null },
        }),
        entry('delivery_attempt', 6, 3, { id: 'dlv_1' }),
        entry('delivery', 7, 0, { id: 'dlv_2', details: { event_id: 'evt_2', state: 'succeeded' } }),
      ],
      [
        ['request 0-3', 'provider_call 1-3'],
        ['event 5-99', ['delivery 5-99…', 'delivery_attempt 6-9', 'Held until its endpoint answers 9-99…']],
        'delivery 7-7',
      ],
      99,
    ],
    [
      'keeps what belongs to nothing that is shown',
      [call(3, 1), entry('audit', 4, 0), attempt(1, [5, 6], 'failed')],
      ['call 3 3-4', 'audit 4-4', 'attempt 1 5-6'],
    ],
  ];
  for (const [title, entries, told, now] of cases)
    it(title, () => {
      expect(story(entries, now)).to.deep.equal(told);
    });

  it('has one line of a sync that read a record, and all of one that failed', () => {
    const sync = [created('succeeded'), attempt(1, [0, 9], 'succeeded'), step('a', 0, 4), call(1, 2), ended(9)];
    const told = (entries: readonly TimelineEntry[], type: string) => {
      const typed = entries.map((one) => ({ ...one, details: { ...one.details, type } }));
      return withBriefSyncs(storyOf(typed, 0)).map(tell);
    };
    expect(told(sync, 'connection.sync')).to.deep.equal(['Read by a sync 0-9']);
    expect(told(sync, 'records.bulk')).to.deep.equal([['records.bulk: succeeded 0-9', ['step a 0-4', 'call 1 1-3']]]);
    const failed = [created('failed'), attempt(1, [0, 9], 'failed'), ended(9, 'failed')];
    expect(told(failed, 'connection.sync')).to.deep.equal([['connection.sync: failed 0-9', 'attempt 1 0-9']]);
  });

  it('moves out what is inside of a hidden kind, and counts what there is', () => {
    const parts = storyOf([created('succeeded'), step('a', 0, 9), call(1, 2), call(4, 1), ended(9)], 0);
    expect([...kindsOf(parts)]).to.deep.equal([
      ['operation', 1],
      ['step', 1],
      ['provider_call', 2],
    ]);
    expect(parts.map(insideWords)).to.deep.equal(['1 step']);
    const without = withoutKinds(parts, ['step', 'operation']);
    expect(without.map(tell)).to.deep.equal(['call 1 1-3', 'call 4 4-5']);
    expect(withoutKinds(parts, ['step']).map(insideWords)).to.deep.equal(['2 provider calls']);
  });

  it('loses no entry, and no bar leaves its parent or the axis, whatever happened', () => {
    const time = fc.integer({ min: 0, max: 1_000 });
    const outcome = fc.constantFrom('succeeded', 'retrying', 'postponed', 'failed', 'lost');
    const state = fc.constantFrom('queued', 'running', 'retrying', 'succeeded');
    const any = fc.oneof(
      fc.tuple(time, time, outcome).map(([at, ms, how]) => attempt(1, [at, at + ms], how)),
      fc.tuple(time, time).map(([at, ms]) => step('s', at, at + ms)),
      fc.tuple(time, time, fc.constantFrom('op_1', null)).map(([at, ms, of]) => ({
        ...call(at, ms),
        operation_id: of,
        request_id: `req ${at % 4}`,
      })),
      time.map((at) => entry('request', at, 0, { operation_id: null, request_id: `req ${at % 3}` })),
      time.map((at) => entry('event', at, 0, { id: `evt_${at % 3}` })),
      fc
        .tuple(time, state)
        .map(([at, how]) =>
          entry('delivery', at, 0, { id: `dlv_${at % 5}`, details: { event_id: `evt_${at % 4}`, state: how } }),
        ),
      fc.tuple(time, time).map(([at, ms]) => entry('delivery_attempt', at, ms, { id: `dlv_${at % 5}` })),
    );
    fc.assert(
      fc.property(fc.array(any, { maxLength: 30 }), state, time, (entries, how, now) => {
        const unique = [
          ...new Map(entries.map((one) => [one.kind === 'request' ? one.request_id : (one.id ?? one), one])).values(),
        ];
        const parts = storyOf([created(how), ...(how === 'succeeded' ? [ended(now)] : []), ...unique], now);
        const axis = spanOf(parts);
        const check = (one: StoryPart): void => {
          const { left, width } = placeOn(axis, one);
          expect(left).to.be.within(0, 100);
          expect(left + width).to.be.within(left, 100.000001);
          for (const child of one.children) {
            expect([one.from <= child.from, child.to <= one.to]).to.deep.equal([true, true]);
            check(child);
          }
        };
        parts.forEach(check);
        const counted = kindsOf(parts);
        for (const kind of ['provider_call', 'step', 'request', 'event', 'delivery'] as const) {
          expect(counted.get(kind) ?? 0, kind).to.equal(unique.filter((one) => one.kind === kind).length);
        }
      }),
    );
  });

  it('has an axis of a few round times', () => {
    for (const length of [1, 7, 60, 999, 61_000, 3_700_000, 90_000_000, 9_000_000_000]) {
      const ticks = ticksOf({ from: 5, to: 5 + length });
      expect(ticks.length, String(length)).to.be.within(1, 4);
      expect(ticks.at(-1)).to.be.at.most(length);
    }
  });
});
