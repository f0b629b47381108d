// A connection that is disconnected while a write is on its way: the write is answered, and nothing of the record is kept.
import { expect } from 'chai';
import { openedEach, openedOnce } from '../../../contract-tests/testing/opened.ts';
import { filesIn } from '../attachments/testing/files.ts';
import { openBulkBooks, runOnce } from '../bulk/testing/bulk-books.ts';
import { line } from '../resources/testing/books.ts';
import { write } from '../testing/connecting.ts';
import { gatewayOf, withGateway } from '../testing/first-provider.ts';
import { openService } from '../testing/service.ts';

const marker = 'Ridgeway';

describe('a write whose connection is disconnected before its answer', () => {
  let contact_id: string;
  let isEnding = false;
  const service = openedOnce(() =>
    openService({
      wrap(ports) {
        const { send, sendMany, attach, addNote } = gatewayOf(ports);
        if (!attach || !addNote) throw new Error('the gateway has neither files nor notes');
        const ending = async <T>(sent: Promise<T>): Promise<T> => {
          const answer = await sent;
          if (isEnding) {
            const { id } = books.connection;
            await service.database.knex('connections').where({ id }).update({ status: 'disconnected' });
          }
          return answer;
        };
        return withGateway(ports, {
          send: (...call) => ending(send(...call)),
          sendMany: (...call) => ending(sendMany(...call)),
          attach: (...call) => ending(attach(...call)),
          addNote: (...call) => ending(addNote(...call)),
        });
      },
    }),
  );
  const books = openedEach(() => openBulkBooks(service));
  beforeEach(async () => {
    isEnding = false;
    contact_id = (await books.create('contacts', { name: 'Customer' })).providerId;
  });

  const invoice = () => ({
    contact_id,
    status: 'AUTHORISED',
    due_date: '2030-01-31',
    external_reference: marker,
    line_items: [line],
  });
  const senders: Readonly<Record<string, () => Promise<() => Promise<unknown>>>> = {
    'a create': async () => () => books.create('invoices', invoice()),
    'a change': async () => {
      const made = await books.create('invoices', { ...invoice(), external_reference: 'before' });
      return () => books.update('invoices', made.providerId, { external_reference: marker });
    },
    'a step of a recipe': async () => {
      const asked = { connection_id: books.connection.id, recipe: 'invoice.create_and_deliver' };
      const body = { ...asked, input: { invoice: invoice(), deliver: 'none' } };
      const started = await service.core.automations.create(books.caller, { write: write(body) });
      if (started.kind !== 'queued') throw new Error('it was only planned');
      return () => runOnce(service, started.operation.id);
    },
    'a file': async () => {
      const { providerId } = await books.create('invoices', { ...invoice(), external_reference: 'before' });
      const files = filesIn({ service, caller: books.caller, books }, 'invoices', providerId);
      return () => files.upload({ filename: `${marker}.pdf` });
    },
    'a note': async () => {
      const made = await books.create('invoices', { ...invoice(), external_reference: 'before' });
      const path = { connectionId: books.connection.id, type: 'invoices', resourceId: made.providerId };
      return () => service.core.history.addNote(books.caller, { ...path, write: write({ note: marker }) });
    },
    'a call of a bulk write': async () => {
      const { id } = await books.begin('invoices', [{ item_key: 'a', ...invoice() }]);
      return () => runOnce(service, id);
    },
  };

  for (const [name, arrange] of Object.entries(senders)) {
    it(`${name}: neither a copy nor an event nor an answer with the document is kept`, async () => {
      const act = await arrange();
      const { knex } = service.database;
      const of = (table: string) => knex(table).where({ connection_id: books.connection.id });
      const events = async () => (await of('events').where('type', 'like', 'invoice.%')).length;
      const before = await events();
      isEnding = true;
      await act();
      expect(await books.documents('Invoices')).to.have.length(1);
      expect(JSON.stringify(await of('cached_records'))).not.to.include(marker);
      expect(JSON.stringify(await of('idempotency_keys').select('answer'))).not.to.include(marker);
      expect(await events()).to.equal(before);
    });
  }
});
