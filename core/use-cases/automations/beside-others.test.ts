// Automations beside requests and other automations that work at the same records, over two hosts.
import { expect } from 'chai';
import { openedEach, openedOnce } from '../../../contract-tests/testing/opened.ts';
import type { JsonObject } from '../../domain/json.ts';
import { line } from '../resources/testing/books.ts';
import { write } from '../testing/connecting.ts';
import { Actor, openTwoHosts, ordersOf, play } from '../testing/two-hosts.ts';
import { Scene } from './testing/two-workers.ts';

describe('an automation beside others', () => {
  const two = openedOnce(() => openTwoHosts());
  const scene = openedEach(() => Scene.open(two));

  const worker = (host: 0 | 1) => new Actor(() => scene.runDue(two.hosts[host]));

  describe('that change the quote which it converts', () => {
    let contact_id: string;
    beforeEach(async () => {
      contact_id = (await scene.books.create('contacts', { name: 'Customer' })).providerId;
    });

    const accepted = async () => {
      const quote = await scene.books.create('quotes', { contact_id, issue_date: '2030-01-01', line_items: [line] });
      for (const status of ['SENT', 'ACCEPTED']) await scene.books.update('quotes', quote.providerId, { status });
      return quote.providerId;
    };
    const convert = (quote_id: string) =>
      scene.start(0, 'quote.convert_to_invoice', { quote_id, due_date: '2030-02-01' });
    const patch = (quote: string, fields: JsonObject) => {
      const path = { connectionId: scene.books.connection.id, type: 'quotes', resourceId: quote, write: write(fields) };
      return new Actor(() => two.hosts[1].resources.update(scene.tenancy.test, path));
    };

    it('both stand, in orders of their steps', async () => {
      // A sample of the thousand orders, each with another beginning.
      const orders = ordersOf(10, 4).filter((_, index) => index % 67 === 0);
      for (const [n, order] of orders.entries()) {
        const quote = await accepted();
        const { id } = await convert(quote);
        const [conversion, change] = [worker(0), patch(quote, { terms: `terms ${n}` })];
        await play(order, conversion, change);
        expect(change.outcome?.status, order.join('')).to.equal('fulfilled');
        const { state, attemptCount } = await scene.ended(id);
        expect([state, attemptCount], order.join('')).to.deep.equal(['succeeded', 1]);
        const held = await scene.books.native('quotes', quote);
        expect(held, order.join('')).to.include({ Status: 'INVOICED', Terms: `terms ${n}` });
      }
    });

    it('waits for one that holds the quote without a worker’s place and without an attempt', async () => {
      const quote = await accepted();
      const { id } = await convert(quote);
      const change = patch(quote, { terms: 'net 30' });
      await change.step();
      await change.step();
      await scene.runDue();
      const waiting = await scene.find(id);
      expect(waiting.attemptCount).to.equal(0);
      expect(waiting.attempts.map(({ outcome, error }) => [outcome, error?.reason])).to.deep.equal([
        ['postponed', 'record_busy'],
      ]);
      expect(waiting.steps.filter(({ state }) => state === 'failed')).to.deep.equal([]);
      await play([], change);
      expect(await scene.ended(id)).to.include({ state: 'succeeded', attemptCount: 1 });
      expect(await scene.books.native('quotes', quote)).to.include({ Status: 'INVOICED', Terms: 'net 30' });
    });
  });

  describe('that create the same contact', () => {
    const start = (contact: JsonObject) =>
      scene.start(0, 'invoice.create_with_contact', { contact, invoice: { line_items: [line] } });
    const wasCreated = async (id: string) => {
      const { state, result } = await scene.ended(id);
      return [state, ((result as JsonObject)['contact'] as JsonObject)['created']];
    };

    it('one creates it and the other takes it, in every order', async () => {
      for (const [n, order] of ordersOf(3, 3).entries()) {
        const contact = { name: `Customer ${n}`, contact_number: `C-${n}` };
        const first = await start(contact);
        const claimed = worker(0);
        // The first worker claims the first automation before the second one exists.
        await claimed.step();
        const second = await start(contact);
        await play(order, claimed, worker(1));
        const ends = await Promise.all([first, second].map(({ id }) => wasCreated(id)));
        expect(ends.toSorted(), order.join('')).to.deep.equal([
          ['succeeded', false],
          ['succeeded', true],
        ]);
      }
      expect(await scene.books.idsOf('contacts')).to.have.length(20);
      expect(await scene.books.idsOf('invoices')).to.have.length(40);
    });

    for (const identity of [{ contact_number: 'H-1' }, { email: 'hill@example.com' }]) {
      it(`a replay finds by its ${Object.keys(identity).join()} what others created since`, async () => {
        await two.service.sandbox.control('POST', 'faults', {
          match: { method: 'PUT', path: '/api.xro/2.0/Contacts' },
          action: { status: 400, body: '{"Message":"no"}', headers: { 'content-type': 'application/json' } },
          times: 1,
        });
        const { id } = await start({ name: 'Hill Bakery', ...identity });
        expect((await scene.ended(id)).state).to.equal('failed');
        await scene.books.create('contacts', { name: 'Hill Bakery Ltd', ...identity });
        await scene.replay(id);
        expect(await wasCreated(id)).to.deep.equal(['succeeded', false]);
        expect(await scene.books.idsOf('contacts')).to.have.length(1);
      });
    }
  });
});
