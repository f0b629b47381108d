// What lists of records compare of a document besides its texts and dates.
import { bankKinds, comparedField, documentSides, type JsonObject, type ResourceType } from '#core/ports';
import { orderedDecimal } from '../ordered-decimal.ts';

const sides: readonly string[] = [...documentSides, ...bankKinds];

/** A currency's code has three letters; what is longer is none, and would not fit an index. */
const currencyLettersMost = 10;

/**
 * The columns of a record with these fields. `columns_digest` is the `fields_digest` that they belong to: a build that
 * does not know them changes the other alone, and the record is then one of those that `indexMissing` finds.
 */
export function amountColumns(type: ResourceType, fields: JsonObject, digest: string) {
  const fieldFor = (name: string) => fields[comparedField(type, name) ?? ''];
  const currency = fieldFor('currency');
  const amountOf = (name: string) => (comparedField(type, name) === undefined ? null : ordered(fieldFor(name)));
  return {
    side: sides.find((side) => side === (fieldFor('type') ?? fieldFor('kind'))) ?? null,
    currency: typeof currency === 'string' ? currency.slice(0, currencyLettersMost) : null,
    total: amountOf('total'),
    amount_due: amountOf('amount_due'),
    columns_digest: digest,
  };
}

/** The empty text, which sorts first, for what is no number. */
function ordered(value: unknown): string {
  return typeof value === 'number' ? orderedDecimal(String(value)) : '';
}
