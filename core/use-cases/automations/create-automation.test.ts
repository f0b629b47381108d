import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { openedOnce, standInFor } from '../../../contract-tests/testing/opened.ts';
import { recipeNames } from '../../domain/automation.ts';
import { connected, write } from '../testing/connecting.ts';
import { refusalOf } from '../testing/refusal.ts';
import { givenService } from '../testing/worlds.ts';

const contact_id = '0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9';
const line_items = [{ description: 'Bench', quantity: 2, unit_amount: 50, account_code: '200' }];
const recipe = 'quote.create_and_send';
const input = { quote: { contact_id, issue_date: '2030-01-01', line_items } };

describe('starting an automation', () => {
  const { service, tenancy } = givenService();
  const caller = standInFor(() => tenancy.test);
  const connection = openedOnce(async () => connected(service, caller, await service.newTenant()));

  const create = (body: unknown, key?: string, from = caller) =>
    service.core.automations.create(from, { write: write(body, key) });
  const body = (over: object = {}) => ({ connection_id: connection.id, recipe, input, ...over });
  const queued = async () =>
    (await service.core.operations.list(caller, { type: `automation.${recipe}`, limit: '200' })).total;
  const refusal = async (over: object) => {
    const before = await queued();
    const error = await refusalOf(create(body(over)));
    expect(await queued()).to.equal(before);
    return error;
  };

  it('queues an operation with its input and metadata', async () => {
    const automated = await create(body({ metadata: { order: 7 } }));
    if (automated.kind !== 'queued') return expect.fail('it was only planned');
    const { operation, replayed } = automated;
    expect(replayed).to.equal(false);
    expect(operation).to.deep.include({
      type: `automation.${recipe}`,
      state: 'queued',
      connectionId: connection.id,
      input,
      metadata: { order: 7 },
    });
  });

  it('queues once under a key, and the answer is the same operation', async () => {
    const key = randomUUID();
    const [first, again] = [await create(body(), key), await create(body(), key)];
    if (first.kind !== 'queued' || again.kind !== 'queued') return expect.fail('it was only planned');
    expect([again.operation.id, again.replayed]).to.deep.equal([first.operation.id, true]);
    expect((await refusalOf(create(body({ metadata: { other: true } }), key))).code).to.equal('IDEMPOTENCY_KEY_REUSED');
    const twins = await Promise.all(
      Array.from({ length: 5 }, () => create(body({ metadata: { twin: 1 } }), `${key}-2`)),
    );
    expect(new Set(twins.map((twin) => twin.kind === 'queued' && twin.operation.id)).size).to.equal(1);
  });

  it('needs a key, but for a dry run, which leaves keys alone', async () => {
    const keyless = (over: object) =>
      service.core.automations.create(caller, { write: { ...write(body(over)), key: undefined } });
    expect((await refusalOf(keyless({}))).details.errors?.[0]?.path).to.equal('Idempotency-Key');
    expect((await keyless({ dry_run: true })).kind).to.equal('planned');
    const key = randomUUID();
    expect((await create(body({ dry_run: true }), key)).kind).to.equal('planned');
    expect(await create(body({ dry_run: false }), key)).to.include({ kind: 'queued', replayed: false });
  });

  const wrong: readonly [string, object, string][] = [
    ['an unknown recipe', { recipe: 'invoice.burn' }, 'recipe'],
    ['no recipe', { recipe: undefined }, 'recipe'],
    ['no connection', { connection_id: undefined }, 'connection_id'],
    ['a connection that is no text', { connection_id: 7 }, 'connection_id'],
    ['an unknown field', { colour: 'red' }, 'colour'],
    ['no input', { input: undefined }, 'input'],
    ['an unknown field of the input', { input: { ...input, colour: 'red' } }, 'input.colour'],
    [
      'an unknown field deep in the input',
      { input: { quote: { ...input.quote, colour: 'red' } } },
      'input.quote.colour',
    ],
    [
      'a negative amount',
      { input: { quote: { ...input.quote, line_items: [line_items[0], { unit_amount: -1 }] } } },
      'input.quote.line_items[1].unit_amount',
    ],
    ['metadata that is a list', { metadata: [] }, 'metadata'],
    ['a dry run that is neither', { dry_run: 'yes' }, 'dry_run'],
    [
      'a bill that is to be mailed',
      {
        recipe: 'invoice.create_and_deliver',
        input: { invoice: { contact_id, type: 'payable', due_date: '2030-01-01', line_items }, deliver: 'email' },
      },
      'input.deliver',
    ],
    [
      'an invoice to authorise without a due date',
      { recipe: 'invoice.create_and_deliver', input: { invoice: { contact_id, line_items }, deliver: 'none' } },
      'input.invoice.due_date',
    ],
    [
      'an invoice that says it was sent before it is mailed',
      {
        recipe: 'invoice.create_and_deliver',
        input: { invoice: { contact_id, due_date: '2030-01-01', sent_to_contact: true, line_items }, deliver: 'email' },
      },
      'input.invoice.sent_to_contact',
    ],
    [
      'an approved invoice for a new contact without a due date',
      {
        recipe: 'invoice.create_with_contact',
        input: { contact: { name: 'A' }, invoice: { status: 'AUTHORISED', line_items } },
      },
      'input.invoice.due_date',
    ],
    [
      'a payment from two accounts',
      {
        recipe: 'invoice.record_payment',
        input: { invoice_id: contact_id, amount: 1, account_code: '1', account_id: contact_id },
      },
      'input.account_id',
    ],
    [
      'a status in the changes',
      {
        recipe: 'invoice.void_and_reissue',
        input: { invoice_id: contact_id, changes: { status: 'DRAFT' }, reason: 'r' },
      },
      'input.changes.status',
    ],
    [
      'an empty reason',
      { recipe: 'invoice.void_and_reissue', input: { invoice_id: contact_id, changes: {}, reason: ' ' } },
      'input.reason',
    ],
    [
      'a quote whose due date is no day',
      { recipe: 'quote.convert_to_invoice', input: { quote_id: contact_id, due_date: 'soon' } },
      'input.due_date',
    ],
    [
      'a billed order',
      {
        recipe: 'purchase_order.create_and_deliver',
        input: { purchase_order: { contact_id, status: 'BILLED', line_items } },
      },
      'input.purchase_order.status',
    ],
  ];
  for (const [name, over, path] of wrong) {
    it(`refuses ${name} by its name`, async () => {
      const error = await refusal(over);
      expect([error.code, error.details.errors?.[0]?.path]).to.deep.equal(['BAD_REQUEST', path]);
    });
  }

  for (const nothing of [undefined, null, [], 'x', 7]) {
    it(`refuses ${JSON.stringify(nothing)} for a body`, async () => {
      expect((await refusalOf(create(nothing))).code).to.equal('BAD_REQUEST');
    });
  }

  it('knows nobody else’s connection, whatever else is wrong with the body', async () => {
    const other = await service.newOrganization();
    for (const [from, connection_id] of [
      [other.test, connection.id],
      [tenancy.live, connection.id],
      [caller, 'conn_01jd9x8fbee5wv1tzd4nq6c2m7'],
      [caller, 'x'],
    ] as const) {
      for (const over of [{}, { dry_run: true }, { recipe: 'nonsense' }]) {
        const error = await refusalOf(create(body({ connection_id, ...over }), undefined, from));
        expect([error.code, error.message]).to.deep.equal(['NOT_FOUND', 'no such connection']);
      }
    }
  });

  it('refuses a connection that keeps nothing, and one that cannot be used; both in dry runs too', async () => {
    const zero = await connected(service, caller, await service.newTenant(), { retention_mode: 'zero' });
    const revoked = { ...connection, status: 'action_required', statusReason: 'invalid_grant' } as const;
    for (const dry_run of [false, true]) {
      expect((await refusal({ connection_id: zero.id, dry_run })).details.reason).to.equal('zero_retention');
      await service.ports.storage.connections.update(revoked, 'active');
      expect((await refusal({ dry_run })).code).to.equal('ACTION_REQUIRED');
      await service.ports.storage.connections.update(connection, 'action_required');
    }
    const gone = await connected(service, caller, await service.newTenant(), { external_account_id: 'gone' });
    await service.core.connections.disconnect(caller, gone.id);
    expect((await refusal({ connection_id: gone.id })).details.reason).to.equal('connection_not_active');
  });

  it('refuses everything while the deployment is read-only', async () => {
    const closed = await service.another((ports) => ({
      ...ports,
      storage: service.ports.storage,
      settings: { ...ports.settings, readOnly: true },
    }));
    for (const dry_run of [false, true]) {
      const asked = closed.automations.create(caller, { write: write(body({ dry_run })) });
      expect((await refusalOf(asked)).code).to.equal('READ_ONLY');
    }
  });

  it('lists every recipe with its steps', () => {
    const recipes = service.core.automations.recipes();
    expect(recipes.map(({ name }) => name)).to.deep.equal(recipeNames);
    for (const { title, description, steps } of recipes) {
      expect(title.length > 0 && description.length > 0).to.equal(true);
      const names = steps.map(({ name }) => name);
      expect(new Set(names).size).to.equal(names.length);
      expect(steps.some(({ writes }) => writes)).to.equal(true);
    }
  });
});
