// Sends prepared writes. A send makes one writing call, and reads the record before and after, because many of Tryton's calls
// answer nothing.
import { setTimeout as wait } from 'node:timers/promises';
import {
  type LedgerGateway,
  type LedgerRecord,
  type PreparedWrite,
  type SentRecord,
  ServiceError,
  textField,
} from '../../../core/ports.ts';
import { TrytonWarning } from '../refusal.ts';
import type { Rpc } from '../rpc.ts';
import { hasAll } from './could-be.ts';
import { create, explainUnknownField, valuesOf } from './create.ts';
import { markOf } from './marks.ts';
import { undo } from './payments.ts';
import { moveOf, type Plan, planOf, refused, writeOf } from './plan.ts';
import { sendManyOf, type TimedSend } from './send-many.ts';
import { buttonFor, hasReached } from './statuses.ts';
import {
  afterWriting,
  ifUnchanged,
  liveRecord,
  retryIfChanged,
  type WriteContext,
  writeContexts,
} from './write-context.ts';

export function sendsOf(rpc: Rpc): Pick<LedgerGateway, 'send' | 'sendMany'> {
  const contextFor = writeContexts(rpc);
  const send: TimedSend = async (access, write, key, beganMs) => {
    const context = contextFor(access, write.type, beganMs);
    const plan = planOf(write);
    if (plan.act === 'create') return create(context, plan, markOf(key));
    if (plan.act === 'convert') return convert(context, plan);
    return plan.act === 'move' ? move(context, plan) : change(context, write);
  };
  return {
    send: (access, write, key) => send(access, write, key, performance.now()),
    sendMany: sendManyOf(contextFor, send),
  };
}

async function change(context: WriteContext, write: PreparedWrite): Promise<SentRecord> {
  const { books, model } = context;
  const plan = planOf(write);
  const live = await liveRecord(context, plan.id);
  const hasMoved = plan.version !== null && plan.version !== live.version;
  const isThere = hasAll(plan, live);
  if (hasMoved && !isThere) throw recordChanged();
  // Tryton changes a validated document only after it was set back to draft.
  if (plan.status === 'DRAFT' && !hasReached(live, 'DRAFT')) {
    const moved = await clickTowards(context, live, 'DRAFT');
    return { ...moved, next: writeOf(model.type, { ...plan, version: moved.version ?? null, status: null }) };
  }
  if (isThere) return afterChange(live, plan);
  const values = await valuesOf(context, plan, live);
  if (Object.keys(values).length === 0) return afterChange(live, plan);
  const ids = [Number(live.providerId)];
  await explainUnknownField(plan, books.call(`model.${model.name}.write`, [ids, values], ifUnchanged(model, live)));
  return afterChange(await afterWriting(liveRecord(context, plan.id)), plan);
}

function afterChange(record: LedgerRecord, { status }: Plan): SentRecord {
  if (status === null || hasReached(record, status)) return record;
  return { ...record, next: moveOf(record, status, false) };
}

function recordChanged(): ServiceError {
  const message = 'the record was changed meanwhile at the provider';
  const details = { reason: 'record_changed', outcome: 'not_applied', providerError: { status: 409, messages: [] } };
  return new ServiceError('CONFLICT', message, details as ServiceError['details']);
}

/** One step towards the status; `next` is the step after it. */
async function move(context: WriteContext, plan: Plan): Promise<SentRecord> {
  // Nobody else works on a draft that this create has just made, so its version is not compared.
  return plan.isNew ? retryIfChanged(() => step(context, { ...plan, version: null })) : step(context, plan);
}

async function step(context: WriteContext, { id, version, status, isNew }: Plan): Promise<SentRecord> {
  const wanted = status ?? '';
  const live = await liveRecord(context, id);
  if (hasReached(live, wanted)) return live;
  if (version !== null && version !== live.version) throw recordChanged();
  const moved = await (isNew ? clickOrDelete(context, live, wanted) : clickTowards(context, live, wanted));
  return hasReached(moved, wanted) ? moved : { ...moved, next: moveOf(moved, wanted, isNew) };
}

