// What a customer is told of the same history when everything that can go wrong on the way does.
import type { Database } from '../../adapters/knex-sqlite/index.ts';
import type { RequestId } from '../../core/domain/ids.ts';
import { maxLapses } from '../../core/domain/operation.ts';
import { createWorkerApi } from '../../core/product-worker.ts';
import { answers, type Customer, connectionOf, drain, openCustomer, pass, runIn, toggle, walk } from './customer.ts';
import { deliverAll, finishReads } from './finish-play.ts';
import type { Trouble } from './history.ts';
import { mortal } from './mortal.ts';
import { latestOf } from './perfect-play.ts';
import type { Change, Plan, Round } from './plan.ts';

interface Notice {
  readonly sequence: number;
  readonly change: Change;
}

export interface TroubledPlay {
  readonly customer: Customer;
  /** Revisions that must have been announced to the customer: they were the current ones when everything was read. */
  readonly settled: readonly Change[];
  /** The number of distinct notifications that the service had to process. */
  readonly heard: number;
}

interface Play {
  readonly customer: Customer;
  readonly settled: Map<Change['record'], Change>;
  readonly late: Notice[];
  readonly heard: Set<string>;
  sequence: number;
  deaths: number;
  underWay: Promise<unknown>;
  open: () => void;
  /** Whether a change may have to be found by a walk. */
  isBlind: boolean;
}

const lagsAtMostSeconds = 300;

export async function playWithTrouble(database: Database, plan: Plan): Promise<TroubledPlay> {
  const customer = await openCustomer(database, plan);
  const play: Play = {
    ...{ customer, settled: new Map(), late: [], heard: new Set(), sequence: 0, deaths: 0, isBlind: false },
    underWay: Promise.resolve(),
    open: () => {},
  };
  // The first that comes tells where an app's numbers begin: what was lost before it nobody can miss.
  await leaveGap(play);
  for (const round of plan.rounds) await playRound(play, round);
  await settleAll(play, plan.ending);
  for (const { record } of plan.old) play.settled.delete(record);
  await deliverAll(customer);
  return { customer, settled: [...play.settled.values()], heard: play.heard.size };
}

async function playRound(play: Play, round: Round): Promise<void> {
  const { customer } = play;
  answers(customer, receiverOf(round.receiver));
  if (round.toggles !== null) {
    pass(customer, lagsAtMostSeconds);
    await toggle(customer, round.toggles);
    if (round.settles) await settleAll(play, 'schedule');
  }
  customer.books.isDown = round.ledgerIsDown;
  // Who finds the ledger down for a day gives up.
  play.isBlind ||= round.ledgerIsDown;
  await tell(play, round);
  if (round.walks !== null) await walk(customer, await connectionOf(customer, round.walks), 'schedule');
  const before = { underWay: play.underWay, open: play.open };
  const mine = work(play, round);
  play.underWay = Promise.all([before.underWay, mine]);
  // What was read first may well be told last.
  if (!round.holds && round.shuffle > 3) await mine;
  before.open();
  if (!round.holds || round.rest > 0) await release(play);
  jump(customer, round);
  await rest(customer, round.rest);
  if (!round.settles) return;
  await settleAll(play, play.isBlind ? 'schedule' : 'notifications');
}

function receiverOf(mood: Trouble['receiver']): () => number | undefined {
  let turn = 0;
  switch (mood) {
    case 'well':
      return () => 200;
    case 'down':
      return () => 503;
    case 'silent':
      return () => undefined;
    case 'moody':
      return () => [500, 200, 429, 302, 200][turn++ % 5];
  }
}

/** Publishes the changes and delivers the notifications that are to come now, in whatever order and batches. */
async function tell(play: Play, round: Round): Promise<void> {
  const { customer } = play;
  const now: Notice[] = play.late.splice(0);
  for (const change of round.changes) {
    pass(customer, Math.max(1, change.gapMs) / 1000);
    customer.books.publish(change);
    play.sequence += 1;
    const notice = { sequence: play.sequence, change };
    if (change.fate === 'late') play.late.push(notice);
    if (change.fate === 'lost' || change.fate === 'late') play.isBlind = true;
    if (change.fate === 'sent' || change.fate === 'twice') now.push(notice);
    if (change.fate === 'twice') now.push(notice);
  }
  const turned = now.map((_, i) => now[(i + round.shuffle) % now.length] as Notice);
  if (round.shuffle % 2 === 1) turned.reverse();
  for (const batch of batchesOf(turned, round.batches)) await receive(play, batch, round.batches === 'wrong_numbers');
}

