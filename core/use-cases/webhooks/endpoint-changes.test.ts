import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import { openedEach } from '../../../contract-tests/testing/opened.ts';
import type { Caller } from '../../domain/caller.ts';
import type { WebhookEndpoint } from '../../domain/webhook-endpoint.ts';
import { invoice, invoiceId, openEngine, paid, unpaid } from '../testing/engine.ts';
import { answered } from '../testing/hands.ts';
import { refusalOf } from '../testing/refusal.ts';
import { signingSecrets } from './endpoint-secret.ts';

describe('changing a webhook endpoint', () => {
  let endpoint: WebhookEndpoint;
  let secret: string;
  let sequence: number;
  const engine = openedEach(() => openEngine());
  beforeEach(async () => {
    sequence = 0;
    await engine.connect();
    ({ endpoint, secret } = await engine.subscribe());
  });

  const patch = (body: unknown, caller: Caller = engine.caller) =>
    engine.core.webhooks.updateEndpoint(caller, endpoint.id, body);
  const rotate = (key?: string, caller: Caller = engine.caller) =>
    engine.core.webhooks.rotateSecret(caller, {
      endpointId: endpoint.id,
      write: { key, body: undefined },
    });
  const actions = async () =>
    (await engine.storage.audit.list(engine.caller.organizationId, { limit: 50, page: 1 })).items
      .filter(({ subject }) => subject === endpoint.id)
      .map(({ action }) => action);
  /** Makes an event and delivers it; returns what was sent. */
  const deliver = async () => {
    sequence += 1;
    const at = new Date(Date.UTC(2026, 2, 1, 10, 0, sequence)).toISOString();
    engine.hands.invoices.set(invoiceId, invoice(sequence % 2 === 0 ? paid : unpaid, at));
    const before = engine.hands.sent.length;
    await engine.notify(sequence, [invoiceId]);
    await engine.drain();
    return engine.hands.sent.slice(before);
  };

  it('keeps what is left out, and is on record', async () => {
    engine.advance(60);
    const changed = await patch({ url: 'https://hooks.example/b', event_types: ['invoice.paid', 'invoice.paid'] });
    expect(changed).to.deep.equal({
      ...endpoint,
      url: 'https://hooks.example/b',
      eventTypes: ['invoice.paid'],
      updatedAt: engine.hands.now,
    });
    expect((await patch({ description: 'mine' })).description).to.equal('mine');
    expect((await patch({ description: null })).description).to.equal(null);
    expect(await engine.core.webhooks.findEndpoint(engine.caller, endpoint.id)).to.deep.equal(changed);
    expect((await actions()).filter((action) => action === 'webhook_endpoint.updated')).to.have.length(3);
    const { items } = await engine.ports.storage.audit.list(engine.caller.organizationId, { limit: 9, page: 1 });
    const [last] = items.filter(({ action }) => action === 'webhook_endpoint.updated');
    expect(last?.changes).to.deep.equal({ before: { description: 'mine' }, after: { description: null } });
  });

  it('sends retries to the new address, nothing while disabled, and again when enabled', async () => {
    engine.hands.answer = () => answered(500);
    await deliver();
    engine.hands.answer = () => answered(200);
    await patch({ url: 'https://hooks.example/b' });
    engine.advance(10);
    await engine.drain();
    expect(engine.hands.sent.at(-1)?.url).to.equal('https://hooks.example/b');
    expect(await patch({ status: 'disabled' })).to.include({ status: 'disabled', statusReason: 'requested' });
    expect(await deliver()).to.deep.equal([]);
    expect(await patch({ status: 'enabled' })).to.include({ status: 'enabled', statusReason: null });
    expect(await deliver()).not.to.deep.equal([]);
  });

  it('keeps the reason of an endpoint that was disabled before', async () => {
    engine.hands.answer = () => answered(410);
    await deliver();
    expect(await patch({ status: 'disabled' })).to.include({ status: 'disabled', statusReason: 'gone' });
  });

  const wrong: readonly [unknown, string][] = [
    [undefined, ''],
    [{ url: 'http://hooks.example/a' }, 'url'],
    [{ url: '' }, 'url'],
    [{ event_types: [] }, 'event_types'],
    [{ event_types: ['invoice.lost'] }, 'event_types[0]'],
    [{ status: 'deleted' }, 'status'],
    [{ signing_secret: 'x' }, 'signing_secret'],
  ];
  for (const [body, path] of wrong) {
    it(`refuses ${JSON.stringify(body)}`, async () => {
      const error = await refusalOf(patch(body));
      expect([error.code, error.details.errors?.[0]?.path]).to.deep.equal(['BAD_REQUEST', path]);
      expect(await engine.core.webhooks.findEndpoint(engine.caller, endpoint.id)).to.deep.equal(endpoint);
    });
  }

  it('signs with both secrets for a day after a rotation, then with the new one only', async () => {
    const { value } = await rotate();
    const next = value.signingSecret ?? '';
    expect(next)
      .to.match(/^whsec_[A-Za-z0-9+/]{43}=$/)
      .and.not.equal(secret);
    expect(value.endpoint.previousSecretUntil).to.deep.equal(new Date(engine.hands.now.getTime() + 86_400_000));
    const signatures = async () => (await deliver()).map(({ headers }) => headers['Service-Signature'] ?? '');
    for (const signature of await signatures()) expect(signature.match(/v1=/g)).to.have.length(2);
    engine.advance(86_399);
    for (const signature of await signatures()) expect(signature.match(/v1=/g)).to.have.length(2);
    engine.advance(1);
    const late = await deliver();
    for (const { headers } of late) expect(headers['Service-Signature']?.match(/v1=/g)).to.have.length(1);
    engine.hands.now = new Date();
    const [fresh] = await deliver();
    expect(() => new Webhook(next).verify(fresh?.body ?? '', fresh?.headers ?? {})).not.to.throw();
    expect(() => new Webhook(secret).verify(fresh?.body ?? '', fresh?.headers ?? {})).to.throw();
  });

  it('ends the oldest of three secrets at once', async () => {
    const second = (await rotate()).value.signingSecret ?? '';
    const third = (await rotate()).value.signingSecret ?? '';
    engine.hands.now = new Date();
    await patch({});
    await rotate('k');
    const [sent] = await deliver();
    const accepts = (held: string) => {
      try {
        return Boolean(new Webhook(held).verify(sent?.body ?? '', sent?.headers ?? {}));
      } catch {
        return false;
      }
    };
    expect([secret, second, third].map(accepts)).to.deep.equal([false, false, true]);
  });

  it('rotates once per key, tells the secret once, and leaves no secret open', async () => {
    const first = await rotate('k');
    const again = await rotate('k');
    expect(again).to.deep.equal({ value: { ...first.value, signingSecret: null }, replayed: true });
    const kept = JSON.stringify(await Promise.all(['webhook_endpoints', 'idempotency_keys', 'audit_log'].map(rows)));
    for (const open of [secret, first.value.signingSecret ?? '']) expect(kept).not.to.contain(open);
    expect((await actions()).filter((action) => action === 'webhook_endpoint.secret_rotated')).to.have.length(1);
  });

  const rows = async (begin: string) => {
    const { knex } = engine.database;
    const tables = await knex('sqlite_master')
      .where({ type: 'table' })
      .whereLike('name', `${begin.slice(0, 5)}%`);
    expect(tables, begin).not.to.deep.equal([]);
    return Promise.all(tables.map(({ name }) => knex(name).select()));
  };

  it('of rotations at once only those count whose secret signs', async () => {
    const ends = await Promise.allSettled(Array.from({ length: 6 }, () => rotate()));
    const told = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value.value.signingSecret ?? ''] : []));
    expect(told).not.to.deep.equal([]);
    expect((await actions()).filter((action) => action === 'webhook_endpoint.secret_rotated')).to.have.length(
      told.length,
    );
    const kept = await engine.core.webhooks.findEndpoint(engine.caller, endpoint.id);
    const [current, previous] = await signingSecrets(engine.ports, kept, engine.hands.now);
    expect(told).to.include(current);
    expect(told.length === 1 ? [secret] : told).to.include(previous);
    for (const end of ends) {
      if (end.status === 'rejected')
        expect(end.reason).to.have.nested.property('details.reason', 'secret_changed_meanwhile');
    }
  });

  it('is refused for removed endpoints', async () => {
    await engine.core.webhooks.removeEndpoint(engine.caller, endpoint.id);
    expect((await refusalOf(patch({ status: 'enabled' }))).code).to.equal('NOT_FOUND');
    expect((await refusalOf(rotate())).code).to.equal('NOT_FOUND');
  });
});
