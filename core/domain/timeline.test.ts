import { expect } from 'chai';
import { sampleDelivery, sampleId, sampleOperation } from '../../contract-tests/samples.ts';
import type { Delivery } from './delivery.ts';
import type { OrganizationId } from './ids.ts';
import { type TimelineEntry, type TimelineKind, timelineEntriesMax, timelineOfEntries } from './timeline.ts';
import { deliveryEntries } from './timeline-entries.ts';

const entry = (kind: TimelineKind, second: number, title = `${kind} ${second}`): TimelineEntry => ({
  at: new Date(second * 1000),
  kind,
  id: null,
  title,
  requestId: null,
  operationId: null,
  details: {},
});

describe('a delivery in a timeline', () => {
  const operation = sampleOperation({ organizationId: 'org_1' as OrganizationId, environment: 'test' });
  const draft = sampleDelivery(operation, { endpointId: sampleId('we') });
  const title = (given: Pick<Delivery, 'state' | 'nextAttemptAt'>) =>
    deliveryEntries({ ...draft, attempts: [], updatedAt: draft.createdAt, ...given })[0]?.title;

  it('is held while it waits for its endpoint, and retried where it has a time of its own', () => {
    expect(title({ state: 'retrying', nextAttemptAt: null })).to.equal('Delivery of invoice.paid: held');
    expect(title({ state: 'retrying', nextAttemptAt: new Date(0) })).to.equal('Delivery of invoice.paid: retrying');
    expect(title({ state: 'failed', nextAttemptAt: null })).to.equal('Delivery of invoice.paid: failed');
  });
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
