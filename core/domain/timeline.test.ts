import { expect } from 'chai';
import { type TimelineEntry, type TimelineKind, timelineEntriesMax, timelineOfEntries } from './timeline.ts';

const entry = (kind: TimelineKind, second: number, title = `${kind} ${second}`): TimelineEntry => ({
  at: new Date(second * 1000),
  kind,
  id: null,
  title,
  requestId: null,
  operationId: null,
  details: {},
});

describe('a timeline', () => {
  it('is in order of time, and of one time in the order given', () => {
    const { items, truncated } = timelineOfEntries(
      [entry('step', 2, 'b'), entry('event', 2, 'c'), entry('request', 1, 'a')],
      true,
    );
    expect(items.map(({ title }) => title)).to.deep.equal(['a', 'b', 'c']);
    expect(truncated).to.equal(false);
  });

  it('keeps its beginning, where it stands, and the latest of the rest when there is too much', () => {
    const steps = Array.from({ length: timelineEntriesMax + 100 }, (_, n) => entry('step', n + 10));
    const frame = [entry('request', 0), entry('operation', 1), entry('operation', 5)];
    const { items, truncated } = timelineOfEntries([...steps, ...frame], true);
    expect(truncated).to.equal(true);
    expect(items).to.have.length(timelineEntriesMax);
    expect(items).to.deep.equal([...frame, ...steps.slice(103)]);
  });

  it('says so when something was left out before', () => {
    expect(timelineOfEntries([], false)).to.deep.equal({ items: [], truncated: true });
    const full = Array.from({ length: timelineEntriesMax }, (_, n) => entry('step', n));
    expect(timelineOfEntries(full, true)).to.deep.equal({ items: full, truncated: false });
  });
});
