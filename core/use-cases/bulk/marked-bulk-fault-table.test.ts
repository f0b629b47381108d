// Bulk writes at a ledger that knows no keys: each item bears a mark of its own, and a call of several is several calls.
import { expect } from 'chai';
import { openedOnce } from '../../../contract-tests/testing/opened.ts';
import type { Mishap } from '../../../contract-tests/testing/second-books.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { gatewayOf, withGateway } from '../testing/first-provider.ts';
import { secondLedger } from '../testing/second-service.ts';
import { openService } from '../testing/service.ts';
import { type BulkBooks, openBulkBooks, runOnce, untilEnded } from './testing/bulk-books.ts';

const places = [0, 1, 2, 3, 4];
const line = { description: 'Bench', quantity: 1, unit_amount: 10 };
const mishaps = ['lost before', 'lost after', 'late', 'busy', 'lost before, then late'] as const;

describe('a bulk write, by marks', () => {
  const second = secondLedger();
  let books: BulkBooks;
  let contactId: string;
  /** The items whose outcome the next answer leaves out. */
  let untold: readonly number[] = [];
  const wrap = (plain: CorePorts) => {
    const ports = second.wrap(plain);
    return withGateway(ports, {
      sendMany: async (...call) => {
        const answers = await gatewayOf(ports).sendMany(...call);
        const hidden = untold;
        untold = [];
        return answers.map((answer, i) => (hidden.includes(i) ? null : answer));
      },
    });
  };
  const service = openedOnce(() => openService({ wrap }));
  const ledger = openedOnce(() => second.opened());

  /** Writes five invoices. The first, third and fifth are posted by calls of their own; the third is refused. */
  async function check(befalls: readonly Mishap[], waitSeconds: number) {
    const invoices = () => ledger.documents(books.tenantId, 'invoices');
    const earlier = invoices().length;
    const items = places.map((i) => ({
      item_key: `key ${i}`,
      status: i % 2 === 0 ? 'AUTHORISED' : 'DRAFT',
      contact_id: contactId,
      issue_date: '2026-09-14',
      line_items: [i === 2 ? { ...line, unit_amount: 1_000_001 } : line],
    }));
    const { id } = await books.begin('invoices', items);
    ledger.mishaps.splice(0, ledger.mishaps.length, ...befalls);
    await runOnce(service, id);
    service.advance(waitSeconds);
    const { state } = await untilEnded(service, books.caller, id);
    const told = await books.items(id);
    // After this time, late calls have arrived.
    service.advance(400);
    const made = invoices().slice(earlier);
    const expected = places.map((i) => (i === 2 ? 'failed' : 'succeeded'));
    expect([state, ...told.map(({ status }) => status)]).to.deep.equal(['failed', ...expected]);
    const written = told.flatMap(({ providerId }) => providerId ?? []);
    expect(made.map((one) => one.id).sort()).to.deep.equal(written.sort());
    const statuses = told.map(({ providerId }) => made.find((one) => one.id === providerId)?.fields['status']);
    expect(statuses).to.deep.equal(['AUTHORISED', 'DRAFT', undefined, 'DRAFT', 'AUTHORISED']);
  }

  for (const retention of ['cached', 'zero'] as const) {
    describe(`with ${retention} retention`, () => {
      before(async () => {
        books = await openBulkBooks(service, { retention_mode: retention });
        contactId = (await books.create('contacts', { name: 'Customer' })).providerId;
      });
      for (const mishap of mishaps) {
        for (const nth of [1, 2, 6, 9]) {
          for (const waitSeconds of [0, 400]) {
            const befalls = [...Array.from({ length: nth - 1 }, () => 'none'), ...mishap.split(', then ')];
            it(`writing call ${nth} is ${mishap}, and somebody goes on after ${waitSeconds} s`, () =>
              check(befalls as Mishap[], waitSeconds));
          }
        }
      }

      it('the answer does not tell of some, which are looked for under the same mark', async () => {
        untold = [1, 2];
        await check([], 0);
      });
    });
  }
});
