import { cancelledStatus, cancellingStatus } from '../../domain/cancellation.ts';
import { conflict, refusedFields, ServiceError } from '../../domain/errors.ts';
import { correctedCopy } from '../../domain/invoice-rules.ts';
import { canonicalObject, type JsonObject } from '../../domain/json.ts';
import type { LedgerRecord } from '../../domain/ledger-record.ts';
import { resourceIdOf } from '../../families/resource-id.ts';
import type { Provider } from '../../ports/provider.ts';
import { lackOf } from '../providers/coverage.ts';
import { droppedFields } from '../resources/dropped-fields.ts';
import { requireProviderId } from '../resources/resource-target.ts';
import { plannedCreate, plannedUpdate, type Recipe } from './recipe.ts';
import { announcing, cancelOnce, createOnce, type RecipeRun, readAgain, updateOnce } from './recipe-steps.ts';
import { type RecordSummary, summaryOf, type WrittenRecord } from './record-summary.ts';

const approval = { status: 'AUTHORISED' };

export const invoiceVoidAndReissue: Recipe<'invoice.void_and_reissue'> = {
  title: 'Void and reissue an invoice',
  description: 'Replaces an invoice that is neither paid nor credited by a corrected copy.',
  steps: [
    { name: 'read', description: 'Reads the invoice and checks that it can be cancelled.', writes: false },
    { name: 'create', description: 'Creates the corrected copy as a draft, with a new number.', writes: true },
    { name: 'cancel', description: 'Cancels the old invoice: a draft is deleted, others are voided.', writes: true },
    { name: 'authorise', description: 'Authorises the copy.', writes: true },
    { name: 're_read', description: 'Reads both as they are now and announces them.', writes: false },
  ],
  lack: (traits, { changes }) =>
    lackOf(traits, [{ type: 'invoices', can: ['read', 'create', 'update', 'cancel'], fields: changes }]),
  plan: async (ledger, { invoice_id, changes }) => {
    const providerId = requireProviderId('invoices', invoice_id, ledger.provider.traits);
    const live = await ledger.read('invoices', providerId);
    const copy = reissued(ledger.provider, live, changes);
    const status = cancellingStatus('invoices', live);
    return {
      create: plannedCreate('invoices', copy),
      cancel: plannedUpdate('invoices', resourceIdOf('invoices', providerId), { status }),
      authorise: plannedUpdate('invoices', null, approval),
    };
  },
  run: async (run, { invoice_id, changes }) => {
    const providerId = requireProviderId('invoices', invoice_id, run.ledger.provider.traits);
    let live: LedgerRecord | undefined;
    const old = await run.attempt.steps.step('read', async () => {
      live = await run.ledger.read('invoices', providerId);
      reissued(run.ledger.provider, live, changes);
      return { result: summaryOf(live) };
    });
    const fields = async () =>
      reissued(run.ledger.provider, live ?? (await run.ledger.read('invoices', providerId)), changes);
    const copy = await createOnce(run, { step: 'create', type: 'invoices', fields, otherThan: old });
    await cancelled(run, old, copy);
    await updateOnce(run, { step: 'authorise', target: copy, fields: approval });
    const [current, former] = await readAgain(run, 're_read', [copy, old]);
    return announcing(run, [former, current], { invoice: current, replaced: former });
  },
};

/** The copy's fields. Throws CONFLICT if the old invoice cannot be cancelled or the copy could not be authorised. */
function reissued({ traits }: Pick<Provider, 'traits'>, live: LedgerRecord, changes: object): JsonObject {
  const earlier = cancelledStatus(live);
  if (earlier) throw conflict('invoice_not_cancellable', `invoice cannot be reissued: it is ${earlier} already`);
  cancellingStatus('invoices', live);
  const ofType = live.fields['type'];
  const faults = droppedFields(traits, 'invoices', changes as JsonObject, { ofType, path: 'input.changes' });
  if (faults.length > 0) throw refusedFields(faults);
  const { writableFields } = traits.families.invoices ?? {};
  const whole = correctedCopy(live.fields, canonicalObject(changes));
  // A provider that numbers by itself, for one, takes no number of ours.
  const written = Object.entries(whole).filter(([name]) => name in changes || (writableFields?.includes(name) ?? true));
  const copy = Object.fromEntries(written);
  if (copy['due_date'] !== undefined) return copy;
  throw conflict('due_date_missing', 'the invoice has no due date, which authorising needs; give changes.due_date');
}

/** If somebody else paid or cancelled the old invoice meanwhile, the error names its copy. */
async function cancelled(run: RecipeRun, old: RecordSummary, copy: WrittenRecord): Promise<void> {
  try {
    await cancelOnce(run, 'cancel', old);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.retryable) throw error;
    const text = `${error.message}; the corrected copy ${copy['number'] ?? copy.id} was created and is a draft`;
    throw new ServiceError(error.code, text, error.details, error);
  }
}
