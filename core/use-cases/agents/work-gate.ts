// The gate of work with several writes: automations and bulk writes. It is passed in the transaction that queues the work.
import type { Money, RecordAct } from '../../domain/agent-act.ts';
import { amountOfAct, hasAmount, isHigh, moneyOf, summed, totalOf } from '../../domain/agent-limits.ts';
import type { Caller } from '../../domain/caller.ts';
import type { Connection } from '../../domain/connection.ts';
import { canonicalObject, type JsonObject } from '../../domain/json.ts';
import { linesIn } from '../../domain/look-alike.ts';
import type { Operation } from '../../domain/operation.ts';
import type { ResourceType } from '../../domain/resource.ts';
import { providerIdOf } from '../../families/resource-id.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import type { PlannedWrite } from '../../schemas/answers/automation.ts';
import { agentOf, assertCompany, assertPriced } from '../access/for-agents.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import { familyTraitsOf } from '../providers/provider-of.ts';
import type { Write } from '../writes/claim-key.ts';
import type { Create } from '../writes/likeness.ts';
import { currencyOf, hasAmounts } from './currency-of.ts';
import { admit } from './gate.ts';
import { approvalNotPossible } from './hold.ts';
import type { Passing, Weighed } from './judge.ts';
import { underRef } from './request.ts';

interface Entry {
  readonly connection: Connection;
  /** The act, with the type or the recipe. */
  readonly act: readonly string[];
  readonly write: Write;
  /** The canonical body. */
  readonly body: JsonObject;
}

export interface WorkGate {
  /** Under the key of its reference. */
  readonly write: Write;
  readonly passing: Passing;
  /**
   * In the transaction that queues the operation: the operation as it is stored if it waits for a person, else undefined, and
   * then the caller queues it. Throws as `admit`.
   */
  admit(stores: Stores, operation: Operation, weighed: WeighedWork): Promise<Operation | undefined>;
}

/** Undefined for every caller but an agent's. Throws as `underRef` and CONFLICT `company_mismatch`. */
export async function workGate(ports: CorePorts, caller: Caller, entry: Entry): Promise<WorkGate | undefined> {
  const { connection, act, body } = entry;
  const unnamed = await passingWork(ports, caller, connection, entry.write);
  if (!unnamed) return undefined;
  const write = await underRef(ports, caller, entry.write, { connection, act, body });
  const passing: Passing = { ...unnamed, write };
  return {
    write,
    passing,
    async admit(stores, operation, weighed) {
      const held = { kind: 'operation', operation, plan: weighed.plan } as const;
      const admitted = await admit(stores, { ...passing, operationId: operation.id }, { ...weighed, held });
      return admitted.operation;
    },
  };
}

/** Work as it comes to the gate, without its key; undefined for every caller but an agent's. Throws CONFLICT `company_mismatch`. */
export async function passingWork(
  ports: CorePorts,
  caller: Caller,
  connection: Connection,
  write: Write,
): Promise<Passing | undefined> {
  const agent = agentOf(caller);
  if (!agent) return undefined;
  await assertCompany(ports, caller, connection, write);
  return { ports, caller, agent, connection, write };
}

export interface WeighedWork extends Omit<Weighed, 'held'> {
  /** What a person reads of it: the writes of an automation's plan by step, or the items of a bulk write. */
  readonly plan: JsonObject;
}

export interface WeighedItem {
  readonly act: RecordAct;
  readonly itemKey: string;
  readonly notSameAs: string | undefined;
}

/**
 * A bulk write is high as a whole. Where a limit asks for amounts, what would change is read as it is now. Throws FORBIDDEN
 * `approval_not_possible` for changes of documents that need approval: nothing would tell whether they are still what a person
 * has seen of them.
 */
