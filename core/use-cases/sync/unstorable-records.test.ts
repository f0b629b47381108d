import { expect } from 'chai';
import { NotStorable } from '../../domain/errors.ts';
import type { CachedRecord } from '../../domain/ledger-record.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Page, Walk } from './read-page.ts';
import { withoutUnstorable } from './walk-family.ts';

describe('a page that was not kept', () => {
  const work = {
    changed: ['1', '2', '3'].map((providerId) => ({ type: 'quotes', providerId }) as CachedRecord),
    warnings: [],
    fetchedAt: new Date(0),
  } as unknown as Page;
  const walk = { connection: { id: 'conn', updatedAt: new Date(0) } } as unknown as Walk;
  const storing = (put: (record: CachedRecord) => void) =>
    ({
      storage: {
        transaction: (keep: (stores: object) => Promise<unknown>) =>
          keep({
            connections: { find: async () => ({ status: 'active', updatedAt: new Date(0) }) },
            records: { put: async (_: string, [record]: readonly [CachedRecord]) => put(record) },
          }),
      },
    }) as unknown as CorePorts;

  it('goes on without the record that the database refuses for what it holds', async () => {
    const refusing = storing(({ providerId }) => {
      if (providerId === '2') throw new NotStorable(new Error('too long'));
    });
    const { changed, warnings } = await withoutUnstorable(refusing, walk, work);
    expect(changed.map(({ providerId }) => providerId)).to.deep.equal(['1', '3']);
    expect(warnings).to.deep.equal([{ type: 'quotes', providerId: '2', reason: 'not_storable', at: new Date(0) }]);
  });

  it('is no page without the others while the database itself fails: it is read again', async () => {
    const lost = new Error('Connection terminated');
    const failing = storing(() => {
      throw lost;
    });
    expect(await withoutUnstorable(failing, walk, work).catch((error: unknown) => error)).to.equal(lost);
  });
});
