// What becomes of a write whose process is lost, at every critical point.

import { expect } from 'chai';
import { openedOnce } from '../../../contract-tests/testing/opened.ts';
import type { Connection } from '../../domain/connection.ts';
import { WriteDefect } from '../../domain/errors.ts';
import { idempotencyLeaseSeconds, replaySecondsOf } from '../../domain/idempotency.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { keySecondsOf } from '../providers/provider-of.ts';
import { connected, write } from '../testing/connecting.ts';
import { firstProvider, gatewayOf, withGateway } from '../testing/first-provider.ts';
import { refusalOf } from '../testing/refusal.ts';
import { openService, type Tenancy } from '../testing/service.ts';

const points = ['before the attempt is kept', 'before sending', 'after sending', 'before the answer is kept'] as const;
type Point = (typeof points)[number];
interface Trap {
  readonly point: Point;
  /** Runs at the point; a promise that never settles is a lost process. */
  readonly spring: () => Promise<void>;
}

describe('a write whose process is lost', () => {
  let replaySeconds: number;
  let tenancy: Tenancy;
  let connection: Connection;
  let contactId: string;
  let trap: Trap | undefined;

  const pass = async (point: Point) => {
    if (trap?.point !== point) return;
    const { spring } = trap;
    trap = undefined;
    await spring();
  };
  const wrap = (ports: CorePorts): CorePorts =>
    withGateway(
      {
        ...ports,
        storage: {
          ...ports.storage,
          idempotency: {
            ...ports.storage.idempotency,
            recordAttempt: (...call) =>
              pass('before the attempt is kept').then(() => ports.storage.idempotency.recordAttempt(...call)),
          },
          transaction: async (work) => {
            await pass('before the answer is kept');
            return ports.storage.transaction(work);
          },
        },
      },
      {
        send: async (...call) => {
          await pass('before sending');
          const record = await gatewayOf(ports).send(...call);
          await pass('after sending');
          return record;
        },
      },
    );

  const service = openedOnce(() => openService({ wrap }));
  before(async () => {
    replaySeconds = replaySecondsOf(keySecondsOf(firstProvider(service.ports)));
    tenancy = await service.newOrganization();
    connection = await connected(service, tenancy.test, await service.newTenant());
    const contacts = { connectionId: connection.id, type: 'contacts' };
    const made = await service.core.resources.create(tenancy.test, { ...contacts, write: write({ name: 'Customer' }) });
    contactId = made.value.providerId;
  });
  beforeEach(() => {
    trap = undefined;
  });

  const invoices = (reference: string) => ({
    contact_id: contactId,
    external_reference: reference,
    line_items: [{ description: 'Bench', quantity: 1, unit_amount: 10 }],
  });
  const path = () => ({ connectionId: connection.id, type: 'invoices' });
  const create = (key: string) =>
    service.core.resources.create(tenancy.test, { ...path(), write: write(invoices(key), key) });
  const atLedger = async (reference: string) =>
    (await service.sandbox.documents(String(connection.providerTenantId), 'Invoices')).filter(
      (invoice) => invoice['Reference'] === reference,
    );

  /** Starts the work and returns when it has reached the point, where it waits to be released. */
  const hold = async <T>(point: Point, work: () => Promise<T>) => {
    const reached = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const spring = () => {
      reached.resolve();
      return gate.promise;
    };
    trap = { point, spring };
    const held = work();
    await reached.promise;
    return { held, letGo: gate.resolve };
  };
  /** As `hold`, but it is never released. */
  const lose = async (point: Point, work: () => Promise<unknown>) => void (await hold(point, work));

  for (const point of points) {
    it(`${point}, by a defect: the next request takes over at once`, async () => {
      const key = `defect ${point}`;
      trap = {
        point,
        spring: async () => {
          throw new TypeError('defect');
        },
      };
      const thrown = await create(key).catch((error: unknown) => error);
      if (!(thrown instanceof WriteDefect)) return expect.fail(`it ended in ${String(thrown)}`);
      expect(thrown.cause).to.be.instanceOf(TypeError);
      expect(thrown.outcome).to.equal(point === 'before the attempt is kept' ? 'not_applied' : 'unknown');
      expect((await create(key)).replayed).to.equal(false);
      expect(await atLedger(key)).to.have.length(1);
      expect((await create(key)).replayed).to.equal(true);
    });
  }

  for (const kind of ['cached before', 'cached after', 'zero before', 'zero after']) {
    it(`${kind} sending, an update laid over a record that changes meanwhile`, async () => {
      const [retention_mode = ''] = kind.split(' ');
      const point = kind.endsWith('before') ? 'before sending' : 'after sending';
      const tenantId = await service.newTenant();
      const { id: connectionId } = await connected(service, tenancy.test, tenantId, { retention_mode });
      const at = (type: string) => ({ connectionId, type });
      const { resources } = service.core;
      const customer = await resources.create(tenancy.test, { ...at('contacts'), write: write({ name: 'Q' }) });
      const body = { contact_id: customer.value.providerId, issue_date: '2030-01-31' };
      const lines = { line_items: [{ description: 'Bench', quantity: 1, unit_amount: 10 }] };
      const quote = await resources.create(tenancy.test, { ...at('quotes'), write: write({ ...body, ...lines }) });
      const change = (fields: object, key: string) =>
        resources.update(tenancy.test, {
          ...at('quotes'),
          resourceId: quote.value.providerId,
          write: write(fields, key),
        });
      await lose(point, () => change({ title: 'Lost' }, `lost ${kind}`));
      const meanwhile = () => change({ summary: 'Meanwhile' }, `other ${kind}`);
      const busy = await refusalOf(meanwhile());
      expect(busy.details).to.include({ reason: 'record_busy', outcome: 'not_applied' });
      service.advance(idempotencyLeaseSeconds + 1);
      expect((await meanwhile()).replayed).to.equal(false);
      expect((await change({ title: 'Lost' }, `lost ${kind}`)).replayed).to.equal(false);
      const [held] = await service.sandbox.documents(tenantId, 'Quotes');
      expect(held).to.include({ Title: 'Lost', Summary: 'Meanwhile', QuoteNumber: quote.value.fields['number'] });
    });
  }

  it('holds twins off until the lease of the lost one is over', async () => {
    await lose('before sending', () => create('held'));
    service.advance(idempotencyLeaseSeconds - 15);
    expect((await refusalOf(create('held'))).code).to.equal('IDEMPOTENCY_IN_PROGRESS');
    service.advance(16);
    expect((await create('held')).replayed).to.equal(false);
  });

  it('tells that the outcome is unknown as long as the lost write may have happened', async () => {
    await lose('after sending', () => create('doubtful'));
    service.advance(idempotencyLeaseSeconds + 1);
    await service.sandbox.control('POST', 'quirks', {
      offline_tenants: [String(connection.providerTenantId)],
    });
    const refused = await refusalOf(create('doubtful'));
    expect(refused).to.deep.include({ code: 'PROVIDER_UNAVAILABLE' });
    expect(refused.details.outcome).to.equal('unknown');
    await service.sandbox.control('POST', 'quirks', { offline_tenants: [] });
    expect((await create('doubtful')).replayed).to.equal(false);
    expect(await atLedger('doubtful')).to.have.length(1);
  });

  for (const key of ['slow to send', 'slow to send again']) {
    it(`was only ${key}: another has long done so`, async () => {
      if (key.endsWith('again')) await lose('before sending', () => create(key));
      service.advance(idempotencyLeaseSeconds + 1);
      const { held, letGo } = await hold('before the attempt is kept', () => create(key));
      service.advance(idempotencyLeaseSeconds + 1);
      const taken = await create(key);
      service.advance(replaySeconds + 60);
      letGo();
      expect((await refusalOf(held)).code).to.equal('IDEMPOTENCY_IN_PROGRESS');
      expect((await atLedger(key)).map((made) => made['InvoiceID'])).to.deep.equal([taken.value.providerId]);
    });
  }

  it('was only slow: its late answer changes nothing', async () => {
    const { held, letGo } = await hold('after sending', () => create('slow'));
    service.advance(idempotencyLeaseSeconds + 1);
    const taken = await create('slow');
    letGo();
    expect((await refusalOf(held)).code).to.equal('IDEMPOTENCY_IN_PROGRESS');
    expect(await create('slow')).to.deep.equal({ ...taken, replayed: true });
    expect(taken.resolution).to.equal('repeated');
    expect(await atLedger('slow')).to.have.length(1);
  });
});
