import { expect } from 'chai';
import { openedEach, openedOnce } from '../../../contract-tests/testing/opened.ts';
import { backWith, connected, consentTo, newSession } from '../testing/connecting.ts';
import { openService } from '../testing/service.ts';
import type { ConnectOutcome } from './outcome.ts';

describe('connecting, where the same is sent twice', () => {
  let tenants: string[];
  const service = openedOnce(() => openService());
  const tenancy = openedEach(() => service.newOrganization());
  beforeEach(async () => {
    tenants = [await service.newTenant(), await service.newTenant()];
  });

  const sessions = () => service.core.connectSessions;
  const active = async () => (await service.core.connections.list(tenancy.test, { status: 'active' })).items;
  const choose = (selection: string, tenant: number) =>
    sessions().choose({ selection, tenantId: tenants[tenant] ?? '' });
  /** The selection that a choice is sent with. */
  const offered = async (): Promise<string> => {
    const { token } = await newSession(service, tenancy.test);
    const step = await sessions().callback(await consentTo(service, token, tenants));
    if (step.kind !== 'asks-choice') throw new Error('no choice is offered');
    return step.selection;
  };
  const whyOf = (step: ConnectOutcome) => (step.kind === 'gone' ? step.why : undefined);

  it('a choice that is sent several times at once ends each time as the first did', async () => {
    const selection = await offered();
    const steps = await Promise.all([0, 0, 0, 0].map((tenant) => choose(selection, tenant)));
    const [connection, ...others] = await active();
    expect(others).to.deep.equal([]);
    for (const step of steps) {
      expect(backWith(step)).to.include({ status: 'connected', connection_id: connection?.id });
    }
    expect(await choose(selection, 0), 'once more, later').to.deep.equal(steps[0]);
  });

  it('of two different choices at once the first is connected, and the other learns that it came too late', async () => {
    const selection = await offered();
    const steps = await Promise.all([choose(selection, 0), choose(selection, 1)]);
    const [connection, ...others] = await active();
    expect(others).to.deep.equal([]);
    const won = tenants.indexOf(connection?.providerTenantId ?? '');
    expect(backWith(steps[won] as ConnectOutcome)).to.include({ status: 'connected', connection_id: connection?.id });
    expect(whyOf(steps[1 - won] as ConnectOutcome)).to.equal('other');
    expect(whyOf(await choose(selection, 1 - won))).to.equal('other');
  });

  it('a choice that is refused is refused again in the same words', async () => {
    await connected(service, tenancy.test, tenants[0] ?? '', { external_account_id: 'owner' });
    const selection = await offered();
    const steps = await Promise.all([choose(selection, 0), choose(selection, 0)]);
    for (const step of [...steps, await choose(selection, 0)]) {
      expect(backWith(step)).to.include({ status: 'failed', error: 'duplicate_tenant_connection' });
    }
  });

  const ends: readonly [string, (token: string) => Promise<Parameters<ReturnType<typeof sessions>['callback']>[0]>][] =
    [
      ['connected', (token) => consentTo(service, token, tenants.slice(0, 1))],
      ['cancelled', (token) => consentTo(service, token, [])],
    ];
  for (const [status, answerOf] of ends) {
    it(`a callback that ended ${status} ends so when it comes again`, async () => {
      const { token } = await newSession(service, tenancy.test);
      const answer = await answerOf(token);
      const first = await sessions().callback(answer);
      expect(backWith(first)).to.include({ status });
      expect(await sessions().callback(answer)).to.deep.equal(first);
      expect(await sessions().cancel(token), 'nor does saying no undo it').to.deep.equal(first);
      expect((await sessions().open(token)).kind, 'the link itself is used').to.equal('gone');
    });
  }

  it('a callback that failed while the link goes on says the same again, and a later consent counts', async () => {
    const trial = await service.newOrganization('trial');
    const { token } = await newSession(service, trial.test, { external_account_id: 'c-9' });
    const others = [];
    for (const account of ['c-1', 'c-2', 'c-3']) {
      others.push(await connected(service, trial.test, await service.newTenant(), { external_account_id: account }));
    }
    const answer = await consentTo(service, token, tenants.slice(0, 1));
    const first = await sessions().callback(answer);
    expect(backWith(first)).to.include({ status: 'failed', error: 'connection_limit_reached' });
    expect(await sessions().callback(answer)).to.deep.equal(first);
    await service.core.connections.disconnect(trial.test, others[0]?.id ?? '');
    const later = await sessions().callback(await consentTo(service, token, tenants.slice(0, 1)));
    expect(backWith(later)).to.include({ status: 'connected' });
    expect(await sessions().callback(answer)).to.deep.equal(later);
  });
});
