// Allocations whose answers or processes are lost, at every point: none is made twice, none is lost without a word.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { onBothDatabases } from '../../../contract-tests/testing/doubles.ts';
import { openedOnce } from '../../../contract-tests/testing/opened.ts';
import { isLong } from '../../../tools/run-length.ts';
import { ServiceError } from '../../domain/errors.ts';
import { resourceIdOf } from '../../families/resource-id.ts';
import { openBooks } from '../resources/testing/books.ts';
import { gatewayOf, withGateway } from '../testing/first-provider.ts';
import { lostAt, mortalPorts } from '../testing/mortal-ports.ts';
import { refusalOf } from '../testing/refusal.ts';
import { Actor, openTwoHosts, ordersOf, play } from '../testing/two-hosts.ts';
import { givenBooks, givenService } from '../testing/worlds.ts';
import { type Credits, creditsIn } from './testing/credits.ts';

const told = ({ code, details }: ServiceError) => [code, details.reason, details.outcome].filter(Boolean).join(' ');
const lateRepeat = 400;

describe('a lost allocation', () => {
  let [isReadLost, wasSent] = [false, false];
  const { service, tenancy, books } = givenBooks({
    wrap: (ports) => {
      const { read, allocate } = gatewayOf(ports);
      return withGateway(ports, {
        async allocate(...asked) {
          wasSent = isReadLost;
          return allocate?.(...asked);
        },
        // Nothing can be read from the sending on.
        async read(...asked) {
          if (wasSent && isReadLost) throw new ServiceError('PROVIDER_UNAVAILABLE', 'no answer');
          return read(...asked);
        },
      });
    },
  });
  let credits: Credits;
  let [credit, invoice] = ['', ''];
  beforeEach(async () => {
    [isReadLost, wasSent] = [false, false];
    await service.sandbox.control('DELETE', 'faults');
    credits = creditsIn({ service, caller: tenancy.test, books });
    const contact = await credits.contact();
    [credit, invoice] = [await credits.credit(contact), await credits.invoice(contact)];
    await service.sandbox.control('DELETE', 'requests');
  });
  const lose = (drop: 'before' | 'after', method = 'PUT') =>
    service.sandbox.control('POST', 'faults', {
      match: { method, path: '/api.xro/2.0/CreditNotes/*' },
      action: { drop },
    });
  const ask = (key: string, amount = 10) =>
    credits.allocate(credit, { invoice_id: invoice, amount }, `${key} of ${credit}`);
  const puts = async () => (await service.calls('PUT /api.xro/2.0/CreditNotes/')).length;
  const amounts = async () => (await credits.spent(credit)).amounts;
  /** Loses an allocation so that nobody knows whether it was made. */
  const loseAt = async (drop: 'before' | 'after', key: string) => {
    await lose(drop);
    [isReadLost, wasSent] = [drop === 'after', false];
    expect(told(await refusalOf(ask(key)))).to.equal('PROVIDER_UNAVAILABLE unknown');
    isReadLost = false;
  };

  it('that was made is found in the books at once, and the credit is free for the next', async () => {
    await lose('after');
    const { value, resolution } = await ask('a');
    expect([resolution, value.allocationId]).to.deep.equal(['found', (await credits.spent(credit)).ids[0]]);
    expect((await ask('b')).resolution).to.equal('sent');
    expect([await amounts(), await puts()]).to.deep.equal([[10, 10], 2]);
  });

  it('is sent again under the same key while the provider remembers it, and there is one', async () => {
    for (const drop of ['before', 'after'] as const) {
      const key = `soon ${drop}`;
      await loseAt(drop, key);
      const { value, resolution } = await ask(key);
      expect([resolution, value.amount]).to.deep.equal(['repeated', 10]);
      expect((await ask(key)).replayed).to.equal(true);
    }
    expect(await amounts()).to.deep.equal([10, 10]);
    const sent = (await service.calls('PUT /api.xro/2.0/CreditNotes/')).map(
      ({ headers }) => headers['idempotency-key'],
    );
    expect(new Set(sent).size).to.equal(2);
  });

  it('that was made is found in the books after six minutes, and not sent again', async () => {
    await ask('an equal one before');
    await loseAt('after', 'late');
    service.advance(lateRepeat);
    const { value, resolution } = await ask('late');
    const { ids, amounts: there } = await credits.spent(credit);
    expect([resolution, value.allocationId, there]).to.deep.equal(['found', ids[1], [10, 10]]);
    expect(await puts()).to.equal(2);
  });

  it('that was not made is told after six minutes, alike again and again, and never sent again', async () => {
    await ask('an equal one before');
    await loseAt('before', 'late');
    service.advance(345);
    const early = await refusalOf(ask('late'));
    expect([told(early), early.details.retryAfterSeconds]).to.deep.equal([
      'PROVIDER_ERROR write_unresolved unknown',
      45,
    ]);
    service.advance(45);
    for (const _ of [1, 2]) {
      expect(told(await refusalOf(ask('late')))).to.equal('CONFLICT allocation_not_there unknown');
    }
    expect([await puts(), await amounts()]).to.deep.equal([2, [10]]);
    expect((await ask('another key')).resolution).to.equal('sent');
  });

  it('of two that are lost alike, one is found and the other is told, never both', async () => {
    await loseAt('before', 'first');
    service.advance(61);
    await loseAt('after', 'second');
    service.advance(lateRepeat);
    for (const key of ['first', 'second']) {
      const waiting = await refusalOf(ask(key));
      expect(told(waiting)).to.equal('PROVIDER_ERROR write_unresolved unknown');
      expect(waiting.details.retryAfterSeconds).to.be.within(200, 400);
    }
    service.advance(lateRepeat);
    const ended = await Promise.allSettled(['second', 'first'].map((key) => ask(key)));
    expect(ended.filter(({ status }) => status === 'fulfilled')).to.have.length(1);
    const last = await Promise.allSettled(['first', 'second'].map((key) => ask(key)));
    const ends = last.map((one) => (one.status === 'fulfilled' ? one.value.resolution : told(one.reason)));
    expect(ends.sort()).to.deep.equal(['CONFLICT allocation_not_there unknown', 'found']);
    expect([await puts(), await amounts()]).to.deep.equal([2, [10]]);
  });

  it('does not get one that another request made, though nobody could read which that was', async () => {
    await loseAt('before', 'lost');
    service.advance(61);
    isReadLost = true;
    const { value } = await ask('answered, and not read');
    expect([value.allocationId, value.amount]).to.deep.equal([null, 10]);
    isReadLost = false;
    service.advance(lateRepeat);
    expect(told(await refusalOf(ask('lost')))).to.equal('PROVIDER_ERROR write_unresolved unknown');
    expect(await amounts()).to.deep.equal([10]);
  });

  it('is found although an equal one was made before, of which nobody could read which it was', async () => {
    isReadLost = true;
    await ask('answered, and not read');
    isReadLost = false;
    await loseAt('after', 'lost');
    service.advance(lateRepeat);
    const { value, resolution } = await ask('lost');
    expect([resolution, value.allocationId]).to.deep.equal(['found', (await credits.spent(credit)).ids[1]]);
    expect([await puts(), await amounts()]).to.deep.equal([2, [10, 10]]);
  });

  it('holds the credit for a while, and no other one', async () => {
    await loseAt('before', 'lost');
    expect(told(await refusalOf(ask('next')))).to.equal('CONFLICT record_busy not_applied');
    const contact = await credits.contact();
    const other = { invoice_id: await credits.invoice(contact), amount: 1 };
    expect((await credits.allocate(await credits.credit(contact), other)).resolution).to.equal('sent');
    service.advance(61);
    expect((await ask('next')).resolution).to.equal('sent');
  });

  it('that the provider calls a failure of its own is no refusal: the books tell', async () => {
    const elements = [{ ValidationErrors: [{ Message: 'An error occurred in the ledger. Check the status page.' }] }];
    const answer = {
      ErrorNumber: 10,
      Type: 'ValidationException',
      Message: 'A validation exception',
      Elements: elements,
    };
    await service.sandbox.control('POST', 'faults', {
      match: { method: 'PUT', path: '/api.xro/2.0/CreditNotes/*' },
      action: { status: 400, headers: { 'content-type': 'application/json' }, body: JSON.stringify(answer) },
    });
    expect(told(await refusalOf(ask('k')))).to.equal('PROVIDER_ERROR unknown');
    expect((await ask('k')).resolution).to.equal('repeated');
    expect(await amounts()).to.deep.equal([10]);
  });

  it('taken back is taken back once: a repeat removes no other one of the invoice', async () => {
    for (const drop of ['before', 'after'] as const) {
      await ask(`one ${drop}`);
      await lose(drop, 'DELETE');
      const remove = () => credits.remove(credit, resourceIdOf('invoices', invoice), drop);
      expect(told(await refusalOf(remove()))).to.equal('PROVIDER_UNAVAILABLE unknown');
      service.advance(lateRepeat);
      if (drop === 'after') await ask('one more', 11);
      expect((await remove()).value).to.deep.equal({ removed: true });
    }
    expect(await amounts()).to.deep.equal([11]);
  });
});

