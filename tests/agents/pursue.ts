// An agent that wants one thing and repeats its call, in its style, until it knows what came of it.
import { setTimeout as pause } from 'node:timers/promises';
import { type JsonObject, ServiceError } from '#core';
import { write } from '../../core/use-cases/testing/connecting.ts';
import type { Chance } from './chance.ts';
import type { Intent } from './intents.ts';
import { type Call, type Cut, callOver, type Heard, type Told } from './wire.ts';
import { type AgentWorld, canary } from './world.ts';

/** `partly`: some of it may be there, and the agent was told so. */
export type End = 'made' | 'refused' | 'waits' | 'partly' | 'unknown';

export interface Ended {
  readonly end: End;
  /** The record, or the operation. */
  readonly ids: readonly string[];
  readonly reason: string;
  readonly isApproved: boolean;
}

export interface Run {
  readonly world: AgentWorld;
  readonly chance: Chance;
  /** How often a client is cut, from 0 to 1; changed while the run goes on. */
  readonly weather: { cuts: number };
  /** What was said, in order: printed when the run fails. */
  readonly story: string[];
  /** What must never happen; empty at the end. */
  readonly faults: string[];
  readonly counts: Map<string, number>;
  /** When agents give up, as `performance.now`. */
  /** When pursuing ends, in the time of `performance.now()`; the quiet that follows has a time of its own. */
  until: number;
}

const isLate = ({ until }: Run) => performance.now() > until;

const triesMost = 150;
const again: ReadonlySet<string> = new Set([
  ...['IDEMPOTENCY_IN_PROGRESS', 'PROVIDER_UNAVAILABLE', 'PROVIDER_TIMEOUT', 'PROVIDER_ERROR', 'RATE_LIMITED'],
  ...['DATABASE_UNAVAILABLE', 'INTERNAL', 'UNAUTHORIZED'],
]);
/** Codes after which it may be open whether something was written. */
const mayBeOpen: ReadonlySet<string> = new Set([...again, 'CONFLICT', 'DATABASE_WENT_BACK']);

export function count(run: Run, what: string): void {
  run.counts.set(what, (run.counts.get(what) ?? 0) + 1);
}

function cutOf({ chance, weather }: Run): Cut {
  if (!chance.hits(weather.cuts)) return { when: 'never' };
  const when = chance.of(['before', 'during', 'during', 'during', 'after'] as const);
  return when === 'during' ? { when, afterMs: chance.below(40) } : { when };
}

/** Sends one call to any host, and notes what the agent heard. */
export async function say(run: Run, who: Pick<Intent, 'name' | 'key'>, call: Call, cut = cutOf(run)): Promise<Told> {
  const { world, chance, story } = run;
  const told = await callOver(chance.of(world.urls()), world.secretOf(who.key), call, cut);
  count(run, 'calls');
  if (cut.when !== 'never') count(run, 'cut');
  const { request_ref: ref = null, not_same_as: not = null } = call.args;
  const heard =
    told.kind === 'lost'
      ? 'nothing'
      : `${told.kind} ${told.code} ${told.reason} ${told.written} ${told.id ?? ''} ${told.operation?.id ?? ''} ${told.operation?.state ?? ''} ${told.operation?.why ?? ''} ${told.lookAlike ? JSON.stringify(told.lookAlike) : ''}${told.code === 'BAD_REQUEST' ? told.text.slice(0, 300) : ''}`;
  story.push(`${who.name} (${who.key}) ${call.door} ${call.tool} ref=${ref} not=${not} cut=${cut.when} -> ${heard}`);
  if (told.kind !== 'lost') {
    count(run, told.kind === 'done' ? 'done' : `refused: ${told.reason || told.code}`);
    if (told.text.includes(canary))
      run.faults.push(`${who.name} was told of another company: ${told.text.slice(0, 500)}`);
    if (told.kind === 'refused' && told.written === 'unknown' && !mayBeOpen.has(told.code)) {
      run.faults.push(`${who.name} was told "unknown" without need: ${told.text.slice(0, 500)}`);
    }
    if (told.kind === 'refused' && told.code === 'INTERNAL') run.faults.push(`${who.name}: ${told.text.slice(0, 500)}`);
  }
  return told;
}

