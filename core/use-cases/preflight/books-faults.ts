// What the books would refuse of a write that its own rules let pass. The copies are looked at first; no write is refused for
// what a copy says, before the books were read.

import { creditTypes } from '../../domain/allocation.ts';
import { isBarred } from '../../domain/barred-act.ts';
import {
  type AccountUse,
  accountFault,
  archivedFault,
  lockFault,
  paymentFault,
  refundFault,
  type Unchecked,
  unknownFault,
} from '../../domain/books-rules.ts';
import type { FieldError } from '../../domain/errors.ts';
import { imbalanceOf } from '../../domain/journal-sums.ts';
import type { JsonObject } from '../../domain/json.ts';
import { textField } from '../../domain/ledger-record.ts';
import type { ResourceType } from '../../domain/resource.ts';
import { familyOf } from '../../families/all-families.ts';
import { providerIdOf } from '../../families/resource-id.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import { copiedItems, knownItems } from '../resources/books-knowledge.ts';
import { ifThere } from '../resources/read-live.ts';
import { type Entry, judgedByChart } from './chart.ts';
import type { OrganizationRules } from './organization-rules.ts';
import { type Reference, referencesIn } from './references.ts';

/** A write as it was asked for, and as it would be sent. */
export interface Intended {
  readonly type: ResourceType;
  /** What was asked for, in normalized fields; paths of faults are paths in it. */
  readonly asked: JsonObject;
  /** What would be sent, with what the service adds. */
  readonly sent: JsonObject;
  /** The record that is changed; null for a new one. */
  readonly before: JsonObject | null;
}

export interface Looking {
  readonly ports: CorePorts;
  /** A dry one. */
  readonly ledger: Ledger;
  readonly rules: OrganizationRules;
}

export interface Findings {
  readonly faults: readonly FieldError[];
  readonly unchecked: readonly Unchecked[];
}

const nothing: Findings = { faults: [], unchecked: [] };
const unchecked = (...things: readonly Unchecked[]): Findings => ({ faults: [], unchecked: things });
const faultsOf = (faults: readonly FieldError[]): Findings => ({ faults, unchecked: [] });

/** Throws what reads at the provider throw. */
export async function booksFaults(looking: Looking, write: Intended): Promise<Findings> {
  const { books } = familyOf(write.type);
  const references = referencesIn(write.asked, books?.refers ?? []);
  const of = (type: ResourceType) => references.filter((one) => one.type === type);
  const accounts = books?.accounts ?? 'any';
  const found = [
    frozenFaults(write),
    await lockFaults(looking, write),
    await actFaults(looking, write),
    await recordFaults(looking, of('contacts'), write),
    await chartFaults(looking, of('branding_themes'), (theme) => archivedFault(theme, 'a branding theme')),
    await accountFaults(looking, of('accounts').filter(isOfBank), 'banks'),
    await accountFaults(
      looking,
      of('accounts').filter((one) => !isOfBank(one)),
      accounts,
    ),
    await currencyFaults(looking, of('accounts'), accounts),
    await sumFaults(looking, write),
    await chartFaults(looking, of('tax_rates'), (rate) => archivedFault(rate, 'a tax rate')),
    await itemFaults(looking, of('items')),
    await paymentFaults(looking, [...of('invoices'), ...creditTypes.flatMap(of)], write),
    fixedFaults(write),
    unchecked('role', 'plan', ...(books?.leaves ?? []), ...(write.before ? (['status'] as const) : [])),
  ];
  return {
    faults: found.flatMap(({ faults }) => faults),
    unchecked: [...new Set(found.flatMap((one) => one.unchecked))],
  };
}

/** Names the bank account of a transaction, not the account of a line. */
const isOfBank = ({ path }: Reference): boolean => path.startsWith('bank_account_');

/** A bank transaction that has left a deposit takes no change. */
function fixedFaults({ type, asked, before }: Intended): Findings {
  const settles = type === 'bank_transactions' && before && textField({ fields: before }, 'settles');
  const [path = ''] = Object.keys(asked);
  if (!settles || settles === 'nothing') return nothing;
  return faultsOf([{ path, message: `cannot be changed: the bank transaction settles a ${settles}` }]);
}

