// A worker is lost after any call of an approved write; the next one ends it: written once, and as it was approved. Two saboteurs
// show that the tests see what they look for: a door that compares nothing, and a worker that asks for no approval.
import { expect } from 'chai';
import { openedOnce } from '../../../contract-tests/testing/opened.ts';
import { isLong } from '../../../tools/run-length.ts';
import { createCore } from '../../create-core.ts';
import type { SignedIn } from '../../domain/console-session.ts';
import type { Json } from '../../domain/json.ts';
import { type Books, line, openBooks } from '../resources/testing/books.ts';
import { withoutFirstSync } from '../testing/connecting.ts';
import { lostAt, mortalPorts } from '../testing/mortal-ports.ts';
import { openService, type Tenancy } from '../testing/service.ts';
import { type Asked, agentOf, decided, memberOf, propose, worked } from './testing/waiting.ts';

interface Case {
  arrange(
    books: Books,
  ): Promise<{ readonly act: Asked['act']; readonly body?: Json; check(books: Books): Promise<void> }>;
}

const cases: Readonly<Record<string, Case>> = {
  'a document is created': {
    async arrange(books) {
      const { providerId: contact_id } = await books.create('contacts', { name: 'Customer' });
      return {
        act: { kind: 'create', type: 'invoices', providerId: null },
        body: { contact_id, line_items: [line] },
        check: async ({ idsOf }) => expect(await idsOf('invoices')).to.have.length(1) as never,
      };
    },
  },
  'a contact is changed': {
    async arrange(books) {
      const { providerId } = await books.create('contacts', { name: 'Customer' });
      return {
        act: { kind: 'update', type: 'contacts', providerId },
        body: { name: 'Renamed' },
        check: async ({ native }) =>
          expect((await native('contacts', providerId))['Name']).to.equal('Renamed') as never,
      };
    },
  },
  'a quote is laid over the live one': {
    async arrange(books) {
      const { providerId: contact_id } = await books.create('contacts', { name: 'Customer' });
      const quote = await books.create('quotes', { contact_id, issue_date: '2030-01-01', line_items: [line] });
      return {
        act: { kind: 'update', type: 'quotes', providerId: quote.providerId },
        body: { title: 'Changed' },
        check: async ({ native }) =>
          expect((await native('quotes', quote.providerId))['Title']).to.equal('Changed') as never,
      };
    },
  },
  'an invoice is cancelled': {
    async arrange(books) {
      const { providerId: contact_id } = await books.create('contacts', { name: 'Customer' });
      const { providerId } = await books.create('invoices', { contact_id, line_items: [line] });
      return {
        act: { kind: 'cancel', type: 'invoices', providerId },
        check: async ({ native }) =>
          expect((await native('invoices', providerId))['Status']).to.equal('DELETED') as never,
      };
    },
  },
  'an item is deleted': {
    async arrange(books) {
      const { providerId } = await books.create('items', { code: 'DESK' });
      return {
        act: { kind: 'delete', type: 'items', providerId },
        check: async ({ idsOf }) => expect(await idsOf('items')).to.deep.equal([]) as never,
      };
    },
  },
};

/** Longer than a lost worker can hold an operation; shorter and longer than the provider remembers a key. */
const memories = { fresh: 65, over: 400 };

describe('a worker that is lost at any line of an approved write', () => {
  const service = openedOnce(() => openService({ wrap: mortalPorts }));
  let tenancy: Tenancy;
  let member: SignedIn;
  before(async () => {
    tenancy = await service.newOrganization();
    member = await memberOf(service, tenancy);
  });

  async function approved(arrange: Case['arrange']) {
    const books = await openBooks(service, tenancy);
    await withoutFirstSync(service, tenancy.test, books.connection);
    const { check, ...asked } = await arrange(books);
    const agent = await agentOf(service, member);
    const operation = await propose(service, agent, { connection: books.connection, ...asked });
    await service.core.console.approvals.approve(...decided(member, operation));
    await service.core.console.revokeKey(member, agent.actor);
    return { books, operation, check };
  }

  const names = Object.entries(cases);
  for (const [place, [name, { arrange }]] of names.entries()) {
    it(`${name}: once, as it was approved`, async function (this: Mocha.Context) {
      this.timeout(120_000);
      const found = new Set<string>();
      const turn = isLong ? 0 : place % 2;
      const stride = isLong ? 1 : 3;
      const isWhole = isLong || place === 0;
      for (const [memory, seconds] of Object.entries(memories).filter((_, one) => isWhole || one === place % 2)) {
        for (let n = 1 + turn; ; n += stride) {
          const { books, operation, check } = await approved(arrange);
          const [leased] = (await service.core.worker.claim(20)).filter((one) => one.operation.id === operation.id);
          if (!leased) throw new Error('what was approved is not due');
          const run = () => createCore(service.ports).worker.run(leased, new AbortController().signal);
          const first = await lostAt(n, run);
          if ('at' in first) {
            found.add(first.at);
            service.advance(seconds);
          }
          const ended = await worked(service, tenancy.test, operation.id);
          expect([memory, n, ended.state, ended.error]).to.deep.equal([memory, n, 'succeeded', null]);
          await check(books);
          if ('done' in first) break;
        }
      }
      if (isWhole) expect([...found].join()).to.match(/gateway\.(send|remove)|operations\.saveWrite/);
    });
  }
});
