// The published schema of a recipe's input allows exactly what the service accepts.

import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import { expect } from 'chai';
import fc from 'fast-check';
import { ServiceError } from '../../../core/domain/errors.ts';
import { parse } from '../../../core/schemas/parse.ts';
import { listRecipes } from '../../../core/use-cases/automations/recipes.ts';
import { broken, ownFields, type Schema, schemaValues } from '../../../tests/fuzz/schema-values.ts';
import { runsOf } from '../../../tools/run-length.ts';
import { inputJsonSchema } from './input-json-schema.ts';

const uuid = '0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9';
const suffix = '01jd9x8fbee5wv1tzd4nq6c2m7';
const often = <T>(good: readonly T[], bad: readonly T[]): readonly T[] => [...Array(8).fill(good).flat(), ...bad];
const ids = (prefix: string) =>
  often([`${prefix}_${suffix}`, uuid, uuid.toUpperCase()], [`tax_${suffix}`, `urn:uuid:${uuid}`, `${prefix}_8`, '']);
const days = often(['2026-01-31', '2028-02-29'], ['2026-02-29', '2026-1-31', '2026-13-01', '']);
/** Values that pass most checks, and some that fail a late one. */
const known = {
  invoice_id: ids('inv'),
  contact_id: ids('con'),
  quote_id: ids('quo'),
  account_id: ids('acc'),
  branding_theme_id: ids('brand'),
  issue_date: days,
  date: days,
  due_date: days,
  delivery_date: days,
  expiry_date: days,
  amount: often([0.01, 19.99], [0, 1e10, -1]),
  account_code: often(['200'], ['']),
  reason: often(['r'], [' ', '\u00a0\n', '']),
  sent_to_contact: [true, false],
  line_item_id: often([uuid], [`urn:uuid:${uuid}`]),
  currency: ['NZD'],
};

/**
 * Removes what validators interpret differently: more than two decimal places, and lengths in UTF-16 units, of which an
 * astral character has two.
 */
function sayable(value: unknown, levels = 70): unknown {
  if (typeof value === 'string') return value.replace(/[\u{10000}-\u{10ffff}]/gu, 'x');
  if (typeof value === 'number') return Math.abs(value) < 1e9 ? Math.round(value * 100) / 100 : Math.trunc(value);
  if (typeof value !== 'object' || value === null || levels === 0) return value;
  if (Array.isArray(value)) return value.map((inner) => sayable(inner, levels - 1));
  return ownFields(Object.entries(value).map(([key, inner]) => [key, sayable(inner, levels - 1)]));
}

/** Rules between fields that a recipe's schema only tells in words: a value that they alone refuse is no difference. */
const inWords =
  /only an overpayment has another|settles nothing|an overpayment has no tax|posted by the provider itself/;

function isRefusedInWords(error: unknown): boolean {
  const errors = error instanceof ServiceError ? (error.details.errors ?? []) : [];
  return errors.length > 0 && errors.every(({ message }) => inWords.test(message));
}

describe('the published schema of a recipe’s input', () => {
  const addFormats = addFormatsModule as unknown as (target: Ajv2020) => void;
  const ajv = new Ajv2020({ strict: false, code: { optimize: false } });
  addFormats(ajv);
  for (const { name, input } of listRecipes()) {
    it(`of ${name} allows exactly what is taken`, () => {
      const schema = JSON.parse(JSON.stringify(inputJsonSchema(input))) as Schema;
      const allows = ajv.compile(schema);
      const takes = (value: unknown): boolean | 'refused in words' => {
        try {
          parse(input, value);
          return true;
        } catch (error) {
          return isRefusedInWords(error) && 'refused in words';
        }
      };
      const values = schemaValues(schema, known).allowed(schema);
      let taken = 0;
      fc.assert(
        fc.property(
          fc.oneof({ weight: 3, arbitrary: values }, { weight: 1, arbitrary: values.chain(broken) }),
          (made) => {
            const value = sayable(made);
            const isTaken = takes(value);
            fc.pre(isTaken !== 'refused in words');
            if (isTaken) taken += 1;
            expect(allows(value), JSON.stringify(allows.errors)).to.equal(isTaken);
          },
        ),
        // Few made-up bank transactions meet the rules between their fields.
        { numRuns: runsOf({ long: 600, short: 200 }) * (name === 'bank_transaction.record' ? 2 : 1), seed: 16 },
      );
      expect(taken, 'inputs that are taken').to.be.above(10);
    });
  }
});
