// A provider that notifies of nothing is polled: its news comes late, is never lost, and is announced once.
import { expect } from 'chai';
import { openedEach } from '../../../contract-tests/testing/opened.ts';
import { runSchedules } from '../../engine/run-schedules.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { openService } from '../testing/service.ts';
import { followSchedule } from './follow-schedule.ts';
import { reconcileSchedule } from './reconcile-schedule.ts';
import { drain, expectWhole, openBooks, typesOf } from './testing/syncing.ts';

const polledSeconds = 60;

function polled(ports: CorePorts): CorePorts {
  const { ledger } = ports.providers;
  if (!ledger) throw new Error('there is no ledger');
  const { families } = ledger.traits;
  const unnotified = Object.entries(families).map(([type, family]) => [type, { ...family, isNotified: false }]);
  const traits = { ...ledger.traits, polledSeconds, families: Object.fromEntries(unnotified) };
  return { ...ports, providers: { ledger: { ...ledger, traits, notifications: undefined } } };
}

describe('a polled connection', () => {
  /** The clock stands still between the minutes, so that a slow machine does not come to a walk too early. */
  const startMs = Date.now();
  const service = openedEach(() => openService({ wrap: polled, now: () => startMs }));
  const tenancy = openedEach(() => service.newOrganization());
  const books = openedEach(() => openBooks(service, tenancy));
  beforeEach(() => tick());

  const schedules = () => [reconcileSchedule(service.ports), followSchedule(service.ports)];
  const tick = async () => runSchedules(service.ports, schedules())();
  /** A minute later, whatever is due then. */
  async function minuteLater(): Promise<readonly string[]> {
    service.advance(polledSeconds);
    await service.sandbox.control('DELETE', 'requests');
    await tick();
    await drain(service);
    const listed = (await service.calls('GET /api.xro/2.0/')).map(({ path }) => path.replace(/^.*2\.0\/|\?.*$/g, ''));
    return [...new Set(listed)].sort();
  }
  /** Ends a minute before the other families are walked. */
  async function beforeWalk(): Promise<void> {
    const secondsLeft = async (): Promise<number> => {
      const [turn] = await service.database.knex('reconciliations').select('follow_due_at');
      return Math.floor((Number(turn?.['follow_due_at']) - service.ports.clock.now().getTime()) / 1000);
    };
    await minuteLater();
    // The first walk's turn is anywhere in a quarter of an hour: one that comes too soon is let pass.
    for (let minute = 0; minute < 3 && (await secondsLeft()) < 2 * polledSeconds; minute++) await minuteLater();
    service.advance((await secondsLeft()) - polledSeconds - 10);
    await minuteLater();
  }
  const polls = () => books.operations('connection.reconcile');

  it('hears of a change within a minute, once, with its states in between left out', async () => {
    // Its first turn is somewhere in the minute.
    await minuteLater();
    const [id = ''] = await books.invoices(1);
    await minuteLater();
    expect(typesOf(await books.events())).to.include('invoice.updated');
    await books.pay(id);
    const before = (await books.events()).length;
    await minuteLater();
    const paid = ['invoice.updated', 'invoice.payment_changed', 'invoice.paid'];
    expect(typesOf((await books.events()).slice(before))).to.include.members(paid);
    for (let minute = 0; minute < 8; minute++) await minuteLater();
    const told = typesOf((await books.events()).slice(before));
    expect(told.filter((type) => type.startsWith('invoice.'))).to.have.members(paid);
    expectWhole(await books.events());
  });

  it('is asked for invoices each minute; a poll that finds nothing leaves nothing behind', async () => {
    await beforeWalk();
    const [before, events] = [(await polls()).length, (await books.events()).length];
    expect(await minuteLater()).to.include.members(['Contacts', 'Invoices', 'Payments']);
    for (let minute = 0; minute < 5; minute++) expect(await minuteLater()).to.deep.equal(['Invoices']);
    expect([(await polls()).length, (await books.events()).length]).to.deep.equal([before, events]);
    expect(await books.operations('connection.follow')).to.deep.equal([]);
    const [rows] = await service.database
      .knex('operation_steps')
      .count({ count: '*' })
      .whereNotIn('operation_id', service.database.knex('operations').select('id'));
    expect(Number(rows?.['count'])).to.equal(0);
  });

  it('leaves the calls of quiet polls in the journal for ten minutes', async () => {
    await minuteLater();
    for (let minute = 0; minute < 20; minute++) await minuteLater();
    const { knex } = service.database;
    const calls = () => knex('provider_calls').where({ path: '/Invoices' });
    const kept = await calls().whereIn('operation_id', knex('operations').select('id'));
    expect(kept, 'the calls of the first sync').to.have.length.greaterThan(0);
    expect((await calls()).length - kept.length).to.be.within(10, 12);
  });

  it('reads the other families once in a quarter of an hour, those that are read whole once an hour', async () => {
    await beforeWalk();
    const read = new Map<string, number>();
    for (let minute = 0; minute < 120; minute++)
      for (const family of await minuteLater()) read.set(family, (read.get(family) ?? 0) + 1);
    expect(read.get('Invoices')).to.equal(120);
    for (const family of ['Contacts', 'CreditNotes', 'Payments', 'Quotes', 'PurchaseOrders'])
      expect(read.get(family), family).to.equal(8);
    // Their hours began with the first sync, so two hours meet one or two of their turns.
    for (const family of ['Accounts', 'TaxRates', 'BrandingThemes', 'Organisation'])
      expect(read.get(family), family).to.be.within(1, 2);
  });

  it('is polled within a minute again when its provider was missing for a time', async () => {
    await minuteLater();
    const lacking = { ...service.ports, providers: {} };
    for (let minute = 0; minute < 3; minute++) {
      service.advance(polledSeconds);
      await runSchedules(lacking, [reconcileSchedule(lacking)])();
    }
    expect(await minuteLater()).to.include('Invoices');
  });

  it('keeps the poll that failed, and goes on from where it was', async () => {
    await beforeWalk();
    const fault = { match: { path: '/api.xro/2.0/Invoices' }, action: { status: 503 }, times: 1 };
    await books.invoices(1);
    await service.sandbox.control('POST', 'faults', fault);
    service.advance(polledSeconds);
    await tick();
    await drain(service);
    expect((await polls())[0]).to.deep.include({ state: 'retrying' });
    const before = typesOf(await books.events()).filter((type) => type === 'invoice.updated').length;
    for (let minute = 0; minute < 5; minute++) await minuteLater();
    expect(typesOf(await books.events()).filter((type) => type === 'invoice.updated')).to.have.length(before + 1);
  });

  it('waits for the poll under way, so that a provider that is down for long has one at a time', async () => {
    await beforeWalk();
    const down = { match: { path: '/api.xro/2.0/Invoices' }, action: { status: 503 }, times: 1000 };
    await service.sandbox.control('POST', 'faults', down);
    for (let minute = 0; minute < 10; minute++) await minuteLater();
    expect((await polls()).filter(({ state }) => state === 'retrying')).to.have.length(1);
  });
});
