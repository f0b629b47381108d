// A provider that notifies of nothing is polled: its news comes late, is never lost, and is announced once.
import { expect } from 'chai';
import { openedEach } from '../../../contract-tests/testing/opened.ts';
import { runSchedules } from '../../engine/run-schedules.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { LedgerGateway } from '../../ports/ledger-gateway.ts';
import { openService } from '../testing/service.ts';
import { reconcileSchedule } from './reconcile-schedule.ts';
import { drain, expectWhole, openBooks, typesOf } from './testing/syncing.ts';

const polledSeconds = 60;
const quarter = 900;

/** How long the provider takes for each page. */
let pageSeconds = 0;

function polled(ports: CorePorts, advance: (seconds: number) => void): CorePorts {
  const { ledger } = ports.providers;
  if (!ledger) throw new Error('there is no ledger');
  const { families } = ledger.traits;
  const unnotified = Object.entries(families).map(([type, family]) => [type, { ...family, isNotified: false }]);
  const traits = { ...ledger.traits, polledSeconds, families: Object.fromEntries(unnotified) };
  const list: LedgerGateway['list'] = async (...asked) => {
    const page = await ledger.gateway.list(...asked);
    advance(pageSeconds);
    return page;
  };
  const gateway = { ...ledger.gateway, list };
  return { ...ports, providers: { ledger: { ...ledger, traits, gateway, notifications: undefined } } };
}

describe('a polled connection', () => {
  const service = openedEach(() =>
    openService({ wrap: (ports) => polled(ports, (seconds) => service.advance(seconds)) }),
  );
  const tenancy = openedEach(() => service.newOrganization());
  const books = openedEach(() => openBooks(service, tenancy));
  beforeEach(() => tick());

  const tick = async () => runSchedules(service.ports, [reconcileSchedule(service.ports)])();
  /** A minute later, whatever is due then. */
  async function minuteLater(): Promise<readonly string[]> {
    service.advance(polledSeconds);
    await service.sandbox.control('DELETE', 'requests');
    await tick();
    await drain(service);
    const listed = (await service.calls('GET /api.xro/2.0/')).map(({ path }) => path.replace(/^.*2\.0\/|\?.*$/g, ''));
    return [...new Set(listed)].sort();
  }
  /** Ends a minute before the clock's next quarter of an hour. */
  async function beforeQuarter(): Promise<void> {
    const seconds = Math.floor(service.ports.clock.now().getTime() / 1000);
    const left = quarter - (seconds % quarter) - polledSeconds - 10;
    // Never backwards, which would date what follows before what was read.
    service.advance(left > 0 ? left : left + quarter);
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
    await beforeQuarter();
    const [before, events] = [(await polls()).length, (await books.events()).length];
    // The first poll of the quarter reads the other families, too.
    expect(await minuteLater()).to.include.members(['Contacts', 'Invoices', 'Payments']);
    for (let minute = 0; minute < 5; minute++) expect(await minuteLater()).to.deep.equal(['Invoices']);
    expect([(await polls()).length, (await books.events()).length]).to.deep.equal([before, events]);
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

  it('reads the other families in each quarter, also after a poll across its beginning and a sync of invoices', async () => {
    pageSeconds = 20;
    await beforeQuarter();
    pageSeconds = 0;
    await books.synced({ type: 'connection.sync', scope: 'invoices', trigger: 'request' });
    expect(await minuteLater()).to.include.members(['Contacts', 'Invoices', 'Payments']);
    expect(await minuteLater()).to.deep.equal(['Invoices']);
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
    await beforeQuarter();
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
    await beforeQuarter();
    const down = { match: { path: '/api.xro/2.0/Invoices' }, action: { status: 503 }, times: 1000 };
    await service.sandbox.control('POST', 'faults', down);
    for (let minute = 0; minute < 10; minute++) await minuteLater();
    expect((await polls()).filter(({ state }) => state === 'retrying')).to.have.length(1);
  });
});
