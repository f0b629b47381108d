import * as v from 'valibot';

/**
 * The kinds of field that normalized records are made of. Every field is always there; null stands for no value.
 * What the provider says in words passes through, also words that are new.
 */
export const field = {
  text: v.nullable(v.string()),
  date: v.nullable(v.pipe(v.string(), v.isoDate())),
  /** Money and quantities: JSON numbers, computed as decimals. */
  number: v.nullable(v.number()),
  flag: v.nullable(v.boolean()),
};