export async function weighedBulk(
  passing: Passing,
  ledger: Ledger,
  items: readonly WeighedItem[],
): Promise<WeighedWork> {
  const ids = items.flatMap(({ act }) => act.providerId ?? []);
  const type = items[0]?.act.type ?? 'invoices';
  if (ids.length > 0 && hasAmount(type) && passing.agent.approval !== 'none')
    throw approvalNotPossible('a change of many documents');
  const isRead = hasAmounts(passing) && hasAmount(type);
  const live = isRead ? await readAll(ledger, type, ids) : new Map<string, JsonObject>();
  const amounts: Money[] = [];
  const currencies = new Map<string, string>();
  for (const [position, { act }] of items.entries()) {
    assertPriced(act.fields, `items[${position}].`);
    const before: JsonObject | null = act.providerId === null ? null : (live.get(act.providerId) ?? null);
    const amount = amountOfAct(act, before);
    if (amount.isZero()) continue;
    const fields = { ...before, ...act.fields };
    const name = JSON.stringify([
      fields['currency'],
      fields['contact_id'],
      fields['invoice_id'],
      fields['credit_note_id'],
    ]);
    const currency = currencies.get(name) ?? (await currencyOf({ ...passing, ledger }, fields));
    currencies.set(name, currency);
    amounts.push(...moneyOf(currency, amount));
  }
  const creates = items.flatMap(({ act, itemKey, notSameAs }): Create | [] =>
    act.kind === 'create' ? { type: act.type, fields: act.fields, itemKey, notSameAs } : [],
  );
  const plan = canonicalObject(
    Object.fromEntries(items.map(({ act, itemKey }) => [itemKey, { id: act.providerId, ...act.fields }])),
  );
  return { creates, asked: { amounts: summed(amounts), writes: items.length }, isHigh: true, plan };
}

/** The fields of these records by their ids. */
async function readAll(ledger: Ledger, type: ResourceType, ids: readonly string[]) {
  const found = new Map<string, JsonObject>();
  const atOnce = Math.max(1, familyTraitsOf(ledger.provider, type).together.reads);
  const left = [...new Set(ids)];
  while (left.length > 0) {
    const part = left.splice(0, atOnce);
    const [first = ''] = part;
    const records = part.length === 1 ? [await ledger.read(type, first)] : (await ledger.readMany(type, part)).records;
    for (const { providerId, fields } of records) found.set(providerId, fields);
  }
  return found;
}

/** What an automation's plan would create or authorise. What is made and authorised in one counts once. */
export async function weighedPlan(
  passing: Passing,
  ledger: Ledger,
  { planned, plan }: { readonly planned: readonly PlannedWrite[]; readonly plan: JsonObject },
): Promise<WeighedWork> {
  const { traits } = ledger.provider;
  const amounts: Money[] = [];
  const creates: Create[] = [];
  let isHighWork = false;
  const made = new Set(planned.filter(({ action }) => action === 'create').map(({ type }) => type));
  for (const { action, type, id, fields: given } of planned) {
    const fields = given as JsonObject;
    assertPriced(fields, 'input: ');
    if (action === 'email') isHighWork = true;
    else if (action === 'create' || (id === null && !made.has(type) && linesIn(fields).length > 0)) {
      creates.push({ type, fields, notSameAs: passing.write.notSameAs });
      isHighWork ||= isHigh({ kind: 'create', type, providerId: null, fields }, null);
      await count(fields, amountOfAct({ kind: 'create', type, providerId: null, fields }, null));
    } else {
      const providerId = id === null ? null : (providerIdOf(type, id, traits) ?? null);
      const before = providerId === null ? null : (await ledger.read(type, providerId)).fields;
      const act: RecordAct = { kind: 'update', type, providerId, fields };
      isHighWork ||= isHigh(act, before);
      if (!before) continue;
      // The provider itself makes the invoice of the quote, so that no other step has its amount.
      const isConverted = type === 'quotes' && fields['status'] === 'INVOICED' && !made.has('invoices');
      await count({ ...before, ...fields }, isConverted ? totalOf(type, before) : amountOfAct(act, before));
    }
  }
  return { creates, asked: { amounts: summed(amounts), writes: 1 }, isHigh: isHighWork, plan };

  async function count(fields: JsonObject, amount: ReturnType<typeof amountOfAct>) {
    if (amount.isZero()) return;
    const currency = await currencyOf({ ...passing, ledger }, fields);
    amounts.push(...moneyOf(currency, amount));
  }
}
