// What a customer was told, and what the contract says is told of a row of revisions.
import { expect } from 'chai';
import type { Event } from '../../core/domain/event.ts';
import type { Json, JsonObject } from '../../core/domain/json.ts';
import { numberField, textField } from '../../core/domain/ledger-record.ts';
import { snapshotOfInvoice } from '../../core/use-cases/events/invoice-snapshot.ts';
import { type Customer, eventsOf } from './customer.ts';
import type { Change } from './plan.ts';

/** One invoice event without what is each customer's own: its id, its connection, its moment. */
export interface Told {
  readonly tenantId: string;
  readonly invoiceId: string;
  readonly revision: string;
  /** Tenant, type, invoice and revision: with the connection for the tenant, that is the event's identity. */
  readonly identity: string;
  /** Everything that it says. */
  readonly words: string;
}

export async function toldTo(customer: Customer): Promise<readonly Told[]> {
  const { sha256 } = customer.ports.digester;
  const told: Told[] = [];
  for (const { id, providerTenantId } of customer.connections) {
    for (const event of await eventsOf(customer, id)) {
      if (!event.type.startsWith('invoice.')) continue;
      const one = toldBy(event, providerTenantId ?? '');
      expect(event.identity).to.equal(sha256(JSON.stringify([id, event.type, one.invoiceId, one.revision])));
      told.push(one);
    }
  }
  return told;
}

function toldBy({ type, data }: Event, tenantId: string): Told {
  const { invoice, previous } = data as { invoice: JsonObject; previous: Json };
  return tell(tenantId, type, invoice, previous);
}

function tell(tenantId: string, type: string, invoice: JsonObject, previous: Json): Told {
  const [invoiceId, revision] = [String(invoice['provider_id']), String(invoice['provider_revision'])];
  const identity = [tenantId, type, invoiceId, revision].join(' ');
  return { tenantId, invoiceId, revision, identity, words: JSON.stringify([identity, invoice, previous]) };
}

export function revisionOf({ ports }: Customer, { record }: Change): string {
  return `${record.providerId} ${snapshotOfInvoice(ports.digester, record).provider_revision}`;
}

/** What these revisions give rise to, by the specification's rules for transitions; `old` are known and not told of. */
export function tellingOf(customer: Customer, old: readonly Change[], read: readonly Change[]): readonly Told[] {
  const known = new Map(old.map((change) => [change.record.providerId, change]));
  return read.flatMap((change) => {
    const { tenantId, record } = change;
    const before = known.get(record.providerId);
    known.set(record.providerId, change);
    const invoice = snapshotOfInvoice(customer.ports.digester, record);
    const previous = before ? moneyOf(before) : null;
    return typesOf(previous, moneyOf(change)).map((type) => tell(tenantId, type, invoice, previous));
  });
}

interface Money extends JsonObject {
  readonly status: string | null;
  readonly amount_paid: number;
  readonly amount_due: number;
}

function moneyOf({ record }: Change): Money {
  return {
    status: textField(record, 'status'),
    amount_paid: numberField(record, 'amount_paid'),
    amount_due: numberField(record, 'amount_due'),
  };
}

function typesOf(previous: Money | null, now: Money): readonly string[] {
  const isSame = previous
    ? JSON.stringify(previous) === JSON.stringify(now)
    : now.amount_paid === 0 && now.status !== 'PAID';
  const becomesPaid = now.status === 'PAID' && previous?.status !== 'PAID';
  return ['invoice.updated', ...(isSame ? [] : ['invoice.payment_changed']), ...(becomesPaid ? ['invoice.paid'] : [])];
}

export function byInvoice(told: readonly Told[]): Readonly<Record<string, readonly string[]>> {
  const rows: Record<string, string[]> = {};
  for (const { invoiceId, words } of told) rows[invoiceId] = [...(rows[invoiceId] ?? []), words];
  return rows;
}

export function identitiesOf(told: readonly Told[]): readonly string[] {
  return told.map(({ identity }) => identity).sort();
}
