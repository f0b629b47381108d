import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Caller } from '#core';
import { createWorkerApi } from '../../core/product-worker.ts';
import { connected } from '../../core/use-cases/testing/connecting.ts';
import { type AnswerValidator, createAnswerValidator } from './testing/answer-validator.ts';
import { type LiveAnswer, type LiveService, serveLive } from './testing/live-service.ts';

const endpoints = '/v1/webhook-endpoints';
const one = `${endpoints}/{webhook_endpoint_id}`;

describe('webhook endpoints over HTTP', () => {
  let service: LiveService;
  let caller: Caller;
  let validator: AnswerValidator;
  let endpointId: string;
  before(async () => {
    service = await serveLive();
    caller = (await service.newOrganization()).test;
    validator = createAnswerValidator((await service.call(caller, 'GET', '/v1/openapi.json')).body);
    const body = { url: 'https://hooks.example/in', event_types: ['connection.created'] };
    const { data } = (await service.call(caller, 'POST', endpoints, { body })).body as { data: Record<string, string> };
    endpointId = data['webhook_endpoint_id'] ?? '';
  });
  after(() => service.close());

  /** Each answer is held to the document. */
  const call = async (method: string, documented: string, body?: object, key?: string): Promise<LiveAnswer> => {
    const [path, query = ''] = documented.split('?');
    const line = `${path?.replace('{webhook_endpoint_id}', endpointId)}${query && `?${query}`}`;
    const options = { ...(body === undefined ? {} : { body }), ...(key === undefined ? {} : { key }) };
    const answer = await service.call(caller, method, line, options);
    const told = { status: answer.status, contentType: answer.headers.get('content-type'), body: answer.body };
    expect(validator.problems(method, path ?? '', told)).to.deep.equal([]);
    return answer;
  };
  const data = ({ body }: LiveAnswer) => body['data'] as Readonly<Record<string, unknown>>;

  it('tell how they have been answering', async () => {
    const calm = {
      state: 'healthy',
      consecutive_failures: 0,
      failing_since: null,
      last_failure_at: null,
      last_error: null,
      last_success_at: null,
      next_probe_at: null,
      disables_at: null,
    };
    expect(data(await call('GET', one))['health']).to.deep.equal(calm);
    const [listed] = data(await call('GET', endpoints))['items'] as Record<string, unknown>[];
    expect(listed?.['health']).to.deep.equal(calm);
    await connected(service, caller, await service.newTenant());
    const worker = createWorkerApi(service.ports);
    for (const leased of await worker.claim(10)) await worker.run(leased, new AbortController().signal);
    const health = data(await call('GET', one))['health'] as Record<string, unknown>;
    expect(health['state']).to.be.oneOf(['healthy', 'failing']);
  });

  it('are recovered by a durable operation, once a key', async () => {
    const body = { since: '2020-01-01T00:00:00Z', reason: 'the receiver was down' };
    const key = randomUUID();
    const first = await call('POST', `${one}/recover`, body, key);
    expect([first.status, first.headers.get('idempotent-replayed')]).to.deep.equal([202, 'false']);
    expect(data(first)).to.deep.include({ type: 'webhook.recover', state: 'queued' });
    const again = await call('POST', `${one}/recover`, body, key);
    expect([again.status, again.headers.get('idempotent-replayed')]).to.deep.equal([202, 'true']);
    expect(data(again)['operation_id']).to.equal(data(first)['operation_id']);
    const wrong = await call('POST', `${one}/recover`, { since: 'yesterday', reason: '' });
    expect(wrong.status).to.equal(400);
    expect(wrong.body['errors']).to.have.length(2);
  });

  it('list their deliveries by state, type and time', async () => {
    const total = async (query: string) =>
      ((await call('GET', `/v1/webhook-deliveries?${query}`)).body['meta'] as { total: number }).total;
    const now = new Date(Date.now() + 86_400_000).toISOString();
    expect(
      await total(`webhook_endpoint_id=${endpointId}&event_type=connection.created&created_before=${now}`),
    ).to.equal(1);
    expect(await total(`webhook_endpoint_id=${endpointId}&created_after=${now}`)).to.equal(0);
    expect(await total('event_type=endpoint.test')).to.equal(0);
    expect((await call('GET', '/v1/webhook-deliveries?event_type=x')).status).to.equal(400);
  });

  it('are told as they were given, whatever the address is, and no more once they are removed', async () => {
    const body = { url: 'https://münchen.example/in', event_types: ['*'] };
    const made = data(await call('POST', endpoints, body, 'given'));
    expect(made['url']).to.equal(body.url);
    await service.call(caller, 'DELETE', `${endpoints}/${made['webhook_endpoint_id']}`);
    expect((await call('POST', endpoints, body, 'given')).status).to.equal(404);
  });

  it('refuse a recovery while disabled, and a hundred and first one', async () => {
    expect(data(await call('PATCH', one, { status: 'disabled' }))).to.include({ status_reason: 'requested' });
    const refused = await call('POST', `${one}/recover`, { since: '2020-01-01T00:00:00Z', reason: 'r' });
    expect([refused.status, refused.body['reason']]).to.deep.equal([409, 'endpoint_not_enabled']);
    const body = { url: 'https://hooks.example/more', event_types: ['*'] };
    for (let i = 0; i < 99; i++) expect((await service.call(caller, 'POST', endpoints, { body })).status).to.equal(201);
    const full = await call('POST', endpoints, body);
    expect([full.status, full.body['code'], full.body['reason']]).to.deep.equal([
      409,
      'CONFLICT',
      'endpoint_limit_reached',
    ]);
    expect((await call('PATCH', one, { status: 'enabled' })).status).to.equal(200);
  });
});
