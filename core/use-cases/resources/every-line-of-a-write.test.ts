// A process is lost between any two calls of a write, found by counting them; somebody else ends the write, once.
// A short run tries every line in both memories of the provider for a create that only its key protects from a second
// document; the other requests are lost at every second line in one memory and at the others in the other. TEST_LONG=1 tries all.
import { expect } from 'chai';
import { openedOnce } from '../../../contract-tests/testing/opened.ts';
import { isLong } from '../../../tools/run-length.ts';
import { createCore } from '../../create-core.ts';
import type { RecipeName } from '../../domain/automation.ts';
import type { Caller } from '../../domain/caller.ts';
import { ServiceError } from '../../domain/errors.ts';
import { isJsonObject, type JsonObject } from '../../domain/json.ts';
import type { CachedRecord } from '../../domain/ledger-record.ts';
import { isTerminal, type Operation } from '../../domain/operation.ts';
import { withoutFirstSync, write } from '../testing/connecting.ts';
import { lostAt, mortalPorts } from '../testing/mortal-ports.ts';
import { openService } from '../testing/service.ts';
import { authorised, type Books, line, openBooks } from './testing/books.ts';

/** Longer than a lost process can block a key, a record or an operation; and longer than the provider remembers a key. */
const memories = { fresh: 65, over: 400 };
const triesMost = 14;

type Answer = CachedRecord | { readonly deleted: true };
type Remove = (type: string, resourceId: string, key: string) => Promise<Answer>;

interface Case {
  /** Prepares the books and returns the request, which may be repeated. */
  arrange(books: Books, remove: Remove): Promise<() => Promise<Answer>>;
  /** The provider's documents in the end. */
  readonly documents: Readonly<Record<string, number>>;
  /** The gateway's method that makes the write, if it is not `send`. */
  readonly sentBy?: string;
}

const requests: Readonly<Record<string, Case>> = {
  'a document is created': {
    async arrange(books) {
      const { providerId: contact_id } = await books.create('contacts', { name: 'Customer' });
      return () => books.create('invoices', { contact_id, line_items: [line] }, 'asked');
    },
    documents: { Contacts: 1, Invoices: 1 },
  },
  'a contact is looked for and created': {
    arrange: async (books) => () => books.create('contacts', { name: 'One', contact_number: 'C-1' }, 'asked'),
    documents: { Contacts: 1 },
  },
  'an archived contact is restored and changed': {
    async arrange(books) {
      const { providerId } = await books.create('contacts', { name: 'Old', contact_number: 'C-1' });
      await books.update('contacts', providerId, { provider_data: { ContactStatus: 'ARCHIVED' } });
      return () => books.create('contacts', { name: 'New', contact_number: 'C-1' }, 'asked');
    },
    documents: { Contacts: 1 },
  },
  'a quote is laid over the live one': {
    async arrange(books) {
      const { providerId: contact_id } = await books.create('contacts', { name: 'Customer' });
      const quote = await books.create('quotes', { contact_id, issue_date: '2030-01-01', line_items: [line] });
      return () => books.update('quotes', quote.providerId, { title: 'Changed' }, 'asked');
    },
    documents: { Quotes: 1 },
  },
  'an item is created under its code': {
    arrange: async (books) => () => books.create('items', { code: 'DESK', name: 'Desk' }, 'asked'),
    documents: { Items: 1 },
  },
};

/** Tried in the long run alone: their lines are mostly those of the cases above. */
const longRequests: Readonly<Record<string, Case>> = {
  'an item gets another code': {
    async arrange(books) {
      const { providerId } = await books.create('items', { code: 'DESK', sale: { unit_price: 1 } });
      return () => books.update('items', providerId, { code: 'DESK-2', sale: { unit_price: 2 } }, 'asked');
    },
    documents: { Items: 1 },
  },
  'an item is deleted': {
    async arrange(books, remove) {
      await books.create('items', { code: 'DESK' });
      const { providerId } = await books.create('items', { code: 'DESK-2' });
      return () => remove('items', providerId, 'asked');
    },
    documents: { Items: 1 },
    sentBy: 'remove',
  },
};

const recipes: readonly {
  readonly recipe: RecipeName;
  arrange(books: Books): Promise<JsonObject>;
  invoices: number;
}[] = [
  {
    recipe: 'invoice.create_and_deliver',
    async arrange(books) {
      const { providerId: contact_id } = await books.create('contacts', { name: 'Customer', email: 'a@b.example' });
      return { invoice: { contact_id, due_date: '2030-01-31', line_items: [line] }, deliver: 'email' };
    },
    invoices: 1,
  },
  {
    recipe: 'invoice.void_and_reissue',
    arrange: async (books) => ({ invoice_id: (await authorised(books)).providerId, changes: {}, reason: 'wrong' }),
    invoices: 2,
  },
];

