import { expect } from 'chai';
import { canonicalJson } from './json.ts';
import {
  hasPlausibleSequence,
  hydratedCategories,
  type LedgerNotification,
  type NotificationBatch,
  notificationFingerprint,
} from './notification.ts';

const one: LedgerNotification = {
  tenantId: 't-1',
  category: 'INVOICE',
  eventType: 'UPDATE',
  resourceId: '0b5e6d2a-7f57-4a7e-8a49-9b3f2d1e7c10',
  occurredAt: '2026-03-01T12:00:00.337',
};

function batch(count: number, first: number, last: number): NotificationBatch {
  return { events: Array.from({ length: count }, () => one), firstSequence: first, lastSequence: last };
}

describe('notifications', () => {
  it('trusts sequence numbers that name every event once', () => {
    expect(hasPlausibleSequence(batch(1, 1, 1))).to.equal(true);
    expect(hasPlausibleSequence(batch(3, 10, 12))).to.equal(true);
  });

  it('distrusts numbers that do not fit the count', () => {
    expect(hasPlausibleSequence(batch(3, 10, 13))).to.equal(false);
    expect(hasPlausibleSequence(batch(2, 0, 1))).to.equal(false);
    expect(hasPlausibleSequence(batch(1, 5, 3))).to.equal(false);
    expect(hasPlausibleSequence(batch(0, 0, 0))).to.equal(false);
  });

  it('tells apart two events of a batch that say the same, and gives a repeated batch the same fingerprints', () => {
    const doubtful = batch(2, 10, 13);
    const prints = [0, 1].map((i) => canonicalJson(notificationFingerprint(doubtful, i)));
    expect(new Set(prints).size).to.equal(2);
    expect(canonicalJson(notificationFingerprint(batch(2, 10, 13), 1))).to.equal(prints[1]);
  });

  it('tells apart any change of a field', () => {
    const print = (changed: Partial<LedgerNotification>) =>
      canonicalJson(notificationFingerprint({ ...batch(0, 9, 9), events: [{ ...one, ...changed }] }, 0));
    const prints = [
      print({}),
      print({ tenantId: 'x' }),
      print({ category: 'x' }),
      print({ eventType: 'x' }),
      print({ resourceId: 'x' }),
      print({ occurredAt: 'x' }),
    ];
    expect(new Set(prints).size).to.equal(prints.length);
  });

  it('reads invoices and payments live, and nothing else yet', () => {
    expect([...hydratedCategories.keys()]).to.deep.equal(['INVOICE', 'PAYMENT']);
    expect(hydratedCategories.get('SUBSCRIPTION')).to.equal(undefined);
  });
});
