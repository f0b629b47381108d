import { expect } from 'chai';
import type { CachedRecord } from '../../domain/ledger-record.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Page, Walk } from './read-page.ts';
import { withoutUnstorable } from './walk-family.ts';

describe('a page that was not kept', () => {
  const work = {
    changed: ['1', '2', '3'].map((providerId) => ({ type: 'tax_rates', providerId }) as CachedRecord),
    warnings: [],
    fetchedAt: new Date(0),
  } as unknown as Page;
  const walk = { operation: {}, connection: { id: 'conn', updatedAt: new Date(0) } } as unknown as Walk;
  const storing = (put: (record: CachedRecord) => void) =>
    ({
      storage: {
        transaction: (keep: (stores: object) => Promise<unknown>) =>
          keep({
            connections: { find: async () => ({ status: 'active', updatedAt: new Date(0) }) },
            records: {
              put: async ([[, [record]]]: readonly [readonly [string, readonly [CachedRecord]]]) => put(record),
            },
          }),
      },
    }) as unknown as CorePorts;

  it('is no page without the others while the database itself fails: it is read again', async () => {
    const lost = new Error('Connection terminated');
    const failing = storing(() => {
      throw lost;
    });
    expect(await withoutUnstorable(failing, walk, work).catch((error: unknown) => error)).to.equal(lost);
  });
});