function batchesOf(notices: readonly Notice[], how: Trouble['batches']): readonly (readonly Notice[])[] {
  if (how === 'single') return notices.map((notice) => [notice]);
  const batches: Notice[][] = [];
  for (const notice of notices) {
    const open = batches.at(-1);
    const follows = how === 'wrong_numbers' ? (open?.length ?? 9) < 3 : open?.at(-1)?.sequence === notice.sequence - 1;
    if (open && follows) open.push(notice);
    else batches.push([notice]);
  }
  return batches;
}

async function receive(play: Play, batch: readonly Notice[], isWrong: boolean): Promise<void> {
  const { customer } = play;
  const [first] = batch;
  if (!first) return;
  const notifications = batch.map(({ sequence, change: { tenantId, record } }) => ({
    ...{ tenantId, type: 'invoices', eventType: 'UPDATE', resourceId: record.providerId },
    occurredAt: `2026-03-01T12:00:00.${String(sequence).padStart(3, '0')}Z`,
  }));
  const firstSequence = first.sequence;
  // One too many: the numbers name nothing, and the cursor moves behind what is still to come.
  const lastSequence = firstSequence + batch.length - (isWrong ? 0 : 1);
  await postBatch(customer, { notifications, firstSequence, lastSequence });
  for (const [i, { sequence, change }] of batch.entries()) {
    const { status } = await connectionOf(customer, change.tenant);
    const name = isWrong ? JSON.stringify([notifications, firstSequence, i]) : String(sequence);
    if (status === 'active') play.heard.add(name);
  }
}

/** Several workers at once, some of them about to die; what the dead held runs out. */
async function work(play: Play, { holds, deaths }: Round): Promise<void> {
  const { customer } = play;
  customer.books.gate = holds ? new Promise((resolve) => Object.assign(play, { open: resolve })) : Promise.resolve();
  // One more, and an operation that saw them all would be given up as poison.
  const mourned = deaths.slice(0, Math.max(0, maxLapses - 1 - play.deaths));
  play.deaths += mourned.length;
  const healthy = createWorkerApi(customer.ports);
  const runs: Promise<unknown>[] = [];
  for (const death of [...mourned, null]) {
    const worker = death ? createWorkerApi(mortal(customer.ports, death)) : healthy;
    const claimed = await healthy.claim(death ? 2 : 20);
    if (death?.survives !== null) runs.push(...claimed.map((leased) => runIn(customer, worker, leased)));
  }
  await Promise.all(runs);
}

/** Lets the reads answer that were held back, and waits for their workers. */
async function release(play: Play): Promise<void> {
  play.open();
  play.open = () => {};
  await play.underWay;
  play.customer.books.gate = Promise.resolve();
}

/** Not forward while lists lag: how long they may is measured by this clock. */
function jump({ hands, books }: Customer, { jump: seconds }: Trouble): void {
  if (seconds > 0 && books.isLagging()) return;
  hands.now = new Date(hands.now.getTime() + seconds * 1000);
}

async function rest(customer: Customer, hours: number): Promise<void> {
  const restHours = 6;
  for (let left = hours; left > 0; left -= restHours) {
    pass(customer, Math.min(left, restHours) * 3600);
    await customer.core.worker.sweep();
    await drain(customer);
  }
}

async function settleAll(play: Play, by: 'schedule' | 'gap' | 'notifications'): Promise<void> {
  const { customer } = play;
  await release(play);
  customer.books.isDown = false;
  if (by !== 'notifications') pass(customer, lagsAtMostSeconds);
  if (by === 'gap') await leaveGap(play);
  const active: number[] = [];
  for (const tenant of customer.connections.keys()) {
    const connection = await connectionOf(customer, tenant);
    if (connection.status !== 'active') continue;
    active.push(tenant);
    if (by === 'schedule') await walk(customer, connection, 'schedule');
  }
  await finishReads(customer);
  for (const tenant of active) for (const change of latestOf(customer, tenant)) play.settled.set(change.record, change);
  play.isBlind = false;
}

/** A notification of nobody's behind one that never comes. */
async function leaveGap(play: Play): Promise<void> {
  const { customer } = play;
  play.sequence += 5;
  const nobody = 'cccccccc-0000-4000-8000-000000000000';
  const event = { tenantId: nobody, type: 'invoices', eventType: 'UPDATE', resourceId: nobody, occurredAt: '' };
  await postBatch(customer, { notifications: [event], firstSequence: play.sequence, lastSequence: play.sequence });
}

async function postBatch({ app, core }: Play['customer'], batch: object): Promise<void> {
  const body = new TextEncoder().encode(JSON.stringify(batch));
  const inbound = { provider: 'ledger', appId: app.id, body, signature: 'hook-key', requestId: 'r-in' as RequestId };
  await core.notifications.receive(inbound);
}
