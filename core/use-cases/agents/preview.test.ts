// What a preview says is what the write then meets: for a table of writes and keys, judged at the sandbox's books.
import { expect } from 'chai';
import { openedEach, openedOnce } from '../../../contract-tests/testing/opened.ts';
import type { AgentLimits, ApprovalRule } from '../../domain/agent-rights.ts';
import { AwaitsApproval } from '../../domain/awaits-approval.ts';
import type { Caller } from '../../domain/caller.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { Preview } from '../../domain/preview.ts';
import { openBulkBooks } from '../bulk/testing/bulk-books.ts';
import { openService } from '../testing/service.ts';

interface Terms {
  readonly limits?: Partial<AgentLimits>;
  readonly requiresApproval?: ApprovalRule;
}

interface Act {
  readonly look: (by: Caller) => Promise<Preview>;
  readonly write: (by: Caller) => Promise<unknown>;
}

describe('a preview of an agent’s write', () => {
  const service = openedOnce(() => openService());
  const books = openedEach(() => openBulkBooks(service));
  let contact_id: string;
  let draftId: string;
  let dueId: string;
  let currency: string;

  async function agentWith({ limits, ...terms }: Terms = {}): Promise<Caller> {
    const { organizationId, environment, requestId } = books.caller;
    const { secret } = await service.core.access.issueKey({
      ...{ organizationId, environment, name: 'Assistant', kind: 'agent', scopes: ['read', 'write', 'automate'] },
      ...{ requiresApproval: 'none', ...terms },
      limits: limits ? { perWrite: null, perDay: null, writesPerDay: null, ...limits } : null,
    });
    return service.core.access.authenticate(`Bearer ${secret}`, requestId);
  }

  const lines = (amount: number) => [{ description: 'Bench', quantity: 1, unit_amount: amount, account_code: '200' }];
  const invoice = (amount: number, given: object = {}) => {
    return { contact_id, due_date: '2030-01-31', line_items: lines(amount), ...given };
  };

  beforeEach(async () => {
    contact_id = (await books.create('contacts', { name: 'Customer', email: 'a@b.example' })).providerId;
    const draft = await books.create('invoices', invoice(40));
    draftId = draft.providerId;
    dueId = (await books.create('invoices', invoice(60, { status: 'AUTHORISED' }))).providerId;
    currency = String(draft.fields['currency']);
  });

  const core = () => service.core;
  const at = <T extends string>(type: T) => ({ connectionId: books.connection.id, type });
  const key = () => crypto.randomUUID();

  const creating = (type: string, body: unknown, notSameAs?: string): Act => ({
    look: (by) => core().previews.create(by, { ...at(type), write: { body, notSameAs } }),
    write: (by) => core().resources.create(by, { ...at(type), write: { body, notSameAs, ref: key() } }),
  });
  const changing = (type: string, resourceId: string, body: unknown): Act => ({
    look: (by) => core().previews.update(by, { ...at(type), resourceId, write: { body } }),
    write: (by) => core().resources.update(by, { ...at(type), resourceId, write: { body, key: key() } }),
  });
  const cancelling = (resourceId: string): Act => {
    const named = { ...at('invoices' as const), resourceId };
    const body = { reason: 'wrong' };
    return {
      look: (by) => core().previews.cancel(by, { ...named, write: { body } }),
      write: (by) => core().resources.cancel(by, { ...named, write: { body, key: key() } }),
    };
  };
  const many = (items: readonly object[]): Act => ({
    look: (by) => core().previews.bulk(by, { ...at('invoices'), write: { body: { items } } }),
    write: (by) => core().bulk.create(by, { ...at('invoices'), write: { body: { items }, ref: key() } }),
  });
  const running = (recipe: string, input: object): Act => {
    const body = { connection_id: books.connection.id, recipe, input } as never;
    return {
      look: (by) => core().previews.automation(by, { write: { body } }),
      write: (by) => core().automations.create(by, { write: { body, ref: key() } }),
    };
  };

  /** By the number of the key, so that writes of different keys resemble each other only where they shall. */
  const acts: Readonly<Record<string, (n: number) => Act>> = {
    'a draft': (n) => creating('invoices', invoice(100 + n)),
    'a twin': () => creating('invoices', invoice(40)),
    'a twin that is named': () => creating('invoices', invoice(60), dueId),
    'an authorised invoice': (n) => creating('invoices', invoice(200 + n, { status: 'AUTHORISED' })),
    'a small bill': (n) => creating('invoices', invoice(10 + n, { type: 'payable' })),
    'a contact of the same name': () => creating('contacts', { name: 'customer' }),
    'a due date': (n) => changing('invoices', draftId, { due_date: `2031-01-0${n + 1}` }),
    'an address': (n) => changing('contacts', contact_id, { email: `b${n}@b.example` }),
    authorising: () => changing('invoices', draftId, { status: 'AUTHORISED' }),
    'cancelling a draft': () => cancelling(draftId),
    'voiding what is due': () => cancelling(dueId),
    'many at once': (n) => many([1, 2].map((i) => ({ item_key: `${i}`, ...invoice(300 + 10 * n + i) }))),
    'many twins': (n) => many([1, 2].map((i) => ({ item_key: `${i}`, ...invoice(500 + n) }))),
    'a payment': (n) =>
      running('invoice.record_payment', { invoice_id: dueId, account_code: '090', amount: 1 + n, date: '2030-01-01' }),
    'an automation': (n) => running('invoice.create_and_deliver', { invoice: invoice(600 + n), deliver: 'none' }),
  };

  const keys: () => readonly Terms[] = () => [
    {},
    { requiresApproval: 'high' },
    { requiresApproval: 'all' },
    { limits: { perWrite: { [currency]: 50 } } },
    { limits: { perDay: { [currency]: 130.5 }, writesPerDay: 3 }, requiresApproval: 'high' },
    { limits: { writesPerDay: 0 } },
    { limits: { perWrite: { ZZZ: 1_000 } } },
  ];

  const asked = ['a twin', 'many twins', 'a contact of the same name'];

  async function metBy(writing: Promise<unknown>): Promise<string> {
    try {
      const said = JSON.stringify(await writing);
      return said.includes('"awaiting_approval"') ? 'waits' : 'sent';
    } catch (error) {
      if (error instanceof AwaitsApproval) return 'waits';
      if (error instanceof ServiceError) return `refused: ${error.details.reason}`;
      throw error;
    }
  }

  const said = ({ refusal, approval }: Preview) =>
    refusal ? `refused: ${refusal.reason}` : approval === 'needed' ? 'waits' : 'sent';

  for (const [name, act] of Object.entries(acts)) {
    it(`says what it meets: ${name}`, async () => {
      const met = new Set<string>();
      for (const [n, terms] of keys().entries()) {
        const by = await agentWith(terms);
        const { look, write } = act(n);
        const before = await documents();
        const preview = await look(by);
        // A second look finds what the first one found: nothing was noted or reserved.
        expect(await look(by)).to.deep.equal(preview);
        expect(await documents()).to.equal(before);
        const meets = await metBy(write(by));
        expect(said(preview), JSON.stringify(terms)).to.equal(meets);
        met.add(meets);
        const { spent, counts } = preview.limits;
        const took = meets.startsWith('refused') ? 0 : counts.writes;
        const after = (
          await act(n)
            .look(by)
            .catch(() => null)
        )?.limits;
        if (after) expect(after.spent.writes - after.counts.writes).to.equal(spent.writes - counts.writes + took);
      }
      // What resembles something is asked about, whatever the key.
      expect(met.size > 1, [...met].join(', ')).to.equal(!asked.includes(name));
    });
  }

  const documents = async () => (await books.documents('Invoices')).length;

  it('tells the item, what it changes, and what would be left of the day, exactly', async () => {
    const by = await agentWith({
      limits: { perDay: { [currency]: 130.5 }, writesPerDay: 3 },
      requiresApproval: 'high',
    });
    await core().resources.create(by, { ...at('invoices'), write: { body: invoice(100.1), ref: 'order 1' } });
    const body = { line_items: lines(60.2), due_date: '2031-01-31' };
    const { item, changes, approval, limits } = await changing('invoices', draftId, body).look(by);
    expect(item).to.deep.include({ due_date: '2031-01-31' });
    expect(changes?.map(({ path }) => path)).to.have.members(['line_items', 'due_date']);
    expect(approval).to.equal('none');
    expect(limits).to.deep.equal({
      counts: { writes: 1, amounts: [{ currency, amount: '20.2' }] },
      spent: { writes: 2, amounts: [{ currency, amount: '120.3' }] },
      left: { writes: 1, amounts: [{ currency, amount: '10.2' }] },
      ...{ over: false, passed: [] },
    });
    const more = await creating('invoices', invoice(30.41)).look(by);
    expect(more).to.deep.include({ approval: 'needed', approvalReason: 'over_limit', refusal: null });
    expect(more.limits).to.deep.include({ over: true, left: { writes: 1, amounts: [{ currency, amount: '0' }] } });
  });

  it('is refused as its write is, and for whom it tells nothing', async () => {
    const by = await agentWith();
    const reason = async (asked: Promise<unknown>) =>
      asked.then(
        () => undefined,
        (error: ServiceError) => error.details.reason ?? error.details.errors?.[0]?.path,
      );
    expect(await reason(creating('invoices', { provider_data: { Type: 'ACCREC' } }).look(by))).to.equal(
      'not_for_agents',
    );
    const unpriced = invoice(1, { line_items: [{ description: 'x', quantity: 1, item_code: 'BENCH' }] });
    expect(await reason(creating('invoices', unpriced).look(by))).to.equal('line_items[0].unit_amount');
    const wrongCompany = { ...at('invoices'), write: { body: invoice(1), companyName: 'Another company' } };
    expect(await reason(core().previews.create(by, wrongCompany))).to.equal('company_mismatch');
    expect(await reason(creating('invoices', invoice(1)).look(books.caller))).to.equal('preview');
    const unknown = invoice(1, { line_items: [{ ...lines(1)[0], account_code: '999999' }] });
    expect(await reason(creating('invoices', unknown).look(by))).to.equal('would_be_refused');
  });
});
