import { expect } from 'chai';
import { openedEach } from '../../../contract-tests/testing/opened.ts';
import type { Caller } from '../../domain/caller.ts';
import type { WebhookEndpoint } from '../../domain/webhook-endpoint.ts';
import { advance, openEngine, operationsOf, subscribe } from '../testing/engine.ts';
import { refusalOf } from '../testing/refusal.ts';

describe('asking for the recovery of an endpoint', () => {
  let endpoint: WebhookEndpoint;
  const engine = openedEach(() => openEngine());
  beforeEach(async () => {
    ({ endpoint } = await subscribe(engine));
    advance(engine, 3600);
  });

  const valid = { since: '2026-03-01T12:00:00Z', until: '2026-03-01T12:30:00+00:00', reason: ' it was down ' };
  const ask = (body: unknown = valid, key?: string, caller: Caller = engine.caller, core = engine.core) =>
    core.webhooks.recoverEndpoint(caller, {
      endpointId: endpoint.id,
      write: { key, body: body as typeof valid },
    });

  it('queues an operation, on record, and wakes a worker', async () => {
    const signals = engine.hands.signals;
    const { value, replayed } = await ask();
    expect(replayed).to.equal(false);
    expect(value).to.deep.include({
      type: 'webhook.recover',
      state: 'queued',
      subject: endpoint.id,
      input: {
        webhook_endpoint_id: endpoint.id,
        since: '2026-03-01T12:00:00.000Z',
        until: '2026-03-01T12:30:00.000Z',
        reason: 'it was down',
        requested_by: 'key_1',
      },
    });
    expect(engine.hands.signals).to.equal(signals + 1);
    const audit = await engine.storage.audit.list(engine.caller.organizationId, { limit: 1, page: 1 });
    expect(audit.items[0]).to.deep.include({
      action: 'webhook_endpoint.recovered',
      subject: endpoint.id,
      actor: 'key_1',
      details: { ...value.input, operation_id: value.id },
    });
  });

  it('reaches to now at the latest', async () => {
    for (const until of [undefined, '2030-01-01T00:00:00Z']) {
      const { value } = await ask({ since: valid.since, reason: 'r', ...(until === undefined ? {} : { until }) });
      expect(value.input['until']).to.equal(engine.hands.now.toISOString());
    }
  });

  it('reaches back to the creation of the endpoint at the earliest', async () => {
    const created = endpoint.createdAt.toISOString();
    const { value } = await ask({ since: '2020-01-01T00:00:00Z', reason: 'r' });
    expect(value.input['since']).to.equal(created);
    const error = await refusalOf(ask({ since: '2020-01-01T00:00:00Z', until: created, reason: 'r' }));
    expect(error.details.errors).to.deep.equal([{ path: 'until', message: 'must be after the endpoint was created' }]);
  });

  it('takes times with up to nine decimals and any offset, cut to milliseconds', async () => {
    const since = '2026-03-02T01:10:00.123456789+13:00';
    const { value } = await ask({ since, until: '2026-03-01T12:20:00.0009999+0000', reason: 'r' });
    expect(value.input).to.include({ since: '2026-03-01T12:10:00.123Z', until: '2026-03-01T12:20:00.000Z' });
  });

  it('is one operation a key', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask(valid, 'k')));
    expect(new Set(answers.map(({ value }) => value.id)).size).to.equal(1);
    expect(await operationsOf(engine, 'webhook.recover')).to.have.length(1);
    expect((await refusalOf(ask({ ...valid, reason: 'other' }, 'k'))).code).to.equal('IDEMPOTENCY_KEY_REUSED');
  });

  const wrong: readonly [unknown, string][] = [
    [null, ''],
    [{ reason: 'r' }, 'since'],
    [{ ...valid, since: 'yesterday' }, 'since'],
    [{ ...valid, since: '2026-03-01' }, 'since'],
    [{ ...valid, since: '2026-02-31T25:00:00Z' }, 'since'],
    [{ ...valid, since: '2030-01-01T00:00:00Z' }, 'since'],
    [{ ...valid, until: valid.since }, 'until'],
    [{ ...valid, until: '2026-02-01T00:00:00Z' }, 'until'],
    [{ ...valid, reason: ' ' }, 'reason'],
    [{ since: valid.since }, 'reason'],
    [{ ...valid, all: true }, 'all'],
  ];
  for (const [body, path] of wrong) {
    it(`refuses ${JSON.stringify(body)}`, async () => {
      const error = await refusalOf(ask(body));
      expect([error.code, error.details.errors?.[0]?.path]).to.deep.equal(['BAD_REQUEST', path]);
      expect(await operationsOf(engine, 'webhook.recover')).to.deep.equal([]);
    });
  }

  it('is refused for a disabled or removed endpoint', async () => {
    await engine.core.webhooks.updateEndpoint(engine.caller, endpoint.id, { status: 'disabled' });
    expect((await refusalOf(ask())).details.reason).to.equal('endpoint_not_enabled');
    await engine.core.webhooks.removeEndpoint(engine.caller, endpoint.id);
    expect((await refusalOf(ask())).code).to.equal('NOT_FOUND');
    expect(await operationsOf(engine, 'webhook.recover')).to.deep.equal([]);
  });
});
