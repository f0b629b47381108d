// An automation that is replayed long afterwards still knows what it did.
import { expect } from 'chai';
import { openedOnce } from '../../../contract-tests/testing/opened.ts';
import { defaultRetentionDays } from '../../domain/retention.ts';
import { authorised } from '../resources/testing/books.ts';
import { openAutomations } from './testing/automations.ts';

const keptDays = 400;

describe('an automation that died after a write and is kept for long', () => {
  const automations = openedOnce(() =>
    openAutomations({ retentionDays: { ...defaultRetentionDays, operations: keptDays } }),
  );

  it('writes nothing twice when it is replayed in its last days', async () => {
    const { hands, service } = automations;
    const bench = await automations.bench();
    const { providerId } = await authorised(bench.books);
    hands.begin();
    for (let number = 1; number <= 5; number++) hands.mishaps.set(number, 'crash after');
    const input = { invoice_id: providerId, amount: 1, account_code: '090' };
    const { id } = await bench.start('invoice.record_payment', input);
    expect((await bench.ended(id)).state).to.equal('dead_letter');
    hands.mishaps.clear();
    service.advance((keptDays - 1) * 86_400, 'core');
    service.advance(3600, 'ledger');
    const operation = await bench.replay(id);
    expect([operation.state, operation.error]).to.deep.equal(['succeeded', null]);
    expect(await bench.documents('Payments')).to.have.length(1);
  });
});
