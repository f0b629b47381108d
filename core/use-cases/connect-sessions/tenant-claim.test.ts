import { expect } from 'chai';
import { openedEach, openedOnce } from '../../../contract-tests/testing/opened.ts';
import type { Caller } from '../../domain/caller.ts';
import type { Connection } from '../../domain/connection.ts';
import type { ShownConnection } from '../connections/follow-connection.ts';
import { backWith, connected, connecting, consentTo, newSession, type SessionFields } from '../testing/connecting.ts';
import { authorizationOf, withAuthorization } from '../testing/first-provider.ts';
import { refusalOf } from '../testing/refusal.ts';
import { openService } from '../testing/service.ts';
import type { ConnectOutcome } from './outcome.ts';

/** Lists do not show how families were walked. */
const listedOf = ({ walks: _walks, ...connection }: Connection & Pick<ShownConnection, 'walks'>): object => connection;

describe('owning an organization', () => {
  let tenantId: string;

  let afterTenants: () => Promise<void>;

  const service = openedOnce(() =>
    openService({
      wrap: (ports) =>
        withAuthorization(ports, {
          tenants: async (...asked) => {
            const tenants = await authorizationOf(ports).tenants(...asked);
            await afterTenants();
            return tenants;
          },
        }),
    }),
  );
  const tenancy = openedEach(() => service.newOrganization());
  beforeEach(async () => {
    afterTenants = async () => {};
    tenantId = await service.newTenant();
  });

  const list = async (caller: Caller = tenancy.test) => (await service.core.connections.list(caller, {})).items;
  const statuses = async (caller?: Caller) => (await list(caller)).map(({ status }) => status).sort();
  const failing = async (caller: Caller, tenantIds: readonly string[], fields: SessionFields) =>
    backWith(await connecting(service, caller, tenantIds, fields));
  const other = { external_account_id: 'customer-2' };

  it('is for one customer an app: another is refused, and the first stays as it was', async () => {
    const first = await connected(service, tenancy.test, tenantId);
    const back = await failing(tenancy.test, [tenantId], other);
    expect(back).to.include({ status: 'failed', error: 'duplicate_tenant_connection' });
    expect(back).not.to.have.property('connection_id');
    expect(await list()).to.deep.equal([listedOf(first)]);
    await service.core.resources.read(tenancy.test, {
      connectionId: first.id,
      type: 'organizations',
      resourceId: tenantId,
    });
  });

  it('is refused to another customer when it is chosen from several, who may choose another', async () => {
    const first = await connected(service, tenancy.test, tenantId);
    const own = await service.newTenant();
    const step = await connecting(service, tenancy.test, [tenantId, own], other);
    if (step.kind !== 'asks-choice') throw new Error('no choice');
    const { selection } = step;
    const back = backWith(await service.core.connectSessions.choose({ selection, tenantId }));
    expect(back).to.include({ status: 'failed', error: 'duplicate_tenant_connection' });
    expect(await statuses()).to.deep.equal(['active', 'pending_selection']);
    expect((await list()).find(({ status }) => status === 'active')).to.deep.equal(listedOf(first));
    const chosen = await service.core.connectSessions.choose({ selection, tenantId: own });
    expect(backWith(chosen)).to.include({ status: 'connected' });
    expect(await statuses()).to.deep.equal(['active', 'active']);
  });

  it('is decided by the database when three customers are at it at once', async () => {
    const gate = Promise.withResolvers<void>();
    const callbacks: Promise<ConnectOutcome>[] = [];
    for (const external_account_id of ['a', 'b', 'c']) {
      const { token } = await newSession(service, tenancy.test, { external_account_id });
      const answer = await consentTo(service, token, [tenantId]);
      // Each session has read which tenant it is, and none has claimed the tenant yet.
      const listed = Promise.withResolvers<void>();
      afterTenants = () => {
        listed.resolve();
        return gate.promise;
      };
      callbacks.push(service.core.connectSessions.callback(answer));
      await listed.promise;
    }
    gate.resolve();
    const ends = (await Promise.all(callbacks))
      .map((step) => backWith(step))
      .map(({ status, error }) => error ?? status);
    const refused = 'duplicate_tenant_connection';
    expect(ends.sort()).to.deep.equal(['connected', refused, refused]);
    expect(await statuses()).to.deep.equal(['active']);
  });

  it('is refused to another organization through the hosted app', async () => {
    const [one, two] = [await service.newOrganization('trial'), await service.newOrganization('trial')];
    await connected(service, one.test, tenantId);
    expect(await failing(two.test, [tenantId], {})).to.include({ error: 'duplicate_tenant_connection' });
    expect(await list(two.test)).to.have.length(0);
  });

  it('is allowed through any other app: the other environment, another organization', async () => {
    const stranger = await service.newOrganization();
    for (const caller of [tenancy.test, tenancy.live, stranger.test]) {
      await connected(service, caller, tenantId);
      expect(await statuses(caller)).to.deep.equal(['active']);
    }
  });

  it('is the same connection when the same customer connects again, in whatever status it is', async () => {
    const first = await connected(service, tenancy.test, tenantId, { metadata: { a: 1 } });
    const again = await connected(service, tenancy.test, tenantId, { metadata: { a: 2 } });
    expect(again).to.deep.include({ id: first.id, status: 'active', metadata: { a: 2 }, createdAt: first.createdAt });
    await service.core.connections.disconnect(tenancy.test, first.id);
    const revived = await connected(service, tenancy.test, tenantId);
    expect(revived).to.include({ id: first.id, status: 'active' });
    const step = await connecting(service, tenancy.test, [tenantId, await service.newTenant()]);
    if (step.kind !== 'asks-choice') throw new Error('no choice');
    const back = backWith(await service.core.connectSessions.choose({ selection: step.selection, tenantId }));
    expect(back['connection_id']).to.equal(first.id);
    expect(await statuses()).to.deep.equal(['active', 'disconnected']);
  });

  it('is free for another customer once it was disconnected', async () => {
    const first = await connected(service, tenancy.test, tenantId);
    await service.core.connections.disconnect(tenancy.test, first.id);
    const second = await connected(service, tenancy.test, tenantId, other);
    expect(second.id).not.to.equal(first.id);
    expect(await failing(tenancy.test, [tenantId], {})).to.include({ error: 'duplicate_tenant_connection' });
  });

  it('keeps the retention mode that it began with', async () => {
    for (const [begun, tried] of [
      ['cached', 'zero'],
      ['zero', 'cached'],
    ]) {
      const tenant = await service.newTenant();
      const external_account_id = `${begun}-customer`;
      const first = await connected(service, tenancy.test, tenant, { external_account_id, retention_mode: begun });
      expect(await failing(tenancy.test, [tenant], { external_account_id, retention_mode: tried })).to.include({
        status: 'failed',
        error: 'retention_mode_fixed',
      });
      await service.core.connections.disconnect(tenancy.test, first.id);
      expect(await failing(tenancy.test, [tenant], { external_account_id, retention_mode: tried })).to.include({
        error: 'retention_mode_fixed',
      });
      const revived = await connected(service, tenancy.test, tenant, { external_account_id, retention_mode: begun });
      expect(revived).to.include({ id: first.id, retentionMode: begun });
    }
  });

  describe('within a contract for three', () => {
    const customer = (n: number) => ({ external_account_id: `customer-${n}` });
    const fill = async (count: number) => {
      for (let n = 1; n <= count; n++) await connected(service, trial.test, await service.newTenant(), customer(n));
    };
    const trial = openedEach(() => service.newOrganization('trial'));

    it('is refused at the fourth, before the person is sent anywhere, in both environments', async () => {
      await fill(3);
      for (const caller of [trial.test, trial.live]) {
        const refused = await refusalOf(newSession(service, caller, customer(4)));
        expect(refused.code).to.equal('CONNECTION_LIMIT_REACHED');
        expect(refused.message).to.contain('3 connections');
      }
      expect(await list(trial.test)).to.have.length(3);
    });

    it('gives the last place once, however many sessions are open for it', async () => {
      await fill(2);
      const answers = [];
      for (const n of [3, 4, 5]) {
        const { token } = await newSession(service, trial.test, customer(n));
        answers.push(await consentTo(service, token, [await service.newTenant()]));
      }
      const steps = await Promise.all(answers.map((answer) => service.core.connectSessions.callback(answer)));
      const ends = steps.map((step) => backWith(step)).map(({ status, error }) => error ?? status);
      expect(ends.sort()).to.deep.equal(['connected', 'connection_limit_reached', 'connection_limit_reached']);
      expect(await statuses(trial.test)).to.deep.equal(['active', 'active', 'active']);
      expect((await service.database.knex('credentials').select()).length).to.be.at.least(3);
    });

    it('takes what the operator allows from then on, and keeps what is there under a lower limit', async () => {
      await fill(3);
      const { organizationId: id } = trial;
      const limit = (connectionLimit: number | null) => service.core.access.updateOrganization({ id, connectionLimit });
      await limit(4);
      await connected(service, trial.test, await service.newTenant(), customer(4));
      expect((await refusalOf(newSession(service, trial.test, customer(5)))).message).to.contain('limit of 4');
      await limit(1);
      expect(await statuses(trial.test)).to.deep.equal(['active', 'active', 'active', 'active']);
      await refusalOf(newSession(service, trial.test, customer(5)));
      await limit(null);
      await connected(service, trial.test, await service.newTenant(), customer(5));
      expect(await list(trial.test)).to.have.length(5);
    });

    it('gives a place back with a disconnect', async () => {
      await fill(3);
      const [newest] = await list(trial.test);
      await service.core.connections.disconnect(trial.test, newest?.id ?? '');
      await connected(service, trial.test, await service.newTenant(), customer(4));
      expect(await statuses(trial.test)).to.deep.equal(['active', 'active', 'active', 'disconnected']);
    });

    it('lets a customer who must consent anew do so when all places are taken, and nothing more', async () => {
      await fill(3);
      const [newest] = await list(trial.test);
      const tenant = String(newest?.providerTenantId);
      await service.sandbox.control('POST', 'revoke', { tenant_id: tenant });
      await refusalOf(
        service.core.resources.read(trial.test, {
          connectionId: newest?.id ?? '',
          type: 'organizations',
          resourceId: tenant,
        }),
      );
      expect(await statuses(trial.test)).to.deep.equal(['action_required', 'active', 'active']);
      const revived = await connected(service, trial.test, tenant, customer(3));
      expect(revived).to.include({ id: newest?.id, status: 'active' });
      const another = await failing(trial.test, [await service.newTenant()], customer(3));
      expect(another).to.include({ status: 'failed', error: 'connection_limit_reached' });
      expect(await list(trial.test)).to.have.length(3);
    });
  });
});