/** What the agent remembers between its calls. */
interface Memory {
  ref: string;
  wording: number;
  notSameAs: string | undefined;
  isWrong: boolean;
  lost: number;
}

/** Pursues the intent to an end; `before` is what came of the equal one before it. */
export async function pursue(run: Run, intent: Intent, before?: Ended): Promise<Ended> {
  const memory: Memory = { ref: intent.name, wording: 0, notSameAs: undefined, isWrong: intent.isWrongFirst, lost: 0 };
  let reason = '';
  for (let tries = 0; tries < triesMost && !isLate(run); tries++) {
    const told = await attempt(run, intent, memory);
    if (told.kind === 'lost') {
      memory.lost += 1;
      forget(intent, memory);
      if (memory.lost % 4 === 0) await run.world.rest(1);
      continue;
    }
    reason = told.reason || told.code;
    const next = await judge(run, intent, { told, memory, before });
    if (next !== 'again') return next;
  }
  return { end: 'unknown', ids: [], reason, isApproved: false };
}

/** Its style decides what is left of the call that it repeats. */
function forget({ style }: Intent, memory: Memory): void {
  if (style === 'reworded') memory.wording += 1;
  if (style === 'new ref') memory.ref = `${memory.ref.split(' /')[0]} /${memory.lost}`;
}

function callOf(run: Run, intent: Intent, { ref, wording, notSameAs, isWrong }: Memory): Call {
  const args = intent.args(wording);
  const [line] = (args['line_items'] ?? []) as readonly JsonObject[];
  return {
    door: run.chance.of(['mcp', 'rest'] as const),
    tool: intent.tool,
    args: {
      ...args,
      ...(isWrong && line && { line_items: [{ ...line, account_code: '999999' }] }),
      request_ref: ref,
      ...(notSameAs !== undefined && { not_same_as: notSameAs }),
    },
  };
}

async function attempt(run: Run, intent: Intent, memory: Memory): Promise<Told> {
  const call = callOf(run, intent, memory);
  const isTwoAgents = intent.style === 'new ref' && memory.lost === 0 && run.chance.hits(0.5);
  if (intent.style !== 'twice' && !isTwoAgents) return say(run, intent, call);
  if (isTwoAgents) memory.lost += 1;
  // Of two agents with one task, each has a name of its own for it.
  const other = isTwoAgents ? { ...call, args: { ...call.args, request_ref: `${memory.ref} /two` } } : call;
  const both = await Promise.all([
    say(run, intent, call),
    pause(isTwoAgents ? 0 : 2).then(() => say(run, intent, other)),
  ]);
  const heard = both.filter((one): one is Heard => one.kind !== 'lost');
  const ids = new Set(heard.flatMap(({ kind, id }) => (kind === 'done' && id !== undefined ? [id] : [])));
  if (ids.size > 1) run.faults.push(`${intent.name} was answered with two records: ${[...ids].join(', ')}`);
  return heard.find(({ kind }) => kind === 'done') ?? heard[0] ?? { kind: 'lost' };
}

interface Judging {
  readonly told: Heard;
  readonly memory: Memory;
  readonly before: Ended | undefined;
}

const ended = (end: End, ids: readonly string[] = [], reason = '', isApproved = false): Ended => {
  return { end, ids, reason, isApproved };
};

async function judge(run: Run, intent: Intent, { told, memory, before }: Judging): Promise<Ended | 'again'> {
  const { kind, code, reason, id, operation, lookAlike } = told;
  if (kind === 'done') {
    if (operation && (id === undefined || operation.state !== '')) return follow(run, intent, operation.id);
    return id === undefined ? ended('partly', [], 'no id') : ended('made', [id, ...(operation ? [operation.id] : [])]);
  }
  if (code === 'PROVIDER_REJECTED' && memory.isWrong) {
    memory.isWrong = false;
    return 'again';
  }
  if (lookAlike) return judgeLookAlike(run, intent, { told, memory, before });
  if (reason === 'ref_used') {
    if (operation) return follow(run, intent, operation.id);
    if (id !== undefined) return ended('made', [id]);
    // The first call is not known to have ended; the agent goes back to the words that it used.
    memory.wording = memory.wording === 0 ? memory.lost : memory.wording - 1;
    await run.world.rest(2);
    return 'again';
  }
  if (again.has(code) || reason === 'already_running') {
    if (intent.style === 'reworded') memory.wording = run.chance.below(memory.lost + 1);
    await run.world.rest(2);
    return 'again';
  }
  if (told.written !== 'no')
    run.faults.push(`${intent.name} was refused, and not told that nothing was written: ${told.text.slice(0, 400)}`);
  return ended('refused', [], reason || code);
}

