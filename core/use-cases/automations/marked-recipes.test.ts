// Recipes at a ledger that knows no keys: a quote becomes an invoice by the ledger's own hand, and every step is made once.
import { expect } from 'chai';
import { openedOnce } from '../../../contract-tests/testing/opened.ts';
import type { Mishap } from '../../../contract-tests/testing/second-books.ts';
import { createCore } from '../../create-core.ts';
import type { RecipeName } from '../../domain/automation.ts';
import type { JsonObject } from '../../domain/json.ts';
import type { Operation } from '../../domain/operation.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { openBulkBooks, runOnce, untilEnded } from '../bulk/testing/bulk-books.ts';
import { write } from '../testing/connecting.ts';
import { gatewayOf, withGateway, withProvider } from '../testing/first-provider.ts';
import { refusalOf } from '../testing/refusal.ts';
import { secondLedger } from '../testing/second-service.ts';
import { openService } from '../testing/service.ts';

const line = { description: 'Bench', quantity: 1, unit_amount: 0.125 };
const mishaps = ['lost before', 'lost after', 'late', 'busy', 'lost before, then late'] as const;

describe('recipes, by marks and versions', () => {
  const second = secondLedger();
  let contactId: string;
  /** The worker is lost at the last of so many sendings. */
  let sendsLeft = 0;
  let dies: 'before' | 'after' = 'before';
  let lost = Promise.withResolvers<void>();
  const lose = () => {
    lost.resolve();
    return new Promise<never>(() => {});
  };
  const wrap = (plain: CorePorts) => {
    const ports = second.wrap(plain);
    return withGateway(ports, {
      async send(...call) {
        const isLost = --sendsLeft === 0;
        if (isLost && dies === 'before') await lose();
        const sent = await gatewayOf(ports).send(...call);
        if (isLost) await lose();
        return sent;
      },
    });
  };
  const service = openedOnce(() => openService({ wrap }));
  const ledger = openedOnce(() => second.opened());
  const books = openedOnce(() => openBulkBooks(service));
  before(async () => {
    contactId = (await books.create('contacts', { name: 'Customer' })).providerId;
  });
  beforeEach(() => void ledger.mishaps.splice(0));

  const document = (more: object = {}) => ({
    contact_id: contactId,
    issue_date: '2026-09-14',
    line_items: [line],
    ...more,
  });
  const invoices = () => ledger.documents(books.tenantId, 'invoices');
  const ask = (recipe: RecipeName, input: object, dry_run = false) =>
    service.core.automations.create(books.caller, {
      write: write({ connection_id: books.connection.id, recipe, input, ...(dry_run && { dry_run }) }),
    });
  async function run(recipe: RecipeName, input: object, befalls: readonly Mishap[] = []): Promise<Operation> {
    const automated = await ask(recipe, input);
    if (automated.kind !== 'queued') throw new Error('it was only planned');
    ledger.mishaps.push(...befalls);
    await Promise.race([runOnce(service, automated.operation.id), lost.promise]);
    lost = Promise.withResolvers();
    return untilEnded(service, books.caller, automated.operation.id);
  }
  const quoted = async (status = 'SENT') =>
    (await books.create('quotes', document({ status, expiry_date: '2026-12-31' }))).providerId;

  /** Converts a quote; its one invoice is released as it was asked for. */
  async function convert(befalls: readonly Mishap[], sends = 0) {
    const quote_id = await quoted();
    sendsLeft = sends;
    const earlier = invoices().length;
    const input = { quote_id, external_reference: 'job 7' };
    const { state, result } = await run('quote.convert_to_invoice', input, befalls);
    expect(state).to.equal('succeeded');
    service.advance(400);
    const made = invoices().slice(earlier);
    const { invoice, quote } = result as { readonly invoice: JsonObject; readonly quote: JsonObject };
    expect(made.map(({ id }) => id)).to.deep.equal([invoice['provider_id']]);
    const terms = { due_date: '2026-12-31', external_reference: 'job 7' };
    expect(made[0]?.fields).to.include({ ...terms, status: 'AUTHORISED', total: 0.12 });
    expect(quote).to.include({ provider_id: quote_id, status: 'INVOICED' });
  }

  for (const [before, call] of ['confirming', 'changing the invoice', 'posting it'].entries()) {
    for (const mishap of mishaps) {
      it(`a quote becomes one invoice, though ${call} is ${mishap}`, () =>
        convert([...Array.from({ length: before }, () => 'none' as const), ...(mishap.split(', then ') as Mishap[])]));
    }
    for (const when of ['before', 'after'] as const) {
      it(`a quote becomes one invoice, though the worker is lost ${when} ${call}`, async () => {
        dies = when;
        await convert([], before + 1);
        expect(sendsLeft).to.be.below(1);
      });
    }
  }

  it('an invoice is mailed once, whatever becomes of the call', async () => {
    for (const mishap of mishaps) {
      ledger.mails.splice(0);
      const befalls = ['none', 'none', ...(mishap.split(', then ') as Mishap[])] as const;
      const invoice = document({ status: 'AUTHORISED', due_date: '2026-12-31' });
      const { state } = await run('invoice.create_and_deliver', { invoice, deliver: 'email' }, befalls);
      service.advance(400);
      // What is late has arrived once the books are looked at.
      invoices();
      expect([state, ledger.mails.length], mishap).to.deep.equal(['succeeded', 1]);
    }
  });

  it('a dry run tells what the ledger does, and what it cannot be told', async () => {
    const quote_id = await quoted();
    const planned = await ask('quote.convert_to_invoice', { quote_id }, true);
    const steps = planned.kind === 'planned' ? planned.plan.steps : [];
    expect(steps.flatMap(({ name, write: one }) => (one ? [[name, one.type, one.fields]] : []))).to.deep.equal([
      ['create', 'quotes', { status: 'INVOICED' }],
      ['authorise', 'invoices', { due_date: '2026-12-31', status: 'AUTHORISED' }],
    ]);
    const named = await refusalOf(ask('quote.convert_to_invoice', { quote_id, account_code: '200' }, true));
    expect([named.code, named.details.errors?.[0]?.path]).to.deep.equal(['BAD_REQUEST', 'account_code']);
    const draft = await refusalOf(ask('quote.convert_to_invoice', { quote_id: await quoted('DRAFT') }, true));
    expect(draft.details.reason).to.equal('quote_not_accepted');
  });

  it('where quotes do not become invoices, nothing is read or written', async () => {
    const other = createCore(withProvider(service.ports, { traits: { ...ledger.traits, quoteConversion: null } }));
    const input = { quote_id: await quoted() };
    const asked = write({
      connection_id: books.connection.id,
      recipe: 'quote.convert_to_invoice',
      input,
      dry_run: true,
    });
    const refused = await refusalOf(other.automations.create(books.caller, { write: asked }));
    expect(refused).to.include({ code: 'CONFLICT', message: 'Second ledger cannot convert quotes' });
    expect(refused.details.reason).to.equal('not_supported_by_provider');
  });
});