function frozenFaults({ type, asked, before }: Intended): Findings {
  const status = before && textField({ fields: before }, 'status');
  const { books, singular } = familyOf(type);
  const changes = Object.keys(asked).filter((name) => name !== 'status');
  const [path] = changes;
  if (!status || path === undefined || !books?.frozen.includes(status)) return nothing;
  return faultsOf([{ path, message: `cannot be changed: the ${singular} is ${status.toLowerCase()}` }]);
}

const dayMs = 86_400_000;

async function lockFaults({ ports, ledger, rules }: Looking, { type, sent, before }: Intended): Promise<Findings> {
  const path = familyOf(type).books?.day;
  if (!path) return nothing;
  if (!ledger.provider.traits.tellsLockDates) return unchecked('lock_dates');
  // Nowhere on Earth is the day of a new record later than this one.
  const latest = () => new Date(ports.clock.now().getTime() + dayMs).toISOString().slice(0, 10);
  const day = textField({ fields: sent }, path) ?? (before ? textField({ fields: before }, path) : latest());
  if (day === null) return unchecked('lock_dates');
  for (const anew of [undefined, 'anew'] as const) {
    const { value, isFresh } = await rules.organization(ledger, anew);
    if (!value) return unchecked('lock_dates');
    const message = lockFault(day, value.lockedUntil);
    if (message === undefined) return nothing;
    if (isFresh) return faultsOf([{ path, message }]);
  }
  return nothing;
}

/** Whether files may be attached to records of the family. */
export async function fileFaults({ ledger, rules }: Looking, type: ResourceType): Promise<Findings> {
  for (const anew of [undefined, 'anew'] as const) {
    const { value: acts, isFresh } = await rules.barred(ledger, anew);
    if (!acts) return unchecked('actions');
    if (!isBarred(acts, { type, part: 'attachments', side: null, status: null, isForeign: false })) return nothing;
    if (isFresh) return faultsOf([{ path: '', message: 'the provider does not let this connection attach files' }]);
  }
  return nothing;
}

async function actFaults(looking: Looking, { type, asked, sent, before }: Intended): Promise<Findings> {
  const { ledger, rules } = looking;
  const of = (fields: JsonObject | null, name: string) => (fields === null ? null : textField({ fields }, name));
  const act = {
    type,
    side: of(sent, 'type') ?? of(before, 'type'),
    status: statusGiven({ type, asked, sent, before }),
    isForeign: false,
  };
  for (const anew of [undefined, 'anew'] as const) {
    const { value: acts, isFresh } = await rules.barred(ledger, anew);
    if (!acts) return unchecked('actions');
    const currency = of(sent, 'currency');
    const mayBeForeign = currency !== null && acts.some((one) => one.isForeign);
    const own = mayBeForeign ? (await rules.organization(ledger)).value?.currency : null;
    const isForeign = typeof own === 'string' && own !== currency && of(before, 'currency') !== currency;
    if (!isBarred(acts, { ...act, isForeign })) return nothing;
    const path = isBarred(acts, act) ? (asked['status'] === undefined ? '' : 'status') : 'currency';
    if (isFresh) return faultsOf([{ path, message: 'the provider does not let this connection do that' }]);
  }
  return nothing;
}

/** The status that the write gives to the record; null if the record keeps the one that it has. */
function statusGiven({ type, asked, sent, before }: Intended): string | null {
  const first = familyOf(type).statuses?.[0];
  const status =
    textField({ fields: asked }, 'status') ?? (before ? null : (textField({ fields: sent }, 'status') ?? first));
  const given = status?.toUpperCase() ?? null;
  return before && given === textField({ fields: before }, 'status') ? null : given;
}

