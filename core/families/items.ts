import * as v from 'valibot';
import { described, field } from './answer-fields.ts';
import { family } from './family.ts';
import { answersOf, type PlainTexts, requestsOf } from './plain-text.ts';
import { accountCodeMost, amount, clearableIdentifier, flag, requiredIdentifier } from './request-fields.ts';

/** The longest code of an item; the lines of documents name items by it. */
export const itemCodeMost = 30;

const plain = {
  name: {
    longest: 50,
    means: 'What people call it; the provider takes the code where there is none.',
    example: 'Workbench',
  },
  description: { longest: 4000, means: 'What lines of sales say of it.', example: 'Workbench, oak, 180 cm' },
  purchase_description: {
    longest: 4000,
    means: 'What lines of purchases say of it.',
    example: 'Oak workbench, flat-packed',
  },
} as const satisfies PlainTexts;

const side = {
  unit_price: v.optional(amount()),
  account_code: clearableIdentifier(accountCodeMost),
  tax_type: clearableIdentifier(50),
};

const entries = {
  ...requestsOf(plain),
  is_sold: v.optional(flag()),
  is_purchased: v.optional(flag()),
  sale: v.optional(v.strictObject(side)),
  purchase: v.optional(v.strictObject({ ...side, cogs_account_code: clearableIdentifier(accountCodeMost) })),
};

const sideFields = { unit_price: field.number, account_code: field.text, tax_type: field.text };

/** Goods and services with a code. Lines of documents name them; stock follows from documents alone. */
export const items = family('items', {
  idPrefix: 'itm',
  singular: 'item',
  writes: 'creates_and_updates',
  books: {
    day: null,
    refers: ['account_code', 'cogs_account_code', 'tax_type'],
    accounts: 'any',
    frozen: [],
    leaves: [],
  },
  unique: 'code',
  deletes: true,
  findsByName: true,
  bulk: 'creates_and_updates',
  plain,
  requests: {
    create: v.strictObject({ code: requiredIdentifier(itemCodeMost), ...entries }),
    update: v.strictObject({ code: v.optional(requiredIdentifier(itemCodeMost)), ...entries }),
  },
  examples: {
    create: {
      normalized: {
        summary: 'An item that is sold',
        value: {
          code: 'BENCH-180',
          name: 'Workbench',
          description: 'Workbench, oak, 180 cm',
          sale: { unit_price: 890, account_code: '200', tax_type: 'OUTPUT2' },
        },
      },
    },
    update: { price: { summary: 'A new price', value: { sale: { unit_price: 920 } } } },
  },
  fields: {
    code: described(field.text, 'Unique; the lines of documents name the item by it (`item_code`).'),
    ...answersOf(plain),
    is_sold: field.flag,
    is_purchased: field.flag,
    is_tracked: described(field.flag, 'True if the provider counts its stock.'),
    sale: v.nullable(v.object(sideFields)),
    purchase: v.nullable(v.object({ ...sideFields, cogs_account_code: field.text })),
    quantity_on_hand: field.number,
    total_cost_pool: field.number,
  },
});
