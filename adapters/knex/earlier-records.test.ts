// Records that the release before stored, or changed while both releases ran: it knows nothing of some columns.
import { expect } from 'chai';
import { samples } from '#contract-tests';
import type { RecordFilter, RecordPlace } from '#core/ports';
import { onBothDatabases } from '../../contract-tests/testing/doubles.ts';

const invoice = { type: 'payable', currency: 'NZD', total: 99.5, amount_due: 0, number: 'INV-7' };
const limit = 10;

onBothDatabases('records of an earlier build', (given) => {
  async function arranged(count: number) {
    const { subject: storage } = await given().storage.open();
    const { knex } = given().database;
    const connectionId = samples.sampleId('conn');
    const place: RecordPlace = { connectionId, type: 'invoices' };
    const records = Array.from({ length: count }, () => samples.sampleRecord({ fields: invoice }));
    await storage.records.put([[{ id: connectionId, organizationId: samples.someOwner }, records]]);
    const rows = () => knex('cached_records').where({ connection_id: connectionId });
    const total = async (filter: RecordFilter) =>
      (await storage.records.list(place, filter, { limit: 1, page: 1 })).total;
    return { records: storage.records, place, rows, total };
  }

  it('are found by every filter once they are indexed, and are then as if this build had stored them', async () => {
    const { records, place, rows, total } = await arranged(2);
    const stored = await rows().orderBy('provider_id');
    const columns = { side: null, currency: null, total: null, amount_due: null, columns_digest: null };
    await rows().update({ ...columns, search_text: null, search_terms: null });
    const filters: RecordFilter[] = [
      { side: 'payable' },
      { currency: 'NZD' },
      { totalFrom: '99.5' },
      { contains: 'inv' },
    ];
    expect(await Promise.all(filters.map(total))).to.deep.equal([0, 0, 0, 0]);
    expect(await records.indexMissing(limit, { ...place, type: 'quotes' })).to.equal(0);
    expect([await records.indexMissing(limit, place), await records.indexMissing(limit, place)]).to.deep.equal([2, 0]);
    expect(await Promise.all(filters.map(total))).to.deep.equal([2, 2, 2, 2]);
    expect(await rows().orderBy('provider_id')).to.deep.equal(stored);
  });

  it('that an earlier build changed meanwhile are found by what they are now', async () => {
    const { records, place, rows, total } = await arranged(1);
    // The update of a build that does not know the columns.
    const item = JSON.stringify({ ...invoice, total: 1000, currency: 'EUR', amount_due: -0.5 }).slice(0, -1);
    await rows().update({ item, fields_digest: 'of the change' });
    expect(await records.indexMissing(limit, place)).to.equal(1);
    const filters: RecordFilter[] = [
      { currency: 'EUR' },
      { totalFrom: '1000', totalTo: '1000' },
      { amountDueTo: '-0.5' },
    ];
    expect(await Promise.all(filters.map(total))).to.deep.equal([1, 1, 1]);
    expect(await Promise.all([{ currency: 'NZD' }, { totalTo: '999.99' }].map(total))).to.deep.equal([0, 0]);
  });

  it('are all indexed when one of many who do so at once is told that none is left', async () => {
    const { records, place, rows, total } = await arranged(60);
    await rows().update({ side: null, columns_digest: null });
    const whole = async () => {
      while ((await records.indexMissing(7, place)) > 0);
      return total({ side: 'payable' });
    };
    expect(await Promise.all(Array.from({ length: 6 }, whole))).to.deep.equal(Array(6).fill(60));
  });
});
