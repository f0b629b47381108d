import { expect } from 'chai';
import {
  changedAtOf,
  type LedgerNotification,
  type NotificationBatch,
  notificationIdentity,
  notifiedWork,
} from './notification.ts';

const one: LedgerNotification = {
  tenantId: 't-1',
  type: 'invoices',
  eventType: 'UPDATE',
  resourceId: '0b5e6d2a-7f57-4a7e-8a49-9b3f2d1e7c10',
  occurredAt: '2026-03-01T12:00:00.337Z',
};

function batch(count: number, first: number, last: number): NotificationBatch {
  return { notifications: Array.from({ length: count }, () => one), firstSequence: first, lastSequence: last };
}

const identity = (of: NotificationBatch, index: number) => notificationIdentity(of, index, (text) => text);

describe('notifications', () => {
  it('have the sequence numbers that name every event once', () => {
    expect(identity(batch(1, 1, 1), 0)).to.equal('sequence:1');
    expect([0, 1, 2].map((i) => identity(batch(3, 10, 12), i))).to.deep.equal([
      'sequence:10',
      'sequence:11',
      'sequence:12',
    ]);
  });

  it('have no numbers that do not fit the count', () => {
    for (const doubtful of [batch(3, 10, 13), batch(2, 0, 1), batch(1, 5, 3)]) {
      expect(identity(doubtful, 0)).to.match(/^digest:/);
    }
  });

  it('that say the same are told apart within a batch, and a repeated batch has the same identities', () => {
    const doubtful = batch(2, 10, 13);
    const prints = [0, 1].map((i) => identity(doubtful, i));
    expect(new Set(prints).size).to.equal(2);
    expect(identity(batch(2, 10, 13), 1)).to.equal(prints[1]);
  });

  it('tells apart any change of a field', () => {
    const print = (changed: Partial<LedgerNotification>) =>
      identity({ ...batch(0, 9, 10), notifications: [{ ...one, ...changed }] }, 0);
    const prints = [
      print({}),
      print({ tenantId: 'x' }),
      print({ type: 'contacts' }),
      print({ eventType: 'x' }),
      print({ resourceId: 'x' }),
      print({ occurredAt: 'x' }),
    ];
    expect(new Set(prints).size).to.equal(prints.length);
  });

  it('reads named invoices and payments live, starts a sync for other families, and nothing for what is unknown', () => {
    const workOf = (changed: Partial<LedgerNotification>) => notifiedWork({ ...one, ...changed });
    expect(workOf({})).to.deep.equal({ read: 'invoices', id: one.resourceId });
    expect(workOf({ type: 'payments' })).to.deep.equal({ read: 'payments', id: one.resourceId });
    expect(workOf({ resourceId: null })).to.deep.equal({ sync: 'invoices' });
    expect(workOf({ type: 'contacts' })).to.deep.equal({ sync: 'all' });
    expect(workOf({ type: null })).to.equal(undefined);
  });

  it('tell a moment only with its zone', () => {
    expect(changedAtOf('2026-03-01T12:00:00.337Z')).to.deep.equal(new Date(Date.UTC(2026, 2, 1, 12, 0, 0, 337)));
    expect(changedAtOf('2026-03-01T12:00:00+01:00')).to.deep.equal(new Date(Date.UTC(2026, 2, 1, 11)));
    for (const text of ['2026-03-01T12:00:00.337', 'Z', '', undefined]) expect(changedAtOf(text)).to.equal(undefined);
  });
});
