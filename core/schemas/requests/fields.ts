// The pieces that several request bodies are made of. Messages are for people: they follow the field's path.
import * as v from 'valibot';
import { isWholeText } from '../../domain/exact-json.ts';
import { type ResourceType, resourceTraits } from '../../domain/resource.ts';
import { resourceIdPattern } from '../../domain/resource-id.ts';

type UuidType = Exclude<ResourceType, 'tax_rates'>;

const string = () => v.string('must be a string');
const atMost = (length: number) =>
  v.maxLength<string, number, string>(length, `must have at most ${length} characters`);

/** Text that null or "" clears. */
export const clearable = (length: number) => v.optional(v.nullable(v.pipe(string(), atMost(length))));

export const requiredText = (length: number) => v.pipe(string(), v.minLength(1, 'must not be empty'), atMost(length));

export const wholeText = () => v.check(isWholeText, 'must not hold NUL or half of a surrogate pair');

/** A text by which a record is found or told from another; null or "" clears it. */
export const clearableIdentifier = (length: number) =>
  v.optional(v.nullable(v.pipe(string(), atMost(length), wholeText())));

export const requiredIdentifier = (length: number) => v.pipe(requiredText(length), wholeText());

/** What null takes away; "" is null in another spelling, whatever else the field holds. */
export const orNothing = <S extends v.GenericSchema>(schema: S) =>
  v.optional(
    v.nullable(
      v.pipe(
        v.union([v.literal(''), schema]),
        v.transform((value) => (value === '' ? null : value)),
      ),
    ),
  );

/** A calendar day, `YYYY-MM-DD`. */
export const day = () =>
  v.pipe(string(), v.isoDate('must be a date as YYYY-MM-DD'), v.check(isDay, 'must be a day that exists'));
export const clearableDay = () => orNothing(day());

function isDay(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

const greatest = 9_999_999_999.99;

/** A decimal from 0 with at most `places` places: the provider would round what is finer without a word. */
export const amount = (places = 4) =>
  v.pipe(
    v.number('must be a number'),
    v.minValue(0, 'must not be negative'),
    v.maxValue(greatest, `must be at most ${greatest}`),
    v.check((n) => fits(n, places), `must have at most ${places} decimal places`),
    // Not as multipleOf: common validators compute in binary and refuse 19.99 for it.
    v.description(`At most ${places} decimal places.`),
  );

function fits(n: number, places: number): boolean {
  const [mantissa = '', exponent = '0'] = String(n).split('e');
  const fraction = mantissa.split('.')[1]?.length ?? 0;
  return Math.max(0, fraction - Number(exponent)) <= places;
}

export const percent = () =>
  v.pipe(v.number('must be a number'), v.minValue(0, 'must not be negative'), v.maxValue(100, 'must be at most 100'));

/** The service's id of a record of this type, or the provider's own. */
export const recordId = (type: UuidType) =>
  v.pipe(string(), v.regex(resourceIdPattern(type), `must be the id of a ${resourceTraits[type].singular}`));
export const clearableRecordId = (type: UuidType) => orNothing(recordId(type));

/** Status words in upper or lower case. */
export const status = (...words: readonly string[]) =>
  v.picklist([...words, ...words.map((w) => w.toLowerCase())], `must be one of ${words.join(', ')}`);

export const currency = () => v.pipe(string(), v.regex(/^[A-Z]{3}$/, 'must be a currency code such as NZD'));
export const currencyRate = () =>
  v.pipe(
    v.number('must be a number'),
    v.gtValue(0, 'must be greater than 0'),
    v.maxValue(1e9, 'must be at most 1000000000'),
  );

export const flag = () => v.boolean('must be true or false');

export const lineAmountMode = () =>
  v.picklist(['exclusive', 'inclusive', 'no_tax'], 'must be one of exclusive, inclusive, no_tax');

/** JSON Schema's format takes more, e.g. `urn:uuid:…`. */
const uuidForm = /^[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$/;

/** Amounts may not be negative; at most 4,000 characters of description (the specification's "Limits"). */
const LineItem = v.strictObject({
  line_item_id: v.optional(v.pipe(string(), v.regex(uuidForm, 'must be a line item id'))),
  description: clearable(4000),
  quantity: v.optional(amount()),
  unit_amount: v.optional(amount()),
  discount_rate: orNothing(percent()),
  discount_amount: orNothing(amount()),
  item_code: clearableIdentifier(30),
  account_id: clearableRecordId('accounts'),
  account_code: clearableIdentifier(10),
  tax_type: clearableIdentifier(50),
  tax_amount: orNothing(amount()),
  tracking: v.optional(
    v.pipe(
      v.array(
        v.strictObject({
          tracking_category_id: v.optional(string()),
          tracking_option_id: v.optional(string()),
          name: v.optional(string()),
          option: v.optional(string()),
        }),
        'must be a list',
      ),
      v.maxLength(2, 'must have at most 2 entries'),
    ),
  ),
});

const mostLines = 500;

export const lineItems = () =>
  v.pipe(
    v.array(LineItem, 'must be a list'),
    v.minLength(1, 'must not be empty'),
    v.maxLength(mostLines, `must have at most ${mostLines} lines`),
  );