async function judgeLookAlike(run: Run, intent: Intent, { told, memory, before }: Judging): Promise<Ended | 'again'> {
  const { lookAlike } = told;
  if (!lookAlike) return 'again';
  const { id, kind, ref } = lookAlike;
  if (intent.isSecond && !isOwn(intent, memory, ref) && (before?.ids.includes(id) || before?.end === 'made')) {
    memory.notSameAs = id;
    return 'again';
  }
  // One of two agents, or one that forgot, asks under another name than the one that it is told.
  if (intent.style !== 'new ref' && ref === memory.ref && kind !== 'write')
    run.faults.push(`${intent.name} was asked about what its own reference made: ${told.text.slice(0, 300)}`);
  // It may be what a lost call of this intent made; an agent that lost nothing has been asked for no reason.
  if (memory.lost === 0 && !intent.isSecond && before === undefined) {
    run.faults.push(`${intent.name} was asked about ${JSON.stringify(lookAlike)}, which is not there`);
  }
  if (kind === 'record') return ended('made', [id]);
  if (kind === 'operation') return follow(run, intent, id);
  if (ref !== null) memory.ref = ref;
  await run.world.rest(2);
  return 'again';
}

const isOwn = ({ name }: Intent, memory: Memory, ref: string | null) => ref === memory.ref || ref === name;

const pollsMost = 400;

/** Looks at the operation until it has ended, and plays the member where it waits for one. */
async function follow(run: Run, intent: Intent, id: string): Promise<Ended> {
  let isDecided = false;
  for (let polls = 0; polls < pollsMost && !isLate(run); polls++) {
    const args = { connection_id: intent.args(0)['connection_id'] ?? null, operation_id: id };
    const told = await say(run, intent, { door: run.chance.of(['mcp', 'rest'] as const), tool: 'get_operation', args });
    const state = told.kind === 'lost' ? '' : (told.operation?.state ?? '');
    if (state === 'succeeded') return ended('made', [id], '', isDecided);
    if (state === 'cancelled')
      return ended('refused', [id], told.kind === 'lost' ? '' : (told.operation?.why ?? ''), isDecided);
    if (state === 'failed' || state === 'dead_letter') return ended('partly', [id], state, isDecided);
    if (state === 'awaiting_approval') {
      if (intent.verdict === 'leave') return ended('waits', [id]);
      if (isDecided) run.faults.push(`${intent.name}: ${id} waits although it was decided`);
      isDecided = (await decide(run, intent, id)) && intent.verdict === 'approve';
    }
    if (told.kind !== 'lost') await run.world.rest(0.5);
  }
  return ended('unknown', [id], 'the operation does not end', isDecided);
}

/** Sometimes twice at once, as two members would. False if it can no longer be decided, as after its key has ended. */
async function decide({ world, chance, story }: Run, { name, verdict }: Intent, operationId: string): Promise<boolean> {
  const { core, member } = world;
  const asked = () => ({ environment: 'test' as const, operationId, write: write({ reason: 'looked at' }, undefined) });
  const verb = verdict === 'approve' ? 'approve' : 'decline';
  story.push(`${name}: a member chooses to ${verb} ${operationId}`);
  const times = chance.hits(0.3) ? 2 : 1;
  const all = await Promise.allSettled(
    Array.from({ length: times }, () => core.console.approvals[verb](member, asked())),
  );
  for (const one of all) {
    if (one.status === 'fulfilled') continue;
    if (!(one.reason instanceof ServiceError)) throw one.reason;
    story.push(`${name}: it was not decided: ${one.reason.message}`);
  }
  return all.some(({ status }) => status === 'fulfilled');
}