/** Deletes the draft if Tryton refuses the step, so that nothing is left of the create. */
async function clickOrDelete(context: WriteContext, live: LedgerRecord, status: string): Promise<LedgerRecord> {
  const { books, model } = context;
  try {
    return await clickTowards(context, live, status);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'PROVIDER_REJECTED') throw error;
    await books.call(`model.${model.name}.delete`, [[Number(live.providerId)]]);
    throw error;
  }
}

async function clickTowards(context: WriteContext, live: LedgerRecord, status: string): Promise<LedgerRecord> {
  const { model } = context;
  const is = textField(live, 'status') ?? 'unknown';
  if (model.type === 'payments') {
    await undo(context, live);
    return afterWriting(liveRecord(context, Number(live.providerId)));
  }
  const button = buttonFor(live, status);
  if (button === undefined) throw refused('status', `what is ${is} at the provider cannot become ${status}`);
  // Tryton: cancelling would leave the payments with the customer as a credit.
  if (status === 'VOIDED' && Number(live.fields['amount_paid'] ?? 0) !== 0) {
    throw refused('status', 'the invoice is paid in part; its payments must be undone first');
  }
  await clickButton(context, live, button);
  const after = await afterWriting(liveRecord(context, Number(live.providerId)));
  if (after.native['state'] !== live.native['state']) return after;
  throw refused('status', `the provider left the document ${is}`);
}

/**
 * Clicks a button. Tryton asks for a confirmation where the due date is past; the caller sent that date, so it is confirmed.
 * A confirmation is a record that names the warning, and the server uses it once. All other questions are refusals.
 */
async function clickButton({ books, model }: WriteContext, live: LedgerRecord, button: string): Promise<void> {
  const id = Number(live.providerId);
  const click = () => books.call(`model.${model.name}.${button}`, [[id]], ifUnchanged(model, live));
  try {
    await click();
  } catch (error) {
    const isDuePast = error instanceof TrytonWarning && error.warning === `invoice_payment_term_${id}`;
    if (!isDuePast) throw error;
    await books.call('model.res.user.warning.create', [[{ user: books.userId, name: error.warning, always: false }]]);
    await click();
  }
}

/** How often the quote is read until a server that works by a queue has made the invoice: about five seconds in all. */
const looksMost = 6;

/**
 * Makes an invoice of a quote by confirming the quote. Tryton makes the draft invoice in a second transaction, and never makes
 * another one. If the server ended between the two, the quote stays confirmed without an invoice; then `next` sets it back to
 * draft and confirms it again.
 */
async function convert(context: WriteContext, { id, status }: Plan): Promise<SentRecord> {
  const ofQuotes = context.of('quotes');
  if (status === 'DRAFT') await retryIfChanged(() => setBack(ofQuotes, id));
  let quote = await retryIfChanged(async () => {
    const live = await liveRecord(ofQuotes, id);
    if (live.native['state'] !== 'quotation') return live;
    await clickButton(ofQuotes, live, 'confirm');
    return afterWriting(liveRecord(ofQuotes, id));
  });
  for (let looks = 0; quote.native['state'] === 'confirmed' && looks < looksMost; looks++) {
    await wait(250 * (looks + 1));
    quote = await afterWriting(liveRecord(ofQuotes, id));
  }
  const made = quote.native['invoices'];
  const [invoice] = Array.isArray(made) ? (made as number[]).toSorted((a, b) => a - b) : [];
  if (invoice !== undefined) return afterWriting(liveRecord(context, invoice));
  if (quote.native['state'] === 'confirmed') {
    const again = writeOf('invoices', { act: 'convert', id, status: 'DRAFT' });
    if (status === null) return { ...quote, next: { ...again, creates: false } };
    const details = { outcome: 'unknown' } as const;
    throw new ServiceError('PROVIDER_ERROR', 'the provider has not made the invoice of the confirmed quote', details);
  }
  throw refused(null, `a quote that is ${textField(quote, 'status') ?? 'unknown'} does not become an invoice`);
}

/** Sets a confirmed quote back to draft and offers it again, or does only the second step if the first was done before. */
async function setBack(quotes: WriteContext, id: Plan['id']): Promise<void> {
  for (const [state, button] of [
    ['confirmed', 'draft'],
    ['draft', 'quote'],
  ] as const) {
    const live = await liveRecord(quotes, id);
    if (live.native['state'] === state) await clickButton(quotes, live, button);
  }
}
