// Tells whether a record already has the values of a write. Compares normalized fields, or Tryton's own for a native write.
import {
  isJsonObject,
  type Json,
  type JsonObject,
  type LedgerGateway,
  type LedgerRecord,
  type ResourceType,
  resourceIdOf,
} from '../../../core/ports.ts';
import { plainValue } from '../values.ts';
import { type Plan, planOf } from './plan.ts';
import { hasReached, isUnderWay } from './statuses.ts';

/** Compares changes only: a lost create is found by its mark. */
export const couldBe: LedgerGateway['couldBe'] = (write, record) => {
  const plan = planOf(write);
  const { act, id, status } = plan;
  if (record.type !== write.type || String(id) !== record.providerId) return false;
  // A change that first sets the document back to draft writes nothing else in that call. Other changes write their fields
  // first, and set the status by a later call.
  if (status !== null && (act === 'move' || status === 'DRAFT')) {
    return hasReached(record, status) || isUnderWay(record, status);
  }
  return act === 'change' && hasAll(plan, record);
};

/** True if the record has each value that the plan sets. */
export function hasAll({ fields, document }: Plan, record: LedgerRecord): boolean {
  if (document) {
    const sent = Object.entries(plainValue(document) as JsonObject);
    // Lists hold commands such as `create`, whose effect cannot be seen in the record. They are not compared.
    return sent.every(
      ([name, value]) => !Array.isArray(value) && !isJsonObject(value) && isSame(value, ownValue(record, name)),
    );
  }
  return Object.entries(fields ?? {}).every(([name, value]) => {
    if (name === 'line_items') return haveSameLines(value, record.fields['line_items'] ?? []);
    return isShown(name, value, record.fields[name] ?? null);
  });
}

function ownValue({ native }: LedgerRecord, name: string): Json {
  const related = native[`${name}.`];
  return native[name] ?? (isJsonObject(related) ? (related['id'] ?? null) : null);
}

/** The values that are written where a line leaves them out. */
const usualLine = { description: null, quantity: 1, unit_amount: 0 };

function haveSameLines(sent: Json, held: Json): boolean {
  const [lines, others] = [objectsIn(sent), objectsIn(held)];
  return (
    lines.length === others.length &&
    lines.every((line, i) =>
      Object.entries({ ...usualLine, ...line }).every(([name, value]) =>
        isShown(name, value, others[i]?.[name] ?? null),
      ),
    )
  );
}

/** True if the held value shows what was sent. References are compared by the service's ids. */
function isShown(name: string, sent: Json, held: Json): boolean {
  const family = related[name];
  if (sent !== null && family) return held === resourceIdOf(family, String(sent));
  if (name === 'phones' || name === 'addresses') {
    const [all, others] = [objectsIn(sent), objectsIn(held)];
    const isWhole = name === 'addresses' || all.length === others.length;
    return isWhole && all.every((one) => others.some((other) => isPart(one, other)));
  }
  return isSame(sent, held);
}

const related: Readonly<Record<string, ResourceType>> = {
  contact_id: 'contacts',
  invoice_id: 'invoices',
  account_id: 'accounts',
};

/** Tryton holds a phone number as one text, so the parts of the sent number are joined before they are compared. */
function isPart(sent: JsonObject, held: JsonObject): boolean {
  const { country_code, area_code, ...rest } = sent;
  const number = [country_code, area_code, rest['number']].filter((part) => Boolean(part)).join(' ');
  const asShown = number === '' ? rest : { ...rest, number };
  return Object.entries(asShown).every(([name, value]) => isSame(value, held[name] ?? null));
}

function objectsIn(list: Json): readonly JsonObject[] {
  return Array.isArray(list) ? (list as readonly Json[]).filter(isJsonObject) : [];
}

function isSame(sent: Json, held: Json): boolean {
  if (sent === null || sent === '') return held === null || held === '';
  if (typeof sent === 'boolean') return held === sent || held === Number(sent);
  if (typeof sent === 'number' || typeof held === 'number') return Number(sent) === Number(held);
  return String(sent) === String(held);
}
