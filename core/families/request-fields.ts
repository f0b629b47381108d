// The pieces that several request bodies are made of. Messages are for people: they follow the field's path.
import * as v from 'valibot';
import { instantForm, instantOf, notAnInstant } from '../domain/instant.ts';
import { isWholeText } from '../domain/json.ts';
import { idBytesMost, resourceIdLengthMost } from '../domain/resource.ts';
import { isUsageDay } from '../domain/usage.ts';
import { rateMeaning } from './answer-fields.ts';

export const string = () => v.string('must be a string');
export const atMost = (length: number) =>
  v.maxLength<string, number, string>(length, `must have at most ${length} characters`);

/** Text that null or "" clears. */
export const clearable = (length: number) => v.optional(v.nullable(v.pipe(string(), atMost(length))));

export const requiredText = (length: number) => v.pipe(string(), v.minLength(1, 'must not be empty'), atMost(length));

const wholeText = () => v.check(isWholeText, 'must not contain NUL or half of a surrogate pair');

/** A text that identifies a record; null or "" clears it. */
export const clearableIdentifier = (length: number) =>
  v.optional(v.nullable(v.pipe(string(), atMost(length), wholeText())));

export const requiredIdentifier = (length: number) => v.pipe(requiredText(length), wholeText());

/** A value that null or "" clears. */
export const orNothing = <S extends v.GenericSchema>(schema: S) =>
  v.optional(
    v.nullable(
      v.pipe(
        v.union([v.literal(''), schema]),
        v.transform((value) => (value === '' ? null : value)),
      ),
    ),
  );

export const listOf = <S extends v.GenericSchema>(entry: S, most: number) =>
  v.pipe(v.array(entry, 'must be a list'), v.maxLength(most, `must have at most ${most} entries`));

/** A calendar day, `YYYY-MM-DD`. */
export const day = () =>
  v.pipe(string(), v.isoDate('must be a date as YYYY-MM-DD'), v.check(isUsageDay, 'must be a day that exists'));
export const clearableDay = () => orNothing(day());

/** A time with `Z` or an offset and up to nine decimals; the output is in UTC, cut to milliseconds. */
export const instant = (): v.GenericSchema<string, string> =>
  v.pipe(
    string(),
    v.regex(instantForm, notAnInstant),
    v.check((text) => instantOf(text) !== undefined, 'must be a time that exists'),
    v.transform((text) => instantOf(text)?.toISOString() ?? text),
  );

export const greatest = 9_999_999_999.99;

const upTo = (most: number) =>
  v.pipe(
    v.number('must be a number'),
    v.minValue(0, 'must not be negative'),
    v.maxValue(most, `must be at most ${most}`),
  );

/** A decimal from 0 with at most `places` places: the provider silently rounds finer ones. */
export const amount = (places = 4) => v.pipe(upTo(greatest), ofPlaces(places), v.description(placesText(places)));

/** A decimal above or below 0 with at most `places` places. */
export const signedAmount = (places = 4) =>
  v.pipe(
    v.number('must be a number'),
    v.minValue(-greatest, `must be at least ${-greatest}`),
    v.maxValue(greatest, `must be at most ${greatest}`),
    ofPlaces(places),
  );

const ofPlaces = (places: number) =>
  v.check<number, string>((n) => fits(n, places), `must have at most ${places} decimal places`);
// Without `multipleOf`: common validators compute in binary and would refuse 19.99.
const placesText = (places: number) => `At most ${places} decimal places.`;

function fits(n: number, places: number): boolean {
  const [mantissa = '', exponent = '0'] = String(n).split('e');
  const fraction = mantissa.split('.')[1]?.length ?? 0;
  return Math.max(0, fraction - Number(exponent)) <= places;
}

export const wholeFrom = (least: number, most: number) => {
  const wanted = `must be a whole number from ${least} to ${most}`;
  return v.pipe(v.number(wanted), v.integer(wanted), v.minValue(least, wanted), v.maxValue(most, wanted));
};

/** Metadata of a body in which exactly one of these groups of fields is given. */
export const oneOfGroups = (...groups: readonly (readonly string[])[]) => ({
  oneOf: groups.map((names) => ({
    required: names,
    properties: Object.fromEntries(names.map((name) => [name, {}])),
  })),
});

export const percent = () => upTo(100);

interface Named {
  readonly singular: string;
}

/** The service's id of a record of this family, or the provider's own; `requireIds` knows what that can be. */
export const recordId = (family: Named) => idText(resourceIdLengthMost, notTheIdOf(family));
export const clearableRecordId = (family: Named) => orNothing(recordId(family));

export const oneOf = ({ singular }: Named) => `${/^[aeiou]/.test(singular) ? 'an' : 'a'} ${singular}`;
export const notTheIdOf = (family: Named) => `must be the id of ${oneOf(family)}`;

/** The provider's id of a line. */
export const notALineId = 'must be a line item id';
export const lineId = () => idText(idBytesMost, notALineId);

const idText = (most: number, wrong: string) => v.pipe(string(), v.minLength(1, wrong), v.maxLength(most, wrong));

export const oneWord = <const W extends readonly string[]>(words: W) =>
  v.picklist(words, `must be one of ${words.join(', ')}`);

/** Status words in upper or lower case. */
export const status = (words: readonly string[]) =>
  v.picklist([...words, ...words.map((w) => w.toLowerCase())], `must be one of ${words.join(', ')}`);

/** The decimals of a rate that the provider keeps. */
const ratePlaces = 6;

export const currency = () => v.pipe(string(), v.regex(/^[A-Z]{3}$/, 'must be a currency code such as NZD'));
export const currencyRate = () =>
  v.pipe(
    v.number('must be a number'),
    v.gtValue(0, 'must be greater than 0'),
    v.maxValue(1e9, 'must be at most 1000000000'),
    ofPlaces(ratePlaces),
    v.description(`${rateMeaning} ${placesText(ratePlaces)}`),
  );

/** Longer than the provider gives out itself, because a read of another's books has shown such a code. */
export const accountCodeMost = 50;

export const flag = () => v.boolean('must be true or false');
