import { randomUUID } from 'node:crypto';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import type { Caller } from '#core';
import { connected } from '../../core/use-cases/testing/connecting.ts';
import { automationExamples } from './routes/automations.ts';
import { type AnswerValidator, createAnswerValidator } from './testing/answer-validator.ts';
import { type LiveAnswer, type LiveService, serveLive } from './testing/live-service.ts';

type Body = Readonly<Record<string, unknown>>;

describe('/v1/automations', () => {
  let service: LiveService;
  let caller: Caller;
  let connection_id: string;
  let validator: AnswerValidator;
  before(async () => {
    service = await serveLive();
    caller = (await service.newOrganization()).test;
    connection_id = (await connected(service, caller, await service.newTenant())).id;
    validator = createAnswerValidator((await service.call(caller, 'GET', '/v1/openapi.json')).body);
  });
  after(() => service.close());

  const path = '/v1/automations';
  const post = async (body: object, key = randomUUID()): Promise<LiveAnswer> => {
    const answer = await service.call(caller, 'POST', path, { key, body });
    const { status, headers } = answer;
    const told = { status, contentType: headers.get('content-type'), body: answer.body };
    expect(validator.problems('POST', path, told)).to.deep.equal([]);
    return answer;
  };
  const asked = (over: object = {}) => ({
    connection_id,
    recipe: 'invoice.create_with_contact',
    input: {
      contact: { name: 'Hill Bakery', email: 'hill@example.com' },
      invoice: { line_items: [{ description: 'Bench', quantity: 2, unit_amount: 50, account_code: '200' }] },
    },
    ...over,
  });

  it('queues under a key and answers the same again', async () => {
    const key = randomUUID();
    const first = await post(asked(), key);
    expect([first.status, first.headers.get('idempotent-replayed')]).to.deep.equal([202, 'false']);
    expect(first.body['data']).to.deep.include({ type: 'automation.invoice.create_with_contact', state: 'queued' });
    const again = await post(asked(), key);
    expect([again.status, again.headers.get('idempotent-replayed')]).to.deep.equal([202, 'true']);
    expect(again.body['data']).to.deep.equal(first.body['data']);
  });

  it('answers a dry run with the plan', async () => {
    const answer = await post(asked({ dry_run: true }));
    expect([answer.status, answer.headers.get('idempotent-replayed')]).to.deep.equal([200, 'false']);
    const { steps, dry_run } = answer.body['data'] as {
      dry_run: boolean;
      steps: { name: string; write: Body | null }[];
    };
    expect(dry_run).to.equal(true);
    expect(steps.map(({ name, write }) => [name, write?.['action']])).to.deep.equal([
      ['find_contact', undefined],
      ['create_contact', 'create'],
      ['create_invoice', 'create'],
      ['re_read', undefined],
    ]);
  });

  it('names the unfinished one that ends the same document', async () => {
    const input = { invoice_id: '2b6c1d3e-0000-4000-8000-000000000001', changes: {}, reason: 'wrong' };
    const reissue = { recipe: 'invoice.void_and_reissue', input };
    const first = await post(asked(reissue));
    const second = await post(asked(reissue));
    expect([second.status, second.body['code'], second.body['reason']]).to.deep.equal([
      409,
      'CONFLICT',
      'already_running',
    ]);
    expect(second.body).to.include({
      operation_id: (first.body['data'] as Body)['operation_id'],
      retryable: false,
    });
  });

  it('names the field that is wrong', async () => {
    const answer = await post(asked({ input: { contact: { name: '' }, invoice: {} } }));
    expect([answer.status, answer.body['code']]).to.deep.equal([400, 'BAD_REQUEST']);
    const paths = (answer.body['errors'] as { path: string }[]).map(({ path: field }) => field);
    expect(paths).to.deep.equal(['input.contact.name', 'input.invoice.line_items']);
  });

  it('lists recipes whose schemas take the examples, and nothing unknown', async () => {
    const { body } = await service.call(caller, 'GET', '/v1/automations/recipes');
    const { items } = body['data'] as { items: { recipe: string; input_schema: object }[] };
    expect(items.map(({ recipe }) => recipe)).to.deep.equal(Object.keys(automationExamples));
    for (const { recipe, input_schema } of items) {
      const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(input_schema);
      const { input } = (automationExamples[recipe]?.value ?? {}) as { input?: object };
      expect(validate(input), `${recipe} ${JSON.stringify(validate.errors)}`).to.equal(true);
      expect(validate({ ...input, colour: 'red' }), recipe).to.equal(false);
      expect(validate({}), recipe).to.equal(false);
    }
  });
});
