import { expect } from 'chai';
import type { SignedIn } from '#core';
import type { RequestId } from '#core/ports';
import { openedOnce } from '../../../contract-tests/testing/opened.ts';
import { mailbox, textOf } from '../../../core/use-cases/alerts/testing/alerts.ts';
import { type Browser, openConsole, type Person } from './testing/console-world.ts';

const hook = 'https://hooks.example/services/T1/B1/abcdsecret1234';

describe('alerts over HTTP', () => {
  const box = mailbox();
  const posted: { readonly url: string; readonly body: string }[] = [];
  const answers = { status: 200 };
  const world = openedOnce(() =>
    openConsole({}, {}, (ports) => ({
      ...ports,
      mail: box.port,
      sender: {
        ...ports.sender,
        send: async (sent) => {
          posted.push(sent);
          return {
            kind: 'answered',
            status: answers.status,
            excerpt: 'no_service T1',
            retryAfterSeconds: null,
            durationMs: 1,
          };
        },
      },
    })),
  );
  let owner: Browser & Person;
  before(async () => {
    owner = await world.signedIn('owner');
  });
  const add = (who: Browser, body: object) => who.call('POST', '/accounting/alerts', { body });

  it('are added, listed, changed and removed; of a webhook only origin and last four characters are shown', async () => {
    const made = await add(owner, { kind: 'slack', address: hook });
    expect(made.status).to.equal(201);
    const { alert_id: id, created_at: createdAt, ...shown } = made.data;
    expect(shown).to.deep.equal({
      kind: 'slack',
      address: 'https://hooks.example/…1234',
      environments: ['test', 'live'],
      events: ['*'],
      weekly_summary: false,
      last_sent_at: null,
      last_error: null,
    });
    expect([id, createdAt]).to.satisfy(
      ([one, at]: string[]) => /^alert_/.test(one ?? '') && !Number.isNaN(Date.parse(at ?? '')),
    );
    const path = `/accounting/alerts/${id}`;
    const change = { environments: ['live'], events: ['endpoint.paused', 'connection.failing'], weekly_summary: true };
    const changed = await owner.call('PATCH', path, { body: change });
    expect(changed.data).to.deep.equal({ ...made.data, ...change });
    expect((await owner.call('GET', path)).data).to.deep.equal(changed.data);
    const viewer = await world.signedIn('viewer');
    expect((await viewer.call('GET', '/accounting/alerts')).data['items']).to.deep.equal([changed.data]);
    expect((await owner.call('DELETE', path)).status).to.equal(200);
    expect((await owner.call('DELETE', path)).status).to.equal(404);
    expect((await owner.call('GET', '/accounting/alerts')).data['items']).to.deep.equal([]);
    const acts = (await world.audit()).filter(({ subject }) => subject === id);
    expect(acts.map(({ action }) => action)).to.deep.equal(['alert.deleted', 'alert.updated', 'alert.created']);
    expect(JSON.stringify([acts, world.lines, made.text])).not.to.contain('abcdsecret');
    const rows = await world.database.knex('alert_destinations').select();
    expect(JSON.stringify(rows)).not.to.contain('abcdsecret');
  });

  it('are refused with the field that is wrong', async () => {
    const rows: readonly (readonly [object, string])[] = [
      [{ kind: 'pager', address: hook }, 'kind'],
      [{ kind: 'slack' }, 'address'],
      [{ kind: 'slack', address: 'http://hooks.example/a' }, 'address'],
      [{ kind: 'slack', address: hook, environments: [] }, 'environments'],
      [{ kind: 'slack', address: hook, environments: ['test', 'test'] }, 'environments'],
      [{ kind: 'slack', address: hook, events: ['invoice.updated'] }, 'events[0]'],
      [{ kind: 'slack', address: hook, weekly_summary: 'yes' }, 'weekly_summary'],
      [{ kind: 'slack', address: hook, secret: 1 }, 'secret'],
      ...[
        ...['oncall', 'a@b', 'a b@example.com', 'a@example.com,b@example.com', 'A <a@example.com>', '"a"@example.com'],
        ...['a@example.com\nBcc: b@example.com', 'a@-example.com', '.a@example.com', `${'a'.repeat(65)}@example.com`],
        ...['a@example..com', 'ä@example.com', 'a@[127.0.0.1]', 'a@example.com>', 'a@example.com;b@example.com'],
      ].map((address) => [{ kind: 'email', address }, 'address'] as const),
    ];
    for (const [body, path] of rows) {
      const { status, body: refusal } = await add(owner, body);
      const first = (refusal['errors'] as { path: string }[] | undefined)?.[0]?.path;
      expect([status, first], JSON.stringify(body)).to.deep.equal([400, path]);
    }
    expect((await owner.call('GET', '/accounting/alerts')).data['items']).to.deep.equal([]);
  });

  it('are tested while the caller waits: sent, or refused with the reason, and shown so', async () => {
    const { data } = await add(owner, { kind: 'slack', address: hook });
    const path = `/accounting/alerts/${data['alert_id']}`;
    const test = await owner.call('POST', `${path}/test`);
    expect([test.status, test.data]).to.deep.equal([200, { sent: true }]);
    const [sent] = posted.splice(0);
    expect(sent?.url).to.equal(hook);
    expect(textOf({ body: sent?.body ?? '' })).to.match(/^A test of your alerts|^This is a test that/);
    expect((await owner.call('GET', path)).data['last_sent_at']).to.be.a('string');
    answers.status = 404;
    const refused = await owner.call('POST', `${path}/test`);
    expect([refused.status, refused.body['reason']]).to.deep.equal([409, 'alert_not_sent']);
    expect(refused.text).to.contain('the webhook answered 404').and.not.to.contain('no_service');
    expect((await owner.call('GET', path)).data['last_error']).to.equal('the webhook answered 404');
    answers.status = 200;
    await owner.call('DELETE', path);
  });

  it('by e-mail name who asked for the test, and go to one address', async () => {
    const { data } = await add(owner, { kind: 'email', address: 'oncall@example.com' });
    const twice = await add(owner, { kind: 'email', address: 'oncall@example.com' });
    expect([twice.status, twice.body['reason']]).to.deep.equal([409, 'alert_already_there']);
    expect((await owner.call('POST', `/accounting/alerts/${data['alert_id']}/test`)).status).to.equal(200);
    const [letter] = box.letters.splice(0);
    expect(letter).to.deep.include({ to: 'oncall@example.com', subject: 'A test of your alerts' });
    expect(letter?.text).to.contain(owner.email);
    await owner.call('DELETE', `/accounting/alerts/${data['alert_id']}`);
  });

  it('are tested twenty times an hour at most, whatever is removed and added again', async () => {
    world.advance(3601);
    const test = async () => {
      const { data } = await add(owner, { kind: 'slack', address: hook });
      const answer = await owner.call('POST', `/accounting/alerts/${data['alert_id']}/test`);
      await owner.call('DELETE', `/accounting/alerts/${data['alert_id']}`);
      return answer;
    };
    for (let i = 0; i < 20; i++) expect((await test()).status).to.equal(200);
    const refused = await test();
    expect([refused.status, refused.body['reason']]).to.deep.equal([429, 'alert_tests']);
    expect(Number(refused.headers.get('retry-after'))).to.be.within(1, 3600);
    world.advance(3601);
    expect((await test()).status).to.equal(200);
  });

  it('have at most twenty destinations, also when two are added at once', async () => {
    for (let i = 0; i < 19; i++) await add(owner, { kind: 'slack', address: `${hook}${i}` });
    const both = await Promise.all([
      add(owner, { kind: 'slack', address: `${hook}a` }),
      add(owner, { kind: 'slack', address: `${hook}b` }),
    ]);
    expect(both.map(({ status }) => status).sort()).to.deep.equal([201, 409]);
    const { items } = (await owner.call('GET', '/accounting/alerts')).data as { items: { alert_id: string }[] };
    expect(items).to.have.length(20);
    for (const { alert_id } of items) await owner.call('DELETE', `/accounting/alerts/${alert_id}`);
  });

  it('are an organization’s own: nobody else finds, changes, tests or removes them', async () => {
    const { data } = await add(owner, { kind: 'slack', address: hook });
    const other = await world.core.access.createOrganization({ name: 'Other', plan: 'paid' });
    const stranger: SignedIn = {
      ...{
        organizationId: other.id,
        memberId: owner.id,
        email: owner.email,
        role: 'owner',
        sessionId: 'csn_x' as never,
      },
      ...{ mustChangePassword: false, mustAddFactor: false, csrfDigest: '', requestId: 'r' as RequestId },
    };
    for (const act of [
      world.core.console.alerts.find,
      world.core.console.alerts.remove,
      world.core.console.alerts.test,
    ]) {
      const refusal = await act(stranger, String(data['alert_id'])).catch((error: unknown) => error);
      expect(refusal).to.include({ code: 'NOT_FOUND' });
    }
  });
});

describe('alerts of a deployment without e-mail', () => {
  const world = openedOnce(() => openConsole());

  it('are refused for an address, with the reason', async () => {
    const owner = await world.signedIn('owner');
    const { status, body } = await owner.call('POST', '/accounting/alerts', {
      body: { kind: 'email', address: 'oncall@example.com' },
    });
    expect([status, body['code'], body['reason']]).to.deep.equal([400, 'BAD_REQUEST', 'email_not_configured']);
  });
});