describe('a process that is lost at any line of an allocation or its removal', () => {
  const { service, tenancy } = givenService({ wrap: mortalPorts });
  /** Repeats the request as the answers say, until it succeeds. */
  async function untilAnswered<T>(work: () => Promise<T>): Promise<T | ServiceError> {
    for (let tries = 1; ; tries++) {
      const heard = await work().catch((error: unknown) => error);
      if (!(heard instanceof ServiceError)) return heard as T;
      if (!heard.retryable || tries === 14) return heard;
      service.advance(heard.details.retryAfterSeconds ?? 65);
    }
  }

  /** Over both memories. In a short run the one is lost at every second line, and the other at the others. */
  const places = new Set<string>();
  const lines = isLong ? 1 : 2;
  for (const [turn, [memory, seconds]] of Object.entries({ fresh: 65, over: lateRepeat }).entries()) {
    it(`is followed by one that ends it, once, while the provider’s memory of the key is ${memory}`, async () => {
      const credits = creditsIn({ service, caller: tenancy.test, books: await openBooks(service, tenancy) });
      const contact = await credits.contact();
      const once = async (work: () => Promise<unknown>, n: number) => {
        const first = await lostAt(n, work);
        if (!('at' in first)) return { isWhole: true, answer: first.done };
        places.add(first.at);
        service.advance(seconds);
        return { isWhole: false, answer: await untilAnswered(work) };
      };
      for (let [n, isWhole] = [1 + (turn % lines), false]; !isWhole; n += lines) {
        const [credit, invoice] = [await credits.credit(contact), await credits.invoice(contact)];
        const asked = { invoice_id: invoice, amount: 10 };
        const made = await once(() => credits.allocate(credit, asked, `allocate ${memory} ${n}`), n);
        const isThere = !(made.answer instanceof ServiceError);
        // Stored and never sent, and nobody can know that.
        if (!isThere) expect(told(made.answer as ServiceError)).to.equal('CONFLICT allocation_not_there unknown');
        expect((await credits.spent(credit)).amounts, `at ${n}`).to.deep.equal(isThere ? [10] : []);
        if (!isThere) await credits.allocate(credit, asked);
        const [id = ''] = (await credits.spent(credit)).ids;
        const removed = await once(() => credits.remove(credit, id, `remove ${memory} ${n}`), n);
        expect((removed.answer as { value: unknown }).value, `removal at ${n}`).to.deep.equal({ removed: true });
        expect((await credits.spent(credit)).amounts, `at ${n}`).to.deep.equal([]);
        isWhole = made.isWhole && removed.isWhole;
      }
      if (turn === 0) return;
      const found = [...places].join();
      for (const call of [
        'idempotency.recordAttempt',
        'gateway.allocate',
        'gateway.removeAllocation',
        'the transaction',
      ]) {
        expect(found).to.include(call);
      }
    }).timeout(60_000);
  }
});

