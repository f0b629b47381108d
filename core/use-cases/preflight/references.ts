// What a write names of the books: which field, where in the request, and of which family.
import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts';
import type { ResourceType } from '../../domain/resource.ts';
import { familyReferredTo } from '../../families/all-families.ts';

export interface Reference {
  /** Where in the fields it is, such as `line_items[2].account_code`. */
  readonly path: string;
  readonly type: ResourceType;
  /** `id`, or the field by which the record is named. */
  readonly by: 'id' | 'code' | 'tax_type';
  readonly value: string;
}

/** The fields that name a record otherwise than by its id. */
const named: Readonly<Record<string, Pick<Reference, 'type' | 'by'>>> = {
  account_code: { type: 'accounts', by: 'code' },
  bank_account_code: { type: 'accounts', by: 'code' },
  cogs_account_code: { type: 'accounts', by: 'code' },
  item_code: { type: 'items', by: 'code' },
  tax_type: { type: 'tax_rates', by: 'tax_type' },
};

/** The references in fields of these names, at any depth. Empty values name nothing. */
export function referencesIn(fields: JsonObject, names: readonly string[]): readonly Reference[] {
  return within(fields, names, '');
}

function within(value: Json, names: readonly string[], path: string): readonly Reference[] {
  if (Array.isArray(value)) return value.flatMap((entry: Json, at) => within(entry, names, `${path}[${at}]`));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, held]): readonly Reference[] => {
    const at = path === '' ? name : `${path}.${name}`;
    if (typeof held !== 'string') return within(held ?? null, names, at);
    if (held === '' || !names.includes(name)) return [];
    const family = familyReferredTo(name);
    const target = named[name] ?? (family && { type: family, by: 'id' as const });
    return target ? [{ path: at, value: held, ...target }] : [];
  });
}
