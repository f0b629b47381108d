// A mark tells which record a create made. It is a text derived from the create's key, written in the same transaction into
// a field that nobody sees.
import { createHash } from 'node:crypto';
import { isJsonObject, type Json, type JsonObject, type LedgerRecord } from '../../../core/ports.ts';
import type { Domain } from '../books.ts';
import { archivedToo, type Model } from '../wire/model.ts';
import type { WriteContext } from './write-context.ts';

export function markOf(key: string): string {
  return `lp:${createHash('sha256').update(key).digest('hex').slice(0, 32)}`;
}

interface Place {
  /** The model and field of the text, and the field that names the record. */
  readonly model: string;
  readonly field: string;
  readonly owner: string;
  readonly domain?: Domain;
  readonly put: (values: JsonObject, mark: string) => JsonObject;
}

/** Tryton prints a line's note nowhere. A document without lines gets a comment line that holds the mark. */
const inLine = (model: string, owner: string): Place => ({
  model,
  field: 'note',
  owner,
  put(values, mark) {
    const commands = Array.isArray(values['lines']) ? (values['lines'] as Json[]) : [];
    const at = commands.findIndex((command) => Array.isArray(command) && command[0] === 'create');
    const [first, ...rest] = ((commands[at] as Json[] | undefined)?.[1] ?? []) as Json[];
    if (!isJsonObject(first)) return { ...values, lines: [...commands, ['create', [{ type: 'comment', note: mark }]]] };
    const note = typeof first['note'] === 'string' ? `${mark}\n${first['note']}` : mark;
    return { ...values, lines: commands.with(at, ['create', [{ ...first, note }, ...rest]]) };
  },
});

/** Which field of each model holds the mark. */
const places: Readonly<Record<string, Place>> = {
  'account.invoice': inLine('account.invoice.line', 'invoice'),
  'sale.sale': inLine('sale.line', 'sale'),
  'purchase.purchase': inLine('purchase.line', 'purchase'),
  // Tryton shows archived contact mechanisms nowhere, and creates them in the party's own transaction.
  'party.party': {
    model: 'party.contact_mechanism',
    field: 'value',
    owner: 'party',
    domain: [['active', '=', false]],
    put(values, mark) {
      const commands = Array.isArray(values['contact_mechanisms']) ? (values['contact_mechanisms'] as Json[]) : [];
      const hidden = ['create', [{ type: 'other', value: mark, active: false }]];
      return { ...values, contact_mechanisms: [...commands, hidden] };
    },
  },
  'account.account': {
    model: 'account.account',
    field: 'note',
    owner: 'id',
    domain: archivedToo,
    put: (values, mark) => ({ ...values, note: marked(values['note'], mark) }),
  },
  'account.move.line': {
    model: 'account.move.line',
    field: 'move.description',
    owner: 'id',
    domain: [['invoice_payment', '!=', null]],
    put: (values) => values,
  },
};

export function withMark({ name }: Model, values: JsonObject, mark: string): JsonObject {
  return places[name]?.put(values, mark) ?? values;
}

/** The text, followed by the mark. `unmarked` removes the mark again. */
export function marked(text: Json | undefined, mark: string): string {
  return typeof text === 'string' && text !== '' ? `${text} ${mark}` : mark;
}

/**
 * The record with each mark; undefined where no record has it. A person who copies a document copies its mark, too, so the
 * first record counts.
 */
export async function findMarked(
  { books, model, records: read }: WriteContext,
  marks: readonly string[],
): Promise<readonly (LedgerRecord | undefined)[]> {
  const place = places[model.name];
  if (!place) return marks.map(() => undefined);
  const { field, owner, domain = [] } = place;
  const alike = marks.map((mark): Json => [field, 'like', `%${mark}%`]);
  // Tryton hides archived records as soon as a condition is nested, so models with archived records are searched by `in`. It
  // compares the whole text, and in these fields the mark is the whole text.
  const holds = marks.length === 1 ? alike : [domain.length > 0 ? [field, 'in', [...marks]] : ['OR', ...alike]];
  const rows = await books.search(place.model, { domain: [...domain, ...holds], fields: [field, owner] });
  const owners = marks.map((mark) => {
    const row = rows.find((candidate) => JSON.stringify(candidate).includes(mark));
    return row && Number(row[owner]);
  });
  const ids = owners.filter((id) => id !== undefined);
  const records = ids.length === 0 ? [] : await read(ids);
  return owners.map((id) => records.find(({ providerId }) => providerId === String(id)));
}