onBothDatabases('two allocations of one credit at once', (given, database) => {
  const two = openedOnce(() => openTwoHosts(given()));
  after(() => two?.close());

  it('never spend more than there is: one is made, and the other is told what remains', async () => {
    const tenancy = await two.service.newOrganization();
    const books = await openBooks(two.service, tenancy);
    const hosts = two.hosts.map((core) => creditsIn({ service: two.service, caller: tenancy.test, books }, core));
    const [first, second] = hosts as [Credits, Credits];
    const contact = await first.contact();
    const orders = ordersOf(4, 4).filter((_, i) => i % (database === 'SQLite' ? 4 : 12) === 0);
    for (const order of orders) {
      const [credit, invoice] = [await first.credit(contact, 1), await first.invoice(contact)];
      await two.service.sandbox.control('DELETE', 'requests');
      const asked = [first, second].map(
        (host) => new Actor(() => host.allocate(credit, { invoice_id: invoice, amount: 40 })),
      );
      await play(order, ...asked);
      const refused = asked.flatMap(({ outcome }) => (outcome?.status === 'rejected' ? [outcome.reason] : []));
      expect(refused, order.join('')).to.have.length(1);
      expect(String(refused[0]?.message)).to.include('17.5 of the credit remain');
      expect((await first.spent(credit)).amounts).to.deep.equal([40]);
      expect(await two.service.calls('PUT /api.xro/2.0/CreditNotes/')).to.have.length(1);
    }
  }).timeout(60_000);

  it('twins with one key make one, and get one answer', async () => {
    const tenancy = await two.service.newOrganization();
    const books = await openBooks(two.service, tenancy);
    const hosts = two.hosts.map((core) => creditsIn({ service: two.service, caller: tenancy.test, books }, core));
    const [first, second] = hosts as [Credits, Credits];
    const contact = await first.contact();
    const [credit, invoice] = [await first.credit(contact), await first.invoice(contact)];
    const key = randomUUID();
    const answers = await Promise.all(
      [first, second, first, second].map((host) => host.allocate(credit, { invoice_id: invoice, amount: 40 }, key)),
    );
    expect(new Set(answers.map(({ value }) => value.allocationId)).size).to.equal(1);
    expect(answers.filter(({ replayed }) => !replayed)).to.have.length(1);
    expect((await first.spent(credit)).amounts).to.deep.equal([40]);
  });
});
