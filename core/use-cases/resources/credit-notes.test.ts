// Credit notes are changed as invoices are, and end by their live status.
import { expect } from 'chai';
import { cancellingStatus } from '../../domain/cancellation.ts';
import { resourceIdOf } from '../../families/resource-id.ts';
import { write } from '../testing/connecting.ts';
import { refusalOf } from '../testing/refusal.ts';
import { givenBooks } from '../testing/worlds.ts';
import { line } from './testing/books.ts';

describe('a credit note', () => {
  const { service, tenancy, books } = givenBooks();
  let contact_id: string;
  beforeEach(async () => {
    contact_id = (await books.create('contacts', { name: 'Customer Ltd' })).providerId;
  });

  const note = async (status = 'AUTHORISED') => {
    const body = { type: 'receivable', contact_id, issue_date: '2030-01-01', status, line_items: [line] };
    return (await books.create('credit_notes', body)).providerId;
  };
  const cancel = (resourceId: string, key?: string) =>
    service.core.resources.cancel(tenancy.test, {
      ...{ connectionId: books.connection.id, type: 'credit_notes', resourceId },
      write: write({ reason: 'ordered twice' }, key),
    });
  const writesTo = (id: string) => service.calls(`POST /api.xro/2.0/CreditNotes/${id}`);

  it('is changed field by field, and what is not named stays', async () => {
    const id = await note('DRAFT');
    const changed = await books.update('credit_notes', id, { external_reference: 'returned', status: 'AUTHORISED' });
    expect(changed.fields).to.include({ external_reference: 'returned', status: 'AUTHORISED', total: 115 });
    const lines = [{ ...line, quantity: 1 }];
    expect((await books.update('credit_notes', id, { line_items: lines })).fields).to.include({ total: 57.5 });
    expect(
      (await books.update('credit_notes', id, { external_reference: null })).fields['external_reference'],
    ).to.equal(null);
    const kept = await service.core.resources.read(tenancy.test, {
      ...{ connectionId: books.connection.id, type: 'credit_notes', resourceId: resourceIdOf('credit_notes', id) },
    });
    expect(kept.fields).to.include({ total: 57.5, status: 'AUTHORISED' });
  });

  it('cannot change its side, and a native document names no other', async () => {
    const id = await note('DRAFT');
    const refused = await refusalOf(books.update('credit_notes', id, { type: 'payable' }));
    expect(refused.details.errors?.[0]?.path).to.equal('type');
    const other = { provider_data: { CreditNoteID: await note('DRAFT'), Reference: 'x' } };
    expect((await refusalOf(books.update('credit_notes', id, other))).details.errors?.[0]?.path).to.equal(
      'provider_data',
    );
  });

  for (const [status, word] of [
    ['DRAFT', 'deleted'],
    ['SUBMITTED', 'deleted'],
    ['AUTHORISED', 'voided'],
  ] as const) {
    it(`that is ${status} ends ${word}, and again is the same without a write`, async () => {
      const id = await note(status);
      const { value, replayed } = await cancel(id);
      expect([value.cancellationStatus, replayed]).to.deep.equal([word, false]);
      expect(value.record.fields['status']).to.equal(word.toUpperCase());
      expect(value.record.fields['remaining_credit']).to.equal(0);
      expect((await cancel(resourceIdOf('credit_notes', id))).value.cancellationStatus).to.equal(word);
      expect(await writesTo(id)).to.have.length(1);
    });
  }

  it('of which a part is spent is not cancelled, and nothing is written', async () => {
    const due = { contact_id, status: 'AUTHORISED', due_date: '2030-01-31', line_items: [line] };
    const { providerId: invoice_id } = await books.create('invoices', due);
    const credit = { tenant_id: books.tenantId, invoice_id, amount: 5 };
    const { credit_note_id } = await service.sandbox.control('POST', 'credits', credit);
    const refused = await refusalOf(cancel(String(credit_note_id), 'k-spent'));
    expect(refused).to.include({ code: 'CONFLICT', retryable: false });
    expect(refused.details.reason).to.equal('credit_note_not_cancellable');
    expect(refused.message).to.match(/5 allocated/);
    expect(await writesTo(String(credit_note_id))).to.have.length(0);
  });

  it('is not cancelled where money has moved or the status allows nothing', () => {
    const hindered: readonly [object, RegExp][] = [
      [{ status: 'AUTHORISED', total: 10, remaining_credit: 7, allocations: [] }, /refunds of 3/],
      [
        { status: 'AUTHORISED', total: 10, remaining_credit: 10, allocations: [{ amount: 0.1 }, { amount: 0.2 }] },
        /0\.3 allocated/,
      ],
      [{ status: 'PAID', total: 0, remaining_credit: 0 }, /status is PAID/],
      [{ status: 'VOIDED', total: 10, remaining_credit: 0 }, /status is VOIDED/],
      [{}, /status is unknown/],
    ];
    for (const [fields, says] of hindered) {
      expect(() => cancellingStatus('credit_notes', { fields: fields as never })).to.throw(says);
    }
  });
});
