// What a history makes of the books: every revision of every invoice, in order, with its stamp.
import type { LedgerRecord } from '../../core/domain/ledger-record.ts';
import type { Act, History, PlannedRound } from './history.ts';

export const tenants = ['aaaaaaaa', 'bbbbbbbb'].map((start) => `${start}-0000-4000-8000-000000000000`);
const invoicesEach = 3;

export interface Change extends Act {
  readonly tenantId: string;
  readonly record: LedgerRecord;
}

export interface Round extends PlannedRound {
  readonly changes: readonly Change[];
}

export interface Plan extends Pick<History, 'ending'> {
  /** What stood in the books before the customers connected. */
  readonly old: readonly Change[];
  readonly rounds: readonly Round[];
}

export const beginning = Date.UTC(2026, 2, 1, 12, 0, 0);

interface Money {
  readonly status: string;
  readonly paid: number;
  readonly edits: number;
}

const total = 100.1;

function after({ status, paid, edits }: Money, kind: Act['kind']): Money {
  const edited = { status, paid, edits: edits + 1 };
  const owes = status === 'AUTHORISED';
  switch (kind) {
    case 'approve':
      return status === 'DRAFT' ? { ...edited, status: 'AUTHORISED' } : edited;
    case 'pay_part':
      return owes && paid === 0 ? { ...edited, paid: 40.05 } : edited;
    case 'pay_all':
      return owes ? { ...edited, status: 'PAID', paid: total } : edited;
    case 'unpay':
      return paid > 0 ? { ...edited, status: 'AUTHORISED', paid: 0 } : edited;
    case 'end':
      if (status === 'DRAFT') return { ...edited, status: 'DELETED' };
      return owes && paid === 0 ? { ...edited, status: 'VOIDED' } : edited;
    case 'edit':
      return edited;
  }
}

function recordOf(providerId: string, { status, paid, edits }: Money, stamp: number): LedgerRecord {
  const due = status === 'VOIDED' || status === 'DELETED' ? 0 : Math.round((total - paid) * 100) / 100;
  return {
    type: 'invoices',
    providerId,
    providerUpdatedAt: new Date(stamp),
    fields: {
      ...{ status, total, amount_paid: paid, amount_due: due, amount_credited: 0 },
      ...{ number: `INV-${providerId.slice(0, 4)}`, currency: 'EUR', external_reference: `edit ${edits}` },
    },
    native: { InvoiceID: providerId },
  };
}

function invoiceIdOf(tenant: number, invoice: number): string {
  return `${String(tenant).repeat(4)}${String(invoice).repeat(4)}-0000-4000-8000-000000000000`;
}

export function planOf(history: History): Plan {
  const known = new Map<string, Money>();
  const named = new Set<string>();
  let stamp = beginning + 1_000;
  const change = (act: Act): Change => {
    const id = invoiceIdOf(act.tenant, act.invoice);
    const before = known.get(id);
    const now = before ? after(before, act.kind) : first(act);
    // A list that lags shows the older stamp.
    stamp += act.lagSeconds > 0 ? Math.max(1, act.gapMs) : act.gapMs;
    // The same stamp, status and amounts again name no other revision (provider: no other sign of one).
    const name = () => `${id} ${stamp} ${now.status} ${now.paid}`;
    if (named.has(name())) stamp += 1;
    named.add(name());
    known.set(id, now);
    return { ...act, tenantId: tenants[act.tenant] ?? '', record: recordOf(id, now, stamp) };
  };
  const old = tenants.map((tenantId, tenant) => oldInvoice(tenantId, tenant));
  for (const { record, kind } of old)
    known.set(record.providerId, {
      status: kind === 'pay_all' ? 'PAID' : 'AUTHORISED',
      paid: kind === 'pay_all' ? total : 0,
      edits: 0,
    });
  const rounds = history.rounds.map((round) => ({ ...round, changes: round.acts.map(change) }));
  return { old, rounds, ending: history.ending };
}

function first({ kind }: Act): Money {
  if (kind === 'pay_all') return { status: 'PAID', paid: total, edits: 0 };
  return { status: kind === 'approve' || kind === 'end' ? 'DRAFT' : 'AUTHORISED', paid: 0, edits: 0 };
}

/** Of the first tenant unpaid, of the second paid. */
function oldInvoice(tenantId: string, tenant: number): Change {
  const kind = tenant === 0 ? 'edit' : 'pay_all';
  const money = tenant === 0 ? { status: 'AUTHORISED', paid: 0, edits: 0 } : { status: 'PAID', paid: total, edits: 0 };
  const record = recordOf(invoiceIdOf(tenant, invoicesEach - 1), money, beginning - 3_600_000);
  return { tenant, invoice: invoicesEach - 1, kind, gapMs: 0, lagSeconds: 0, fate: 'lost', tenantId, record };
}
