import { expect } from 'chai';
import { ServiceError } from '../../core/ports.ts';
import { openBooks } from './books.ts';
import { createConnect } from './connect.ts';
import { idsOf, type Reading, readingOf } from './testing/reading.ts';
import { servicePassword } from './testing/seed.ts';
import { describeTryton, startTryton, type TestTryton } from './testing/tryton-server.ts';

describeTryton(
  'a Tryton server on PostgreSQL',
  () => {
    let tryton: TestTryton;
    let reading: Reading;
    before(async function () {
      this.timeout(600_000);
      tryton = await startTryton({ on: 'postgres' });
      reading = await readingOf(tryton);
    });
    after(() => tryton.stop());

    it('invoices that are posted at once hold each other’s rows: each is refused with nothing applied, or posted', async () => {
      const { work } = reading;
      const calls: (number | null)[] = [];
      const report = ({ status }: { status: number | null }) => void calls.push(status);
      const books = openBooks(tryton.rpc, { ...work.access, report });
      const ids = await Promise.all(Array.from({ length: 6 }, () => work.invoice()));
      const posts = ids.map((id) => books.call('model.account.invoice.post', [[id]]));
      const settled = await Promise.allSettled(posts);
      expect(calls).to.include(500).and.include(200);
      for (const [i, { status }] of settled.entries()) {
        const { fields } = await reading.reads.read(work.access, 'invoices', String(ids[i]));
        expect(fields['status']).to.equal(status === 'fulfilled' ? 'AUTHORISED' : 'DRAFT');
        const { reason } = settled[i] as PromiseRejectedResult;
        if (status === 'rejected') expect((reason as ServiceError).details.outcome).to.equal('not_applied');
      }
      // Five tries outlast the others' locks.
      expect(settled.filter(({ status }) => status === 'fulfilled').length).to.be.greaterThan(3);
    });

    it('lists by stamps to the microsecond, and tells a version that passed', async () => {
      const since = new Date();
      const names = Array.from({ length: 120 }, (_, i) => ({ name: `Walk ${i}` }));
      const ids = (await reading.work.client.call('model.party.party.create', names)) as number[];
      expect(idsOf(await reading.walk('contacts', since))).to.eql(ids);
      const id = ids[0] ?? 0;
      const { native } = await reading.reads.read(reading.work.access, 'contacts', String(id));
      const version = String(native['_timestamp']);
      expect(version).to.match(/^\d+\.\d+$/);
      const books = openBooks(tryton.rpc, reading.work.access);
      const rename = (name: string) =>
        books.call('model.party.party.write', [[id], { name }], { _timestamp: { [`party.party,${id}`]: version } });
      await rename('One');
      const error = await rename('Two').catch((thrown: unknown) => thrown);
      expect((error as ServiceError).details.reason).to.equal('record_changed');
    });

    it('an unknown database is named when connecting', async () => {
      const connect = createConnect(tryton.rpc, () => new Date());
      const form = { server_address: tryton.url, database: 'nobody', login: 'ledgerport', password: servicePassword };
      const error = await connect.open(form).catch((thrown: unknown) => thrown);
      expect(error).to.be.instanceOf(ServiceError);
      expect((error as ServiceError).details.errors?.[0]?.path).to.equal('database');
      const grant = await connect.open({ ...form, database: tryton.database });
      expect(await connect.tenants(grant.accessToken)).to.have.length(1);
    });
  },
  'postgres',
);
