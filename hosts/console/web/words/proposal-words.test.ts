import { expect } from 'chai';
import {
  becauseWords,
  itemFacts,
  lineCount,
  listedTitle,
  proposalTitle,
  sinceWords,
  valueLines,
} from './proposal-words.ts';

const write = { type: 'record.write', act: 'create', recordType: 'invoices' };

describe('the words of a proposal', () => {
  it('name the act, and no text of the agent', () => {
    expect(proposalTitle(write, { type: 'receivable' })).to.equal('New invoice');
    expect(proposalTitle(write, { type: 'payable', number: '<b>' })).to.equal('New bill');
    expect(proposalTitle({ ...write, act: 'cancel' }, {})).to.equal('Cancelling an invoice');
    expect(proposalTitle({ ...write, act: 'update', recordType: 'contacts' })).to.equal('Change of a contact');
    expect(proposalTitle({ ...write, act: 'delete', recordType: 'payments' })).to.equal('Deleting a payment');
    expect(proposalTitle({ type: 'records.bulk', act: undefined, recordType: 'invoices' })).to.equal(
      'Many new invoices',
    );
    expect(proposalTitle({ type: 'automation.invoice.record_payment', act: undefined, recordType: null })).to.equal(
      'Automation: Invoice, record payment',
    );
    const listed = {
      ...write,
      input: { act: 'create' },
      proposal: { record_type: 'invoices' },
      about: { side: 'payable' },
    };
    expect(listedTitle(listed)).to.equal('New bill');
    expect(listedTitle({ ...listed, proposal: null })).to.equal('New record');
  });

  it('tell values before and after, ids by name and lines by what they come to', () => {
    const names = { con_1: 'Harbour Builders' };
    const line = { quantity: 2, unit_amount: 450.5, description: 'Bench', account_code: '200', line_amount: 901 };
    expect(valueLines('con_1', names)).to.deep.equal(['Harbour Builders']);
    expect(valueLines('2026-12-29', names)).to.deep.equal(['29 Dec 2026']);
    expect(valueLines([line, { unit_amount: 1 }], names, 'NZD')).to.deep.equal([
      '2 × 450.50 Bench (account 200) = 901.00 NZD',
      '1.00',
    ]);
    expect(valueLines([{ type: 'STREET', city: 'Lagos', region: null }], names)).to.deep.equal([
      'Type: STREET, City: Lagos',
    ]);
    expect([null, '', [], true, 7].map((value) => valueLines(value, names))).to.deep.equal([
      ['nothing'],
      ['nothing'],
      ['none'],
      ['yes'],
      ['7'],
    ]);
  });

  it('say what happened since', () => {
    const ended = (state: string, reason?: string, verdict?: string) =>
      sinceWords({ state, reason, decision: verdict === undefined ? null : { verdict, at: '2026-11-29T12:00:00Z' } });
    expect(ended('awaiting_approval')).to.equal(undefined);
    expect(ended('cancelled', 'declined', 'declined')?.words).to.equal('It was declined. Nothing was sent.');
    for (const reason of [
      'approval_expired',
      'key_revoked',
      'key_expired',
      'connection_not_active',
      'changed_since_proposed',
      undefined,
    ])
      expect(ended('cancelled', reason)?.words, reason).to.contain('Nothing was sent');
    expect(ended('cancelled', 'changed_since_proposed', 'approved')?.words).to.contain('has changed since');
    const approved = ['queued', 'running', 'succeeded', 'failed', 'dead_letter'].map(
      (state) => ended(state, undefined, 'approved')?.tone,
    );
    expect(approved).to.deep.equal(['busy', 'busy', 'good', 'bad', 'bad']);
  });

  it('say why a person is asked', () => {
    expect(becauseWords('over_limit')).to.equal('it is above a limit of the key');
    expect(becauseWords('some_other')).to.equal('some other');
  });

  it('leave to the page what it shows elsewhere', () => {
    const item = {
      id: 'x',
      type: 'receivable',
      contact_id: 'con_1',
      currency: 'NZD',
      status: 'DRAFT',
      due_date: '2026-12-29',
      line_items: [{}],
    };
    expect(itemFacts('invoices', item)).to.deep.equal(['due_date', 'status']);
    expect(itemFacts('contacts', { name: 'A', email: '', addresses: [{}] })).to.deep.equal(['addresses', 'name']);
    expect([lineCount(item), lineCount({})]).to.deep.equal([1, 0]);
  });
});
