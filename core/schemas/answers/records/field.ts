import * as v from 'valibot';

// The provider decides which fields a record has, so each may be absent or null; its unknown values pass through.
const maybe = <S extends v.GenericSchema>(schema: S) => v.optional(v.nullable(schema));

/** The kinds of field that normalized records are made of. */
export const field = {
  maybe,
  text: maybe(v.string()),
  date: maybe(v.pipe(v.string(), v.isoDate())),
  /** Money and quantities: JSON numbers, computed as decimals. */
  number: maybe(v.number()),
  flag: maybe(v.boolean()),
};
