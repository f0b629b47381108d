import { expect } from 'chai';
import type { Caller } from '../../domain/caller.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { OrganizationId } from '../../domain/ids.ts';
import { advance, claimOne, connect, type Engine, invoiceId, notify, openEngine } from '../testing/engine.ts';

describe('reading operations', () => {
  let engine: Engine;
  beforeEach(async () => {
    engine = await openEngine();
    await connect(engine);
    await notify(engine, 1, [invoiceId]);
    advance(engine, 60);
    await notify(engine, 2, [invoiceId]);
  });
  afterEach(() => engine.close());

  const list = async (query: Record<string, string>, caller: Caller = engine.caller) =>
    (await engine.core.operations.list(caller, query)).items;

  it('lists newest first, with what was asked for', async () => {
    const listing = await engine.core.operations.list(engine.caller, { limit: '1' });
    expect(listing).to.deep.include({ total: 2, hasMore: true, request: { limit: 1, page: 1 } });
    expect(listing.items[0]?.createdAt).to.deep.equal(engine.hands.now);
  });

  it('filters by state, type, connection and time', async () => {
    const { operation } = await claimOne(engine);
    expect((await list({ state: 'running' })).map(({ id }) => id)).to.deep.equal([operation.id]);
    expect(await list({ state: 'queued' })).to.have.length(1);
    expect(await list({ type: 'notification.process' })).to.have.length(2);
    expect(await list({ type: 'webhook.deliver' })).to.deep.equal([]);
    expect(await list({ connection_id: operation.connectionId ?? '' })).to.have.length(2);
    expect(await list({ connection_id: engine.ports.ids.next('conn') })).to.deep.equal([]);
    const between = new Date(engine.hands.now.getTime() - 30_000).toISOString();
    expect((await list({ created_before: between })).map(({ id }) => id)).to.deep.equal([operation.id]);
    expect(await list({ created_after: between })).to.have.length(1);
    expect(await list({ created_after: between, created_before: between })).to.deep.equal([]);
  });

  const wrong = [
    { state: 'done' },
    { type: 'x' },
    { connection_id: 'x' },
    { created_after: 'yesterday' },
    { id: '1' },
    { page: '0' },
  ];
  for (const query of wrong) {
    it(`refuses ${JSON.stringify(query)}`, async () => {
      const error = await list(query).then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      expect(error).to.be.instanceOf(ServiceError).and.include({ code: 'BAD_REQUEST' });
    });
  }

  it('is closed to other organizations and the other environment', async () => {
    const [operation] = await list({});
    const foreigners: Caller[] = [
      { ...engine.caller, organizationId: 'org_00000000000000000000000000' as OrganizationId },
      { ...engine.caller, environment: 'live' },
    ];
    for (const foreign of foreigners) {
      expect(await list({}, foreign)).to.deep.equal([]);
      const error = await engine.core.operations.find(foreign, operation?.id ?? '').then(
        () => undefined,
        (e: unknown) => e,
      );
      expect(error).to.be.instanceOf(ServiceError).and.include({ code: 'NOT_FOUND' });
    }
    expect(await engine.core.operations.find(engine.caller, operation?.id ?? '')).to.deep.equal(operation);
  });
});
