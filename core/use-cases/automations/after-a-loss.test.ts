// Unfinished work after the database lost its latest commits: what was written at the provider is found and not written again.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { openSqlite } from '../../../contract-tests/testing/doubles.ts';
import { openedEach, openedOnce } from '../../../contract-tests/testing/opened.ts';
import type { Core } from '../../create-core.ts';
import type { Operation } from '../../domain/operation.ts';
import { isTerminal } from '../../domain/operation.ts';
import type { DatabaseWatch } from '../../ports/system.ts';
import { type BulkBooks, openBulkBooks, runOnce } from '../bulk/testing/bulk-books.ts';
import { line } from '../resources/testing/books.ts';
import { write } from '../testing/connecting.ts';
import { openService, type Service } from '../testing/service.ts';

const never = new AbortController().signal;
/** The provider has forgotten its keys by then, and still knows the tokens. */
const forgottenSeconds = 420;
const dated = { issue_date: '2030-01-01', due_date: '2030-01-31' };

/** Runs until it has ended, with the waits that it asks for. */
async function ended(service: Service, { worker, operations }: Core, { caller }: BulkBooks, id: Operation['id']) {
  for (let tries = 0; tries < 40; tries++) {
    await worker.sweep();
    for (const leased of await worker.claim(20)) if (leased.operation.id === id) await worker.run(leased, never);
    const operation = await operations.find(caller, id);
    if (isTerminal(operation.state)) return operation.error?.message ?? operation.state;
    service.advance(
      Math.max(1, ((operation.nextAttemptAt?.getTime() ?? 0) - service.ports.clock.now().getTime()) / 1000),
    );
  }
  return expect.fail('it does not end');
}

describe('work that was unfinished when the database went back', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'went-back-'));
  let filename = path.join(folder, 'first.db');
  const open = async () => {
    const database = await openSqlite({ filename, synchronous: 'normal' });
    await database.migrate();
    return database;
  };
  const service = openedOnce(() => openService({ open }));
  const books = openedEach(() => openBulkBooks(service));
  after(async () => {
    rmSync(folder, { recursive: true, force: true });
  });

  /** Returns the core over the database as it was; `lost` says whether a loss was accepted. */
  const backTo = async (copy: string, lost: boolean): Promise<Core> => {
    filename = copy;
    const accepted = { since: new Date(service.ports.clock.now().getTime()), until: new Date(8e14) };
    const databaseWatch: DatabaseWatch = { state: () => 'kept', loss: () => accepted };
    return service.another((ports) => (lost ? { ...ports, databaseWatch } : ports));
  };
  const copied = async (name: string): Promise<string> => {
    const copy = path.join(folder, `${name}.db`);
    await service.database.knex.raw(`vacuum into '${copy}'`);
    return copy;
  };
  const asked = {
    'a bulk write': async () => {
      const contact = await books.create('contacts', { name: `Hill Bakery ${Math.random()}` });
      const items = ['1', '2', '3'].map((n) => ({
        item_key: n,
        contact_id: contact.providerId,
        ...dated,
        line_items: [{ ...line, description: n }],
      }));
      return books.begin('invoices', items);
    },
    'an automation': async () => {
      const contact = { name: `Harbour ${Math.random()}`, contact_number: `H-${Math.random()}` };
      const input = { contact, invoice: { ...dated, line_items: [line] } };
      const body = { recipe: 'invoice.create_with_contact', connection_id: books.connection.id, input };
      const made = await service.core.automations.create(books.caller, { write: write(body) });
      return made.kind === 'queued' ? made.operation : expect.fail('it was only planned');
    },
  };
  const fault = (family: string, action: object) => {
    const match = { method: 'PUT', path: `/api.xro/2.0/${family}` };
    return service.sandbox.control('POST', 'faults', { match, action, times: 1 });
  };
  const count = async () => (await books.documents('Invoices')).length + (await books.documents('Contacts')).length;

  const begun = {
    ...asked,
    'a bulk write whose call was refused as a whole before': async () => {
      const operation = await asked['a bulk write']();
      await fault('Invoices', { status: 400, body: { Message: 'one of them is wrong' } });
      await fault('Invoices', { status: 429, headers: { 'retry-after': '2' } });
      await runOnce(service, operation.id);
      expect((await books.items(operation.id)).map(({ status, call }) => [status, call])).to.deep.equal(
        Array.from({ length: 3 }, () => ['pending', 1]),
      );
      return operation;
    },
    'an automation whose call did nothing before': async () => {
      const operation = await asked['an automation']();
      await fault('Invoices', { status: 429, headers: { 'retry-after': '2' } });
      await runOnce(service, operation.id);
      const [step] = await service.database.knex('operation_steps').where({ operation_id: operation.id, refusals: 0 });
      expect(step).to.include({ attempt_prepared: null });
      return operation;
    },
  };
  for (const [what, begin] of Object.entries(begun)) {
    it(`${what} finds what it had written, however long ago`, async () => {
      filename = path.join(folder, 'first.db');
      const { id } = await begin();
      const [lost, unaware] = [await copied(`${what} lost`), await copied(`${what} unaware`)];
      const core = await backTo(lost, true);
      expect(await ended(service, service.core, books, id)).to.equal('succeeded');
      const written = await count();
      service.advance(forgottenSeconds);
      expect(await ended(service, core, books, id)).to.equal('succeeded');
      expect(await count()).to.equal(written);
      // A process that knows nothing of a loss writes once more: this is what the look-up prevents.
      service.advance(forgottenSeconds);
      expect(await ended(service, await backTo(unaware, false), books, id)).to.equal('succeeded');
      expect(await count()).to.be.greaterThan(written);
    });
  }
});
