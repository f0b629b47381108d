import { expect } from 'chai';
import fc from 'fast-check';
import { withEqualEventsFolded } from './equal-events.ts';
import { kindsOf } from './story.ts';
import { part, type StoryPart } from './story-part.ts';

const event = (type: string, at: number, children: readonly StoryPart[] = []): StoryPart => {
  const iso = new Date(at).toISOString();
  const entry = {
    at: iso,
    kind: 'event',
    id: 'evt_1',
    title: `Event ${type}`,
    request_id: 'r',
    operation_id: null,
    details: {},
  } as const;
  return part({ kind: 'event', title: entry.title, entry, from: at, to: at, children });
};
const other = (at: number) => part({ kind: 'operation', title: 'sync', from: at, to: at });
const failed = part({
  kind: 'delivery',
  title: 'Delivery: failed',
  entry: {
    at: new Date(0).toISOString(),
    kind: 'delivery',
    id: 'dlv_1',
    title: 'Delivery: failed',
    request_id: 'r',
    operation_id: null,
    details: { state: 'failed' },
  },
  from: 5,
  to: 5,
});
const titles = (parts: readonly StoryPart[]) => withEqualEventsFolded(parts).map(({ title }) => title);

describe('equal events of a story', () => {
  it('are one part with all of them inside, by type, where the first one was', () => {
    const parts = [other(0), event('a', 1), event('b', 2), event('a', 3), event('a', 900), event('b', 901), other(902)];
    expect(titles(parts)).to.deep.equal(['sync', '3 × a', 'Event b', 'Event b', 'sync']);
    const [, fold] = withEqualEventsFolded(parts);
    expect(fold).to.include({ from: 1, to: 900, isFolded: true, kind: 'event' });
    expect(fold?.children.map(({ from }) => from)).to.deep.equal([1, 3, 900]);
  });

  it('are apart where more than a second or something else lies between them, and where one failed', () => {
    expect(titles([event('a', 0), event('a', 1_001), event('a', 1_002)])).to.have.length(3);
    expect(titles([event('a', 0), event('a', 1), other(2), event('a', 3)])).to.have.length(4);
    expect(titles([event('a', 0), event('a', 1), event('a', 2, [failed]), event('a', 3)])).to.have.length(4);
    const running = part({ kind: 'delivery', title: 'Delivery: queued', isRunning: true, from: 2, to: 9 });
    expect(titles([event('a', 0), event('a', 1), event('a', 2, [running])])).to.have.length(3);
    expect(titles([event('a', 0), event('a', 1)])).to.have.length(2);
  });

  it('whose deliveries are under way are one part that goes on, apart from those that have arrived', () => {
    const queued = () => part({ kind: 'delivery', title: 'Delivery: queued', isRunning: true, from: 2, to: 9 });
    const parts = [1, 2, 3, 4, 5, 6].map((at) => event('a', at, at > 3 ? [queued()] : []));
    const folded = withEqualEventsFolded(parts);
    expect(folded.map(({ title, isRunning }) => [title, isRunning])).to.deep.equal([
      ['3 × a', false],
      ['3 × a', true],
    ]);
  });

  it('lose nothing and are in the order of time', () => {
    const types = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'other'), fc.nat(700)), { maxLength: 30 });
    fc.assert(
      fc.property(types, (steps) => {
        let at = 0;
        const parts = steps.map(([type, after]) => {
          at += after;
          return type === 'other' ? other(at) : event(type, at);
        });
        const folded = withEqualEventsFolded(parts);
        expect(kindsOf(folded).get('event')).to.equal(kindsOf(parts).get('event'));
        expect(folded.map(({ from }) => from)).to.deep.equal(folded.map(({ from }) => from).toSorted((a, b) => a - b));
        expect(folded.length).to.be.at.most(parts.length);
      }),
    );
  });
});