/** Of records that are too many to look at whole: each by its copy, and if that is not enough, by one read. */
async function recordFaults(
  { ports, ledger }: Looking,
  references: readonly Reference[],
  { before }: Intended,
): Promise<Findings> {
  const found: FieldError[] = [];
  for (const { path, type, value } of references) {
    const id = providerIdOf(type, value, ledger.provider.traits);
    const held = before && textField({ fields: before }, path);
    // A record keeps what it has named before.
    if (id === undefined || (held && providerIdOf(type, held, ledger.provider.traits) === id)) continue;
    const { singular } = familyOf(type);
    const message = await judged({ ports, ledger }, { type, id }, (fields) =>
      fields ? archivedFault(fields, `a ${singular}`) : unknownFault(singular, value),
    );
    if (message !== undefined) found.push({ path, message });
  }
  return faultsOf(found);
}

/** What is wrong by the copy of a record, and if anything is, by the record itself. `judge` gets undefined for no record. */
async function judged<T>(
  { ports, ledger }: Pick<Looking, 'ports' | 'ledger'>,
  { type, id }: { readonly type: ResourceType; readonly id: string },
  judge: (fields: JsonObject | undefined) => T | undefined,
): Promise<T | undefined> {
  const { connection } = ledger;
  const isKept = connection.retentionMode === 'cached';
  const copies = isKept ? await ports.storage.records.fieldsOf({ connectionId: connection.id, type }, [id]) : undefined;
  const copy = copies?.get(id);
  if (copy && judge(copy) === undefined) return undefined;
  return judge((await ifThere(ledger.read(type, id)))?.fields);
}

/** Of families that are looked at whole. Of several records with a code, one that fits is enough. */
async function chartFaults(
  { ports, ledger }: Looking,
  references: readonly Reference[],
  faultOf: (entry: Entry) => string | undefined,
): Promise<Findings> {
  const [first] = references;
  if (!first) return nothing;
  const { type } = first;
  const { traits } = ledger.provider;
  const found = await judgedByChart(ports, ledger, type, (entries) =>
    references.flatMap(({ path, by, value }) => {
      const id = by === 'id' ? providerIdOf(type, value, traits) : undefined;
      const named = entries.filter((entry) => (by === 'id' ? entry['provider_id'] === id : isNamed(entry, by, value)));
      const faults = named.map(faultOf);
      if (faults.some((fault) => fault === undefined)) return [];
      const known = entries.flatMap((entry) => textField({ fields: entry }, by) ?? []);
      return { path, message: faults[0] ?? unknownFault(familyOf(type).singular, value, by === 'id' ? [] : known) };
    }),
  );
  return found === 'unknown' ? unchecked(type as Unchecked) : faultsOf(found);
}

/** Copies that do not tell what is asked are no reason to pass: the books are read. */
const untold: FieldError = { path: '', message: 'is not told' };

async function accountFaults(looking: Looking, references: readonly Reference[], use: AccountUse): Promise<Findings> {
  const found = await chartFaults(looking, references, (account) => accountFault(account, use));
  if (use !== 'journals') return found;
  // A provider may take a journal whose account it does not know, and tell that it removed the code.
  const isUnknown = ({ path, message }: FieldError) =>
    references.some((one) => one.path === path && message.startsWith(unknownFault('account', one.value)));
  const known = found.faults.filter((fault) => !isUnknown(fault));
  return known.length === found.faults.length ? found : { faults: known, unchecked: [...found.unchecked, 'accounts'] };
}

/** Money is moved between bank accounts of one currency. A chart may leave the currency out. */
async function currencyFaults(
  { ports, ledger }: Looking,
  references: readonly Reference[],
  use: AccountUse,
): Promise<Findings> {
  const [from, to] = references;
  if (use !== 'banks' || !from || !to) return nothing;
  const { traits } = ledger.provider;
  const found = await judgedByChart(ports, ledger, 'accounts', (entries) => {
    const currencyOf = ({ value }: Reference) => {
      const id = providerIdOf('accounts', value, traits);
      return entries.find((entry) => entry['provider_id'] === id)?.['currency'] ?? null;
    };
    const [one, other] = [currencyOf(from), currencyOf(to)];
    if (one === null || other === null) return [untold];
    if (one === other) return [];
    return [{ path: to.path, message: `is in ${String(other)}, and ${from.path} is in ${String(one)}` }];
  });
  return found === 'unknown' || found.includes(untold) ? unchecked('accounts') : faultsOf(found);
}