describe('a process that is lost at any line of a write', () => {
  let caller: Caller;
  const service = openedOnce(() => openService({ wrap: mortalPorts }));

  const newBooks = async (): Promise<Books> => {
    const tenancy = await service.newOrganization();
    caller = tenancy.test;
    const books = await openBooks(service, tenancy);
    await withoutFirstSync(service, caller, books.connection);
    return books;
  };
  const countAt = async ({ tenantId }: Books, family: string) =>
    (await service.sandbox.documents(tenantId, family)).length;

  /** Repeats the request as the answers say, until it succeeds. */
  async function untilAnswered(ask: () => Promise<Answer>): Promise<Answer> {
    for (let tries = 1; ; tries++) {
      const heard = await ask().catch((error: unknown) => error);
      if (!(heard instanceof ServiceError)) return heard as Answer;
      if (!heard.retryable || tries === triesMost) throw heard;
      service.advance(heard.details.retryAfterSeconds ?? memories.fresh);
    }
  }

  async function untilEnded(id: Operation['id']): Promise<Operation> {
    const { worker, operations } = service.core;
    for (let tries = 0; tries < triesMost; tries++) {
      await worker.sweep();
      for (const leased of await worker.claim(10)) await worker.run(leased, new AbortController().signal);
      const operation = await operations.find(caller, id);
      if (isTerminal(operation.state)) return operation;
      service.advance(memories.fresh);
    }
    throw new Error('the operation does not end');
  }

  /** Where each request has been lost, over both memories. */
  const lostAtBy = new Map<string, Set<string>>();

  for (const [turn, [memory, seconds]] of Object.entries(memories).entries()) {
    describe(`the provider's memory of the key is ${memory} when somebody comes back`, () => {
      const asked = Object.entries({ ...requests, ...(isLong && longRequests) });
      for (const [place, [name, { arrange, documents, sentBy = 'send' }]] of asked.entries()) {
        it(`${name}: one document, one use, one answer`, async () => {
          const places = lostAtBy.get(name) ?? new Set<string>();
          lostAtBy.set(name, places);
          const stride = isLong || place === 0 ? 1 : Object.keys(memories).length;
          for (let n = 1 + ((turn + place) % stride); ; n += stride) {
            const books = await newBooks();
            const remove: Remove = async (type, resourceId, key) => {
              const path = { connectionId: books.connection.id, type, resourceId, write: write(undefined, key) };
              return (await service.core.resources.delete(caller, path)).value;
            };
            const ask = await arrange(books, remove);
            const meters = () =>
              service.database.knex('usage_events').where({ connection_id: books.connection.id, meter: 'write' });
            const used = (await meters()).length;
            const first = await lostAt(n, ask);
            if ('at' in first) {
              places.add(first.at);
              service.advance(seconds);
            }
            const answer = await untilAnswered(ask);
            if ('done' in first) expect(answer).to.deep.equal(first.done);
            for (const [family, count] of Object.entries(documents)) {
              expect([n, family, await countAt(books, family)]).to.deep.equal([n, family, count]);
            }
            expect((await meters()).length - used, `uses at ${n}`).to.equal(1);
            expect(await ask()).to.deep.equal(answer);
            if ('done' in first) break;
          }
          if (turn < Object.keys(memories).length - 1) return;
          const found = [...places].join();
          for (const call of [
            'idempotency.claim',
            'idempotency.recordAttempt',
            `gateway.${sentBy}`,
            'the transaction',
          ]) {
            expect(found).to.include(call);
          }
        });
      }

      // While the memory is fresh, every-ending.test.ts and the crash table lose workers of every recipe.
      for (const { recipe, arrange, invoices } of memory === 'over' || isLong ? recipes : []) {
        it(`${recipe}: one of each document, one event, one result`, async function (this: Mocha.Context) {
          this.timeout(240_000);
          const places = new Set<string>();
          for (let n = 1; ; n++) {
            const books = await newBooks();
            const body = { connection_id: books.connection.id, recipe, input: await arrange(books) };
            const started = await service.core.automations.create(caller, { write: write(body) });
            if (started.kind !== 'queued') throw new Error('it was only planned');
            const [leased] = (await service.core.worker.claim(10)).filter(
              ({ operation }) => operation.id === started.operation.id,
            );
            if (!leased) throw new Error('nothing is due');
            const first = await lostAt(n, () =>
              createCore(service.ports).worker.run(leased, new AbortController().signal),
            );
            if ('at' in first) {
              places.add(first.at);
              service.advance(seconds);
            }
            const { state, result, error, id } = await untilEnded(started.operation.id);
            expect([n, state, error]).to.deep.equal([n, 'succeeded', null]);
            expect([n, await countAt(books, 'Invoices')]).to.deep.equal([n, invoices]);
            const mails = (await service.sandbox.control('GET', `mails?tenant_id=${books.tenantId}`))['mails'];
            expect([n, (mails as { times: number }[]).map(({ times }) => times)]).to.deep.equal([
              n,
              'deliver' in body.input ? [1] : [],
            ]);
            const events = await service.ports.storage.events.list(
              caller,
              { connectionId: books.connection.id },
              { limit: 100, page: 1 },
            );
            const told = events.items.filter(({ type }) => type.startsWith('automation.'));
            expect(told.map(({ data }) => [data['operation_id'], data['result']])).to.deep.equal([[id, result]]);
            expect(isJsonObject(result)).to.equal(true);
            if ('done' in first) break;
          }
          const found = [...places].join();
          for (const call of ['operations.findWrite', 'operations.saveWrite', 'gateway.send', 'the transaction']) {
            expect(found).to.include(call);
          }
        });
      }
    });
  }
});
