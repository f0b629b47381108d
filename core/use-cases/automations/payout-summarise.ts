import { type FieldError, refusedFields } from '../../domain/errors.ts';
import { canonicalObject, type JsonObject } from '../../domain/json.ts';
import { type PayoutLine, payoutLines, sumOf } from '../../domain/payout-summary.ts';
import type { ResourceType } from '../../domain/resource.ts';
import { linesMost } from '../../families/document-requests.ts';
import { greatest } from '../../families/request-fields.ts';
import type { ProviderTraits } from '../../ports/provider.ts';
import type { AutomationInput } from '../../schemas/requests/automations.ts';
import { lackOf } from '../providers/coverage.ts';
import { plannedCreate, type Recipe } from './recipe.ts';
import { createOnce, succeeding } from './recipe-steps.ts';
import { shown } from './record-summary.ts';

type Input = AutomationInput<'payout.summarise'>;

export const payoutSummarise: Recipe<'payout.summarise'> = {
  title: 'Summarise a payout',
  description:
    'Adds up what a shop or processor paid out by account, tax and tracking, and posts it as one manual journal against a clearing account, or as one invoice.',
  steps: [{ name: 'create', description: 'Posts the journal, or creates the invoice, authorised.', writes: true }],
  lack: (traits, input) => {
    const type = documentTypeOf(traits, input);
    return lackOf(traits, [{ type, can: ['create'], fields: type === 'invoices' ? { line_items: [] } : {} }]);
  },
  faults,
  plan: async ({ provider: { traits } }, input) => {
    const { type, fields } = documentOf(traits, input);
    return { create: plannedCreate(type, fields) };
  },
  run: async (run, input) => {
    const { type, fields } = documentOf(run.ledger.provider.traits, input);
    const made = await createOnce(run, { step: 'create', type, fields: async () => fields });
    return succeeding({ [type === 'invoices' ? 'invoice' : 'manual_journal']: shown(made) });
  },
};

function documentTypeOf({ families }: Pick<ProviderTraits, 'families'>, input: Partial<Input>): ResourceType {
  if (input.contact_id !== undefined) return 'invoices';
  if (input.clearing_account_code !== undefined) return 'manual_journals';
  // Nothing says yet which it will be: one of them suffices.
  return families.manual_journals ? 'manual_journals' : 'invoices';
}

/** What the sums of the payout rule out. */
function faults({ payout, contact_id }: Input): readonly FieldError[] {
  const [lines, sum] = [payoutLines(payout), sumOf(payout.lines)];
  const { amount } = payout;
  const found: FieldError[] = [];
  const at = (field: string, message: string) => found.push({ path: `payout.${field}`, message });
  if (amount !== undefined && !sum.equals(amount)) at('amount', `is not what the lines add up to, ${sum.toFixed(2)}`);
  if (lines.length === 0) at('lines', 'add up to nothing in every account');
  if (lines.length >= linesMost)
    at('lines', `are for more than ${linesMost - 1} combinations of account, tax and tracking`);
  if (lines.some((line) => line.amount.abs().greaterThan(greatest))) at('lines', `add up to more than ${greatest}`);
  if (contact_id !== undefined && lines.length > 0 && !sum.isPositive())
    at('lines', `add up to ${sum.toFixed(2)}, which is no invoice; give clearing_account_code instead of contact_id`);
  return found;
}

interface Summary {
  readonly type: ResourceType;
  readonly fields: JsonObject;
}

/** From the input alone, so that equal inputs give equal documents. Throws BAD_REQUEST as `faults`. */
function documentOf({ noTax }: Pick<ProviderTraits, 'noTax'>, input: Input): Summary {
  const wrong = faults(input);
  if (wrong.length > 0) throw refusedFields(wrong);
  const { payout, line_amount_mode, contact_id, clearing_account_code } = input;
  const { reference, date } = payout;
  const lines = payoutLines(payout);
  if (contact_id !== undefined) {
    const line_items = lines.map((line) => ({ ...partsOf(line), quantity: 1, unit_amount: line.amount.toNumber() }));
    const terms = { external_reference: reference, issue_date: date, due_date: date, status: 'AUTHORISED' };
    return {
      type: 'invoices',
      fields: canonicalObject({ type: 'receivable', contact_id, ...terms, line_amount_mode, line_items }),
    };
  }
  const sum = sumOf(payout.lines);
  const cleared = { description: `Payout ${reference}`, account_code: clearing_account_code, tax_type: noTax };
  const booked = [
    ...(sum.isZero() ? [] : [{ ...cleared, line_amount: sum.toNumber(), tracking: [] }]),
    // What was earned is credited, what was kept back is debited.
    ...lines.map((line) => ({ ...partsOf(line), line_amount: line.amount.negated().toNumber() })),
  ];
  const head = { narration: `Payout ${reference}`, date, status: 'POSTED', line_amount_mode };
  return { type: 'manual_journals', fields: canonicalObject({ ...head, lines: booked }) };
}

function partsOf({ description, account_code, tax_type, tracking }: PayoutLine) {
  return { description, account_code, tax_type, tracking };
}
