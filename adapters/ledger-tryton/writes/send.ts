// Sends prepared writes. Each send makes one writing call and reads around it, because many of Tryton's calls answer nothing.

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
import { create, naming, valuesOf } from './create.ts';
import { afterWriting, basedOn, type Desk, desksOf, liveRecord, overLive } from './desk.ts';
import { markOf } from './marks.ts';
import { undo } from './payments.ts';
import { moveOf, type Plan, planOf, refused, writeOf } from './plan.ts';
import { type SendSince, sendManyOf } from './send-many.ts';
import { buttonFor, hasReached } from './statuses.ts';

export function sendsOf(rpc: Rpc): Pick<LedgerGateway, 'send' | 'sendMany'> {
  const deskFor = desksOf(rpc);
  const send: SendSince = async (access, write, key, beganMs) => {
    const desk = deskFor(access, write.type, beganMs);
    const plan = planOf(write);
    if (plan.act === 'create') return create(desk, plan, markOf(key));
    if (plan.act === 'convert') return convert(desk, plan);
    return plan.act === 'move' ? move(desk, plan) : change(desk, write);
  };
  return {
    send: (access, write, key) => send(access, write, key, performance.now()),
    sendMany: sendManyOf(deskFor, send),
  };
}

async function change(desk: Desk, write: PreparedWrite): Promise<SentRecord> {
  const { books, model } = desk;
  const plan = planOf(write);
  const live = await liveRecord(desk, plan.id);
  const hasMoved = plan.version !== null && plan.version !== live.version;
  const isThere = hasAll(plan, live);
  if (hasMoved && !isThere) throw recordChanged();
  // What was validated can be changed only as a draft.
  if (plan.status === 'DRAFT' && !hasReached(live, 'DRAFT')) {
    const moved = await press(desk, live, 'DRAFT');
    return { ...moved, next: writeOf(model.type, { ...plan, version: moved.version ?? null, status: null }) };
  }
  if (isThere) return afterChange(live, plan);
  const values = await valuesOf(desk, plan, live);
  if (Object.keys(values).length === 0) return afterChange(live, plan);
  const ids = [Number(live.providerId)];
  await naming(plan, books.call(`model.${model.name}.write`, [ids, values], basedOn(model, live)));
  return afterChange(await afterWriting(liveRecord(desk, plan.id)), plan);
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
async function move(desk: Desk, plan: Plan): Promise<SentRecord> {
  // Nobody else waits for a draft of ours, so its version does not matter.
  return plan.isNew ? overLive(() => step(desk, { ...plan, version: null })) : step(desk, plan);
}

async function step(desk: Desk, { id, version, status, isNew }: Plan): Promise<SentRecord> {
  const wanted = status ?? '';
  const live = await liveRecord(desk, id);
  if (hasReached(live, wanted)) return live;
  if (version !== null && version !== live.version) throw recordChanged();
  const moved = await (isNew ? pressNew(desk, live, wanted) : press(desk, live, wanted));
  return hasReached(moved, wanted) ? moved : { ...moved, next: moveOf(moved, wanted, isNew) };
}

/** A refusal deletes the draft, so that nothing is left of the create. */
async function pressNew(desk: Desk, live: LedgerRecord, status: string): Promise<LedgerRecord> {
  const { books, model } = desk;
  try {
    return await press(desk, live, status);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'PROVIDER_REJECTED') throw error;
    await books.call(`model.${model.name}.delete`, [[Number(live.providerId)]]);
    throw error;
  }
}

async function press(desk: Desk, live: LedgerRecord, status: string): Promise<LedgerRecord> {
  const { model } = desk;
  const is = textField(live, 'status') ?? 'unknown';
  if (model.type === 'payments') {
    await undo(desk, live);
    return afterWriting(liveRecord(desk, Number(live.providerId)));
  }
  const button = buttonFor(live, status);
  if (button === undefined) throw refused('status', `what is ${is} at the provider cannot become ${status}`);
  // Tryton: cancelling would leave the payments with the customer as a credit.
  if (status === 'VOIDED' && Number(live.fields['amount_paid'] ?? 0) !== 0) {
    throw refused('status', 'the invoice is paid in part; its payments must be undone first');
  }
  await pressed(desk, live, button);
  const after = await afterWriting(liveRecord(desk, Number(live.providerId)));
  if (after.native['state'] !== live.native['state']) return after;
  throw refused('status', `the provider left the document ${is}`);
}

/** Tryton: a warning is skipped by a record that names it, and that is used up. Only one is the caller's own wish. */
async function pressed({ books, model }: Desk, live: LedgerRecord, button: string): Promise<void> {
  const id = Number(live.providerId);
  const push = () => books.call(`model.${model.name}.${button}`, [[id]], basedOn(model, live));
  try {
    await push();
  } catch (error) {
    const isDuePast = error instanceof TrytonWarning && error.warning === `invoice_payment_term_${id}`;
    if (!isDuePast) throw error;
    await books.call('model.res.user.warning.create', [[{ user: books.userId, name: error.warning, always: false }]]);
    await push();
  }
}

/** How often a server with its own queue is asked whether it has made the invoice; together about five seconds. */
const looksMost = 6;

/**
 * Tryton: confirming a quote makes its draft invoice, in a second transaction; a second invoice is never made. A server that
 * ended between the two leaves the quote confirmed; then `next` sets it back and confirms it again.
 */
async function convert(desk: Desk, { id, status }: Plan): Promise<SentRecord> {
  const ofQuotes = desk.of('quotes');
  if (status === 'DRAFT') await overLive(() => setBack(ofQuotes, id));
  let quote = await overLive(async () => {
    const live = await liveRecord(ofQuotes, id);
    if (live.native['state'] !== 'quotation') return live;
    await pressed(ofQuotes, live, 'confirm');
    return afterWriting(liveRecord(ofQuotes, id));
  });
  for (let looks = 0; quote.native['state'] === 'confirmed' && looks < looksMost; looks++) {
    await wait(250 * (looks + 1));
    quote = await afterWriting(liveRecord(ofQuotes, id));
  }
  const made = quote.native['invoices'];
  const [invoice] = Array.isArray(made) ? (made as number[]).toSorted((a, b) => a - b) : [];
  if (invoice !== undefined) return afterWriting(liveRecord(desk, invoice));
  if (quote.native['state'] === 'confirmed') {
    const again = writeOf('invoices', { act: 'convert', id, status: 'DRAFT' });
    if (status === null) return { ...quote, next: { ...again, creates: false } };
    const details = { outcome: 'unknown' } as const;
    throw new ServiceError('PROVIDER_ERROR', 'the provider has not made the invoice of the confirmed quote', details);
  }
  throw refused(null, `a quote that is ${textField(quote, 'status') ?? 'unknown'} does not become an invoice`);
}

/** Brings a confirmed quote to where it can be confirmed again, from whichever of its two steps was reached. */
async function setBack(quotes: Desk, id: Plan['id']): Promise<void> {
  for (const [state, button] of [
    ['confirmed', 'draft'],
    ['draft', 'quote'],
  ] as const) {
    const live = await liveRecord(quotes, id);
    if (live.native['state'] === state) await pressed(quotes, live, button);
  }
}
