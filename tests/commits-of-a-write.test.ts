// What a write asks of the database while its caller waits: statements, and commits that wait for the disk.

import { expect } from 'chai';
import type { Dialect } from '../adapters/knex/dialect.ts';
import { onBothDatabases } from '../contract-tests/testing/doubles.ts';
import type { CorePorts } from '../core/ports/core-ports.ts';
import type { RequestBudget } from '../core/ports/request-budget.ts';
import { type Books, line, openBooks } from '../core/use-cases/resources/testing/books.ts';
import { openService, type Service } from '../core/use-cases/testing/service.ts';

interface Asked {
  /** Without those of the budget. */
  readonly statements: number;
  /** Commits that wait for the disk; a transaction is one. */
  readonly flushes: number;
}

/** What hosts store later, in shared commits, and what ends a call in its budget. */
const isLater = (sql: string): boolean => /into provider_calls|into usage_events/.test(sql);
/** Of the calls that were stored. */
const isAskedLater = (sql: string): boolean => /^select .* not .health. = /.test(sql);

/** A `with` may stand before either. */
const change = /^\s*(with\b.*\b)?(insert|(?<!for )update|delete)\b/is;

/** Counts what `work` asks of the service's database. */
async function asking(service: Service, { unflushed }: Dialect, work: () => Promise<unknown>): Promise<Asked> {
  const inTransaction = new Set<string>();
  let [statements, flushes] = [0, 0];
  const count = ({ sql, __knexUid: connection }: { sql: string; __knexUid: string }): void => {
    if (/^\s*begin/i.test(sql)) inTransaction.add(connection);
    const isAlone = !inTransaction.has(connection);
    if ((isAlone && isLater(sql)) || isAskedLater(sql)) return;
    // The end of a call before may be stored meanwhile.
    if (!sql.includes('request_budgets')) statements += 1;
    const isChange = change.test(sql) && !sql.includes(unflushed);
    if ((isAlone && isChange) || /^\s*commit/i.test(sql)) flushes += 1;
    if (/^\s*(commit|rollback)\b(?! to)/i.test(sql)) inTransaction.delete(connection);
  };
  service.database.knex.on('query', count);
  await work();
  service.database.knex.removeListener('query', count);
  return { statements, flushes };
}

onBothDatabases('a write in the way of its caller,', (given) => {
  let service: Service;
  let books: Books;
  let invoice: () => Promise<{ readonly providerId: string }>;
  let order: typeof invoice;

  before(async () => {
    let budget: RequestBudget | undefined;
    const budgetOf = ({ clock }: CorePorts): RequestBudget => {
      budget ??= service.database.requestBudget({ clock });
      return budget;
    };
    const wrap = (ports: CorePorts): CorePorts => ({
      ...ports,
      budget: { ...ports.budget, acquire: (...asked) => budgetOf(ports).acquire(...asked) },
    });
    service = await openService({ open: given().open, wrap });
    books = await openBooks(service, await service.newOrganization());
    const { providerId } = await books.create('contacts', { name: 'Someone' });
    const fields = { contact_id: providerId, status: 'DRAFT', due_date: '2031-01-01', line_items: [line] };
    invoice = () => books.create('invoices', fields);
    const { due_date: _, ...ordered } = fields;
    order = () => books.create('purchase_orders', ordered);
  });
  after(() => service?.close());

  it('waits for two commits to create a document, and to create what is looked for first', async () => {
    for (const create of [invoice, order]) await create();
    const [asked, announced] = [
      await asking(service, given().dialect, order),
      await asking(service, given().dialect, invoice),
    ];
    expect([asked.flushes, announced.flushes]).to.deep.equal([2, 2]);
    // Of them four begin and end the transaction and its savepoint, and one looks whether the connection still lives.
    // One more notes what the document looks like, so that an agent that makes the same is asked, whenever it gets its key.
    expect(asked.statements).to.be.at.most(21);
    expect(announced.statements).to.be.at.most(21);
    const contact = () => books.create('contacts', { name: 'Another', contact_number: 'A-1' });
    expect((await asking(service, given().dialect, contact)).flushes).to.equal(2);
  });

  it('waits for two commits to change a record, laid over the live one or not', async () => {
    const { providerId } = await invoice();
    for (const body of [
      { due_date: '2031-02-02' },
      { provider_data: { Reference: 'laid over' }, preserve_existing: true },
    ]) {
      expect(
        (await asking(service, given().dialect, () => books.update('invoices', providerId, body))).flushes,
      ).to.equal(2);
    }
  });

  it('waits for nothing to answer a repeated request', async () => {
    const body = { name: 'Once' };
    await books.create('contacts', body, 'repeated');
    const again = await asking(service, given().dialect, () => books.create('contacts', body, 'repeated'));
    expect(again).to.deep.equal({ statements: 3, flushes: 0 });
  });
});
