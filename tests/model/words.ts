// What a test tells an attempt to do, and what must come of it by the rules.

import { type Holding, holds, leaseMs, type Model, type ModelStep, queue, type State } from './reference.ts';
import { type Outcome, settle } from './reference-moves.ts';

/** How a piece of work goes; one that dies takes its worker's attempt with it and is never heard of again. */
export type Does =
  | { readonly as: 'well' }
  | { readonly as: 'retry'; readonly afterSeconds?: number }
  | { readonly as: 'failed' }
  | { readonly as: 'waits'; readonly seconds: number }
  | { readonly as: 'defect' }
  /** For the end only: nothing was tried, it waits. */
  | { readonly as: 'held'; readonly seconds: number }
  | { readonly as: 'dies' };

/** What befalls the next commit: it never happens, or it does and its answer is lost. */
export type Fault = 'refused' | 'lost';

export interface Word {
  /** `check` looks whether the attempt must stop; `end` ends it. */
  readonly kind: 'step' | 'advance' | 'check' | 'end';
  readonly name: string;
  readonly does: Does;
  /** The result of a step or of the operation. */
  readonly n: number;
  /** Of the operation that is queued in the same commit. */
  readonly childId: string | null;
  readonly fault: Fault | null;
}

export interface Heard {
  /** What the bodies that ran were given, and their number. */
  readonly ran: readonly { readonly n: number; readonly before: number | null }[];
  /** The result of the step. */
  readonly value?: number | null;
  readonly died?: true;
  /** Where the attempt left the operation when it ended; null when it could not say. */
  readonly ended?: State | null;
}

const errors = {
  retry: 'PROVIDER_UNAVAILABLE',
  failed: 'PROVIDER_REJECTED',
  waits: 'RATE_LIMITED/connection_minute',
  defect: 'INTERNAL',
  held: '',
  stopped: 'INTERNAL/worker_stopped',
} as const;

export function hear(model: Model, holding: Holding, word: Word): Heard {
  if (word.kind === 'end') return hearEnd(model, holding, word);
  const earlier = holding.kept.get(word.name);
  if (word.kind === 'step' && earlier?.state === 'succeeded') return { ran: [], value: earlier.result };
  const stopped = stopOf(model, holding);
  if (stopped) return word.fault === 'lost' ? { ran: [], ended: null } : stopped;
  if (word.kind === 'check') return { ran: [] };
  const before = word.kind === 'advance' ? (earlier?.result ?? null) : null;
  const ran = [{ n: word.n, before }];
  const { does } = word;
  if (does.as === 'dies') return { ran, died: true };
  if (does.as === 'well') return { ran, ...hearKept(model, holding, word) };
  const failed = does.as === 'waits' ? undefined : failure(word.name, before, errors[does.as]);
  return { ran, ...ended(model, holding, outcomeOf(does, word.n), word.fault, failed) };
}

function hearEnd(model: Model, holding: Holding, { does, n, childId, fault }: Word): Heard {
  if (does.as === 'dies') return { ran: [], died: true };
  if (does.as === 'well' && childId !== null && holds(holding)) queueChild(model, holding, childId);
  return { ran: [], ...ended(model, holding, outcomeOf(does, n), fault) };
}

/** A step whose commit failed fails the attempt, but it is not the step that failed: it stands if the commit did. */
function hearKept(model: Model, holding: Holding, { name, n, childId, fault }: Word): Omit<Heard, 'ran'> {
  const held = holds(holding);
  if (fault !== 'refused' && held) keep(model, holding, { name, state: 'succeeded', result: n, error: null }, childId);
  if (fault !== null) return ended(model, holding, { as: 'retry', error: errors.defect }, null);
  return held ? { value: n } : { ended: null };
}

function keep(model: Model, holding: Holding, step: ModelStep, childId: string | null): void {
  const { operation } = holding;
  operation.steps.set(step.name, step);
  operation.lapses = 0;
  if ((operation.leaseUntil ?? 0) - model.now < leaseMs / 2) operation.leaseUntil = model.now + leaseMs;
  holding.kept.set(step.name, step);
  holding.cancelKnown = operation.cancelRequestedAt !== null;
  if (childId !== null) queueChild(model, holding, childId);
}

function queueChild(model: Model, { operation }: Holding, id: string): void {
  const { organizationId, environment } = operation;
  const groupKey = operation.kind === 'webhook.deliver' ? null : operation.groupKey;
  queue(model, { id, kind: 'notification.process', organizationId, environment, groupKey, maxAttempts: 10 });
}

/** What ends the attempt at a step's boundary. */
export function stopOf(model: Model, holding: Holding): Heard | undefined {
  if (holding.cancelKnown || holding.stop === 'cancel_requested') {
    return { ran: [], ended: settle(model, holding, { as: 'cancelled' }) ?? null };
  }
  if (holding.stop === 'lease_lost') return { ran: [], ended: null };
  if (holding.stop === 'shutdown') return { ran: [], ended: settle(model, holding, handedBack) ?? null };
  return undefined;
}

const handedBack: Outcome = { as: 'postponed', error: errors.stopped, seconds: 0 };

function ended(
  model: Model,
  holding: Holding,
  outcome: Outcome,
  fault: Fault | null,
  failed?: ModelStep,
): { ended: State | null } {
  const state = settle(model, holding, outcome, failed) ?? null;
  // Tried again, the settlement whose answer was lost finds that the lease is over.
  return { ended: fault === 'lost' ? null : state };
}

function failure(name: string, result: number | null, error: string): ModelStep {
  return { name, state: 'failed', result, error };
}

function outcomeOf(does: Exclude<Does, { as: 'dies' }>, n: number): Outcome {
  switch (does.as) {
    case 'well':
      return { as: 'succeeded', result: { n } };
    case 'failed':
      return { as: 'failed', error: errors.failed };
    case 'waits':
      return { as: 'postponed', error: errors.waits, seconds: Math.max(1, does.seconds) };
    case 'held':
      return { as: 'held', seconds: does.seconds };
    case 'defect':
      return { as: 'retry', error: errors.defect };
    case 'retry':
      return { as: 'retry', error: errors.retry, ...(does.afterSeconds && { afterSeconds: does.afterSeconds }) };
  }
}
