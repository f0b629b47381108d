// Members decide about what waits, by a page of the console: not with a key, not without the page's token, not by opening a link.
import { expect } from 'chai';
import { openedOnce } from '../../../contract-tests/testing/opened.ts';
import { agentOf, memberOf, propose } from '../../../core/use-cases/approvals/testing/waiting.ts';
import { connected } from '../../../core/use-cases/testing/connecting.ts';
import { type LiveService, serveLive } from '../testing/live-service.ts';
import { signedIn } from '../testing/signed-in-member.ts';

describe('deciding about what waits, over HTTP', () => {
  const service: LiveService = openedOnce(() => serveLive());

  async function waiting() {
    const { organizationId, test } = await service.newOrganization();
    const connection = await connected(service, test, await service.newTenant());
    const agent = await agentOf(service, await memberOf(service, { organizationId }));
    const act = { kind: 'create', type: 'contacts', providerId: null } as const;
    const asked = [1, 2].map((n) => ({
      connection,
      act,
      body: { name: `Customer ${n}` },
      amounts: [{ currency: 'NZD', amount: '10' }],
    }));
    const [one, two] = [
      await propose(service, agent, asked[0] as never),
      await propose(service, agent, asked[1] as never),
    ];
    const { cookie, page } = await signedIn(service, organizationId, 'developer');
    const path = `/accounting/test/operations`;
    const ask = async (method: string, line: string, headers: Record<string, string>, body: object = {}) => {
      const answer = await fetch(`${service.url}${path}${line}`, {
        method,
        headers: { 'content-type': 'application/json', ...headers },
        ...(method === 'POST' && { body: JSON.stringify(body) }),
      });
      const { data, reason } = (await answer.json()) as { data?: Record<string, never>; reason?: string };
      return { status: answer.status, data: data ?? {}, reason };
    };
    const as = { cookie, ...page };
    return { one, two, test, as, cookie, ask };
  }

  it('takes a session with its token, and nothing less', async () => {
    const { one, as, cookie, ask, test } = await waiting();
    const line = `/${one.id}/approve`;
    expect(await ask('POST', line, { cookie })).to.include({ status: 403 });
    expect(await ask('POST', line, { ...as, 'x-csrf-token': '0'.repeat(64) })).to.include({
      status: 403,
      reason: 'csrf',
    });
    expect((await ask('POST', line, { ...as, origin: 'https://elsewhere.example' })).status).to.equal(403);
    expect((await ask('GET', line, as)).status).to.be.oneOf([404, 405]);
    const key = (await service.core.access.issueKey({ ...test, name: 'Admin' })).secret;
    for (const under of ['/accounting/test', '/v1']) {
      const answer = await fetch(`${service.url}${under}/operations${line}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': 'k' },
        body: '{}',
      });
      expect(answer.status, under).to.be.oneOf([401, 403, 404]);
    }
    expect((await service.core.operations.find(test, one.id)).state).to.equal('awaiting_approval');
  });

  it('shows, approves, declines and approves many', async () => {
    const { one, two, as, ask } = await waiting();
    const shown = await ask('GET', `/${one.id}/proposal`, as);
    expect(shown.data).to.deep.include({
      item: { name: 'Customer 1' },
      ref: 'order 7',
      is_forgotten: false,
      changes: [],
    });
    expect(shown.data['operation']).to.include({ state: 'awaiting_approval' });
    expect(await ask('POST', '/approve', as, { operation_ids: [one.id, two.id], total: { NZD: '21' } })).to.include({
      ...{ status: 409, reason: 'total_changed' },
    });
    expect((await ask('POST', '/approve', as, { operation_ids: [] })).status).to.equal(400);
    expect((await ask('POST', `/${one.id}/approve`, as, { reason: 'x'.repeat(1001) })).status).to.equal(400);
    const declined = await ask('POST', `/${two.id}/decline`, as, { reason: 'not this one' });
    expect(declined.data['decision']).to.include({ verdict: 'declined', comment: 'not this one' });
    const { status, data } = await ask('POST', '/approve', as, { operation_ids: [one.id], total: { NZD: '10.00' } });
    expect([status, data['items']?.[0]?.['state']]).to.deep.equal([200, 'queued']);
    expect(await ask('POST', `/${two.id}/approve`, as)).to.include({ status: 409, reason: 'already_decided' });
    expect(await ask('POST', `/${one.id}/approve`, as)).to.include({ status: 200 });
  });
});
