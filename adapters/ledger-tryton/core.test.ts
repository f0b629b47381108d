// The core's own writes, on a real server: requests, recipes and bulk, with workers that are lost. What is made is counted in
// the server's books.
import { expect } from 'chai';
import type { RecipeName } from '../../core/domain/automation.ts';
import type { JsonObject, LedgerAccess, LedgerGateway } from '../../core/ports.ts';
import { type BulkBooks, openBulkBooks, runOnce, untilEnded } from '../../core/use-cases/bulk/testing/bulk-books.ts';
import { booksOf, drain, dyingWorker, expectWhole } from '../../core/use-cases/sync/testing/syncing.ts';
import { write } from '../../core/use-cases/testing/connecting.ts';
import { withProvider } from '../../core/use-cases/testing/first-provider.ts';
import { refusalOf } from '../../core/use-cases/testing/refusal.ts';
import { openService, type Service } from '../../core/use-cases/testing/service.ts';
import { createTrytonGateway } from './gateway.ts';
import { today } from './testing/paperwork.ts';
import { describeTryton, startTryton, type TestTryton } from './testing/tryton-server.ts';
import { line, type Writing, writingOf } from './testing/writing.ts';
import { traits } from './traits.ts';

describeTryton('the core at Tryton', () => {
  let tryton: TestTryton;
  let writing: Writing;
  let service: Service;
  let books: BulkBooks;
  /** The worker is lost at the last of so many sendings, before or after them. */
  let sendsLeft = 0;
  let dies: 'before' | 'after' = 'before';
  let lost = Promise.withResolvers<void>();
  const lose = () => {
    lost.resolve();
    return new Promise<never>(() => {});
  };
  before(async () => {
    tryton = await startTryton();
    writing = await writingOf(tryton);
    const good = createTrytonGateway(tryton.rpc);
    // The connection is made by consent to the first provider; its calls go to Tryton.
    const there = (access: LedgerAccess) => ({ ...writing.access, report: access.report });
    const gateway: LedgerGateway = {
      ...good,
      read: (access, ...rest) => good.read(there(access), ...rest),
      readMany: (access, ...rest) => good.readMany(there(access), ...rest),
      list: (access, ...rest) => good.list(there(access), ...rest),
      find: (access, ...rest) => good.find(there(access), ...rest),
      sendMany: (access, ...rest) => good.sendMany(there(access), ...rest),
      async send(access, ...rest) {
        const isLost = --sendsLeft === 0;
        if (isLost && dies === 'before') await lose();
        const sent = await good.send(there(access), ...rest);
        if (isLost) await lose();
        return sent;
      },
    };
    service = await openService({
      wrap: (ports) => withProvider(ports, { gateway, traits, notifications: undefined }),
    });
    books = await openBulkBooks(service);
  });
  after(async () => {
    await service.close();
    await tryton.stop();
  });

  const document = async (more: JsonObject = {}) => {
    const contact = await books.create('contacts', { name: 'Customer' });
    return { contact_id: contact.providerId, issue_date: today(), line_items: [line()], ...more };
  };
  async function run(recipe: RecipeName, input: object, sends = 0) {
    const asked = { connection_id: books.connection.id, recipe, input };
    const automated = await service.core.automations.create(books.caller, { write: write(asked) });
    if (automated.kind !== 'queued') throw new Error('it was only planned');
    sendsLeft = sends;
    await Promise.race([runOnce(service, automated.operation.id), lost.promise]);
    lost = Promise.withResolvers();
    return untilEnded(service, books.caller, automated.operation.id);
  }

  it('invoices are made, changed, paid, taken back and cancelled by requests; a repeat makes nothing more', async () => {
    const before = await writing.count('account.invoice');
    const [body, key] = [await document({ status: 'AUTHORISED', due_date: today(9) }), 'once'];
    const invoice = await books.create('invoices', body, key);
    expect(invoice.fields).to.include({ status: 'AUTHORISED', total: 100 });
    expect((await books.create('invoices', body, key)).providerId).to.equal(invoice.providerId);
    const draft = await books.create('invoices', await document());
    const changed = await books.update('invoices', draft.providerId, {
      external_reference: 'R-1',
      status: 'AUTHORISED',
    });
    expect(changed.fields).to.include({ external_reference: 'R-1', status: 'AUTHORISED' });
    const paid = { invoice_id: invoice.providerId, account_code: '090', amount: 100, date: today() };
    const payment = await books.create('payments', paid);
    const path = { connectionId: books.connection.id, providerId: invoice.providerId };
    const cancel = () =>
      service.core.resources.cancel(books.caller, { ...path, type: 'invoices', write: write({ reason: 'a mistake' }) });
    expect((await refusalOf(cancel())).details.reason).to.equal('invoice_not_cancellable');
    expect((await books.update('payments', payment.providerId, { status: 'DELETED' })).fields['status']).to.equal(
      'DELETED',
    );
    expect((await cancel()).value.cancellationStatus).to.equal('voided');
    expect(await writing.count('account.invoice')).to.equal(before + 2);
    const known = { name: 'Known', contact_number: 'K-1' };
    const [one, again] = [
      await books.create('contacts', known),
      await books.create('contacts', { ...known, name: 'New' }),
    ];
    expect([again.providerId, again.fields['name']]).to.deep.equal([one.providerId, 'New']);
  });

  it('the recipes of invoices run to their end', async () => {
    const before = await writing.count('account.invoice');
    const invoice = { issue_date: today(), due_date: today(9), line_items: [line({ tax_type: writing.tax })] };
    const contact = { name: 'By recipe', contact_number: 'R-1' };
    const bill = await books.create('invoices', {
      ...(await document(invoice)),
      type: 'payable',
      status: 'AUTHORISED',
    });
    const again = await run('invoice.void_and_reissue', { invoice_id: bill.providerId, reason: 'wrong', changes: {} });
    expect(again.state, JSON.stringify(again.error)).to.equal('succeeded');
    const made = await run('invoice.create_with_contact', { contact, invoice });
    const { provider_id } = (made.result as { readonly invoice: JsonObject }).invoice;
    const corrected = await run('invoice.void_and_reissue', { invoice_id: provider_id, reason: 'wrong', changes: {} });
    expect([made.state, corrected.state], JSON.stringify(corrected.error)).to.deep.equal(['succeeded', 'succeeded']);
    const { invoice: copy, replaced } = corrected.result as {
      readonly invoice: JsonObject;
      readonly replaced: JsonObject;
    };
    expect(copy).to.include({ status: 'AUTHORISED', total: 115 });
    expect(replaced['status']).to.be.oneOf(['DELETED', 'VOIDED']);
    expect(await writing.count('account.invoice')).to.equal(before + 4);
  });

  for (const [i, call] of ['confirming', 'changing the invoice', 'posting it'].entries()) {
    for (const when of ['before', 'after'] as const) {
      it(`a quote becomes one invoice, though the worker is lost ${when} ${call}`, async () => {
        dies = when;
        const quote = await books.create('quotes', await document({ status: 'SENT' }));
        const before = await writing.count('account.invoice');
        const input = { quote_id: quote.providerId, due_date: today(9), external_reference: 'job 7' };
        const { state, result } = await run('quote.convert_to_invoice', input, i + 1);
        expect([state, sendsLeft < 1]).to.deep.equal(['succeeded', true]);
        const { invoice } = result as { readonly invoice: JsonObject };
        const { fields } = await books.read('invoices', String(invoice['provider_id']));
        expect(fields).to.include({
          status: 'AUTHORISED',
          due_date: today(9),
          external_reference: 'job 7',
          total: 100,
        });
        expect(await writing.count('account.invoice')).to.equal(before + 1);
      });
    }
  }

  it('bulk makes what can be made, and tells the others', async () => {
    const before = await writing.count('account.invoice');
    const good = await document({ status: 'AUTHORISED' });
    const bad = { ...good, line_items: [line({ account_code: '999' })] };
    const { id } = await books.begin(
      'invoices',
      [good, bad, good].map((fields, i) => ({ item_key: `i-${i}`, ...fields })),
    );
    await untilEnded(service, books.caller, id);
    const items = await books.items(id);
    expect(items.map(({ status }) => status)).to.deep.equal(['succeeded', 'failed', 'succeeded']);
    expect(await writing.count('account.invoice')).to.equal(before + 2);
  });

  it('edits in the books are told once each, whoever sees them, though a worker is lost in each walk', async () => {
    const told = booksOf(service, { test: books.caller }, books.connection);
    const everything = { type: 'connection.sync', scope: 'all', trigger: 'request' } as const;
    await told.synced(everything);
    const parties = await Promise.all(Array.from({ length: 6 }, () => writing.contact()));
    const expected = parties.map(({ providerId }) => `${providerId} created Harbour Coffee Ltd`);
    const { length } = await told.events('contact.changed');
    await told.synced(everything);
    for (let round = 1; round <= 3; round++) {
      const edited = parties.filter((_, i) => (i + round) % 2 === 0);
      for (const { providerId } of edited) {
        await writing.work.client.call('model.party.party.write', [Number(providerId)], { name: `Edit ${round}` });
        expected.push(`${providerId} updated Edit ${round}`);
      }
      await told.queue(everything);
      await drain(service, dyingWorker(service.ports, round)).catch(() => {});
      await books.read('contacts', edited[0]?.providerId ?? '');
      service.advance(60);
      await service.core.worker.sweep();
      await drain(service);
    }
    await told.synced(everything);
    const seen = (await told.events('contact.changed')).slice(length).map(({ data }) => {
      const { provider_id, name } = data['record'] as JsonObject;
      return `${String(provider_id)} ${String(data['change'])} ${String(name)}`;
    });
    expect(seen.toSorted()).to.deep.equal(expected.toSorted());
    expectWhole(await told.events());
  });
});