/** What is not told of the sums is left to the provider: a line without a tax type takes that of its account. */
async function sumFaults({ ports, ledger }: Looking, { type, sent }: Intended): Promise<Findings> {
  const mode = textField({ fields: sent }, 'line_amount_mode');
  const lines = Array.isArray(sent['lines']) ? (sent['lines'] as unknown as readonly Summed[]) : [];
  if (familyOf(type).books?.sums !== 'journal' || lines.length === 0) return nothing;
  const taxes = lines.flatMap(({ tax_type }) => tax_type ?? []);
  if (mode === null || (mode === 'exclusive' && taxes.length < lines.length)) return unchecked('amounts');
  const judge = (entries: readonly Entry[]): readonly FieldError[] => {
    const rateOf = (tax: string) => {
      const rate = entries.find((entry) => isNamed(entry, 'tax_type', tax))?.['effective_rate'];
      return typeof rate === 'number' ? rate : undefined;
    };
    if (taxes.some((tax) => mode === 'exclusive' && rateOf(tax) === undefined)) return [untold];
    const imbalance = imbalanceOf({ line_amount_mode: mode, lines }, rateOf);
    const more = imbalance !== undefined && imbalance > 0;
    const by = Math.abs(imbalance ?? 0);
    return imbalance === undefined
      ? []
      : [{ path: 'lines', message: `must balance: they debit ${by} ${more ? 'more' : 'less'} than they credit` }];
  };
  if (mode !== 'exclusive') return faultsOf(judge([]));
  const found = await judgedByChart(ports, ledger, 'tax_rates', judge);
  return found === 'unknown' || found.includes(untold) ? unchecked('amounts') : faultsOf(found);
}

interface Summed {
  readonly line_amount: number;
  readonly tax_type: string | null;
}

/** A tax type may also be named as people call it, where the provider takes that. */
function isNamed(entry: Entry, by: 'code' | 'tax_type', value: string): boolean {
  const names = by === 'tax_type' ? [by, 'name'] : [by];
  return names.some((name) => textField({ fields: entry }, name)?.toLowerCase() === value.toLowerCase());
}

/** The most codes without a copy for which the books are asked: some of them take a call each. */
const codesMost = 20;

async function itemFaults({ ports, ledger }: Looking, references: readonly Reference[]): Promise<Findings> {
  if (references.length === 0) return nothing;
  if (!ledger.provider.traits.families.items?.foundBy.includes('code')) return unchecked('items');
  const copies = await copiedItems(
    ports,
    ledger,
    references.map(({ value }) => value),
  );
  const missing = references.filter(({ value }) => !copies.has(value));
  const asked = [...new Set(missing.map(({ value }) => value))].slice(0, codesMost);
  const known = await knownItems(ports, ledger, asked);
  const faults = missing
    .filter(({ value }) => asked.includes(value) && !known.has(value))
    .map(({ path, value }) => ({ path, message: unknownFault('item', value) }));
  const isWhole = missing.every(({ value }) => asked.includes(value));
  return { faults, unchecked: isWhole ? [] : ['items'] };
}

async function paymentFaults(
  looking: Looking,
  references: readonly Reference[],
  { asked, before }: Intended,
): Promise<Findings> {
  const [reference] = references;
  const id = reference && providerIdOf(reference.type, reference.value, looking.ledger.provider.traits);
  if (before || !id) return nothing;
  const { type, path, value } = reference;
  const { singular: what } = familyOf(type);
  const faultOf = (fields: JsonObject) =>
    type === 'invoices' ? paymentFault(fields, asked['amount']) : refundFault(fields, asked['amount'], { what, path });
  const fault = await judged(looking, { type, id }, (fields) =>
    fields ? faultOf(fields) : { path, message: unknownFault(what, value) },
  );
  return faultsOf(fault ? [fault] : []);
}
