import type {
  BulkItemStatus,
  Connection,
  Delivery,
  EndpointHealth,
  OperationState,
  ProviderApp,
  WebhookEndpoint,
} from '../api/wire.ts';
import { namesOf } from './closed-sets.ts';

export type Tone = 'good' | 'busy' | 'warn' | 'bad' | 'quiet';

interface StateWords {
  readonly words: string;
  readonly tone: Tone;
}

const operations: Readonly<Record<OperationState, StateWords>> = {
  awaiting_approval: { words: 'Awaiting approval', tone: 'warn' },
  queued: { words: 'Queued', tone: 'quiet' },
  running: { words: 'Running', tone: 'busy' },
  retrying: { words: 'Retrying', tone: 'warn' },
  succeeded: { words: 'Succeeded', tone: 'good' },
  failed: { words: 'Failed', tone: 'bad' },
  dead_letter: { words: 'Dead letter', tone: 'bad' },
  cancelled: { words: 'Cancelled', tone: 'quiet' },
};

const connections: Readonly<Record<Connection['status'], StateWords>> = {
  active: { words: 'Active', tone: 'good' },
  action_required: { words: 'Action required', tone: 'bad' },
  pending_selection: { words: 'Choosing organization', tone: 'quiet' },
  disconnecting: { words: 'Disconnecting', tone: 'busy' },
  disconnected: { words: 'Disconnected', tone: 'quiet' },
};

type OtherState = WebhookEndpoint['status'] | EndpointHealth['state'] | ProviderApp['status'] | BulkItemStatus;
/** States that only the pages distinguish, and outcomes of attempts. */
type PageState = 'held' | 'registered' | 'degraded' | 'untried' | 'not_working' | 'postponed' | 'lost';
const others: Readonly<Record<Exclude<OtherState | PageState, OperationState>, StateWords>> = {
  enabled: { words: 'Enabled', tone: 'good' },
  disabled: { words: 'Disabled', tone: 'quiet' },
  deleted: { words: 'Removed', tone: 'quiet' },
  healthy: { words: 'Healthy', tone: 'good' },
  failing: { words: 'Failing', tone: 'warn' },
  open: { words: 'Failing, held', tone: 'bad' },
  untried: { words: 'Nothing sent yet', tone: 'quiet' },
  draft: { words: 'Draft', tone: 'warn' },
  verified: { words: 'Verified', tone: 'good' },
  registered: { words: 'Registered by the operator', tone: 'good' },
  unknown: { words: 'Unknown', tone: 'warn' },
  pending: { words: 'Pending', tone: 'quiet' },
  held: { words: 'Held', tone: 'warn' },
  degraded: { words: 'Degraded', tone: 'warn' },
  not_working: { words: 'Not working', tone: 'bad' },
  postponed: { words: 'Postponed', tone: 'quiet' },
  lost: { words: 'Worker lost', tone: 'warn' },
};

export const operationStates = namesOf(operations);
export const connectionStatuses = namesOf(connections);

const known = { ...operations, ...connections, ...others };
/** Every state in the API's answers, and those that only the pages distinguish. */
type KnownState = keyof typeof known;

/** Returns a state's words and colour; a state that is unknown here is shown as it is. */
export function stateWords(state: string): StateWords {
  return (
    (known as Readonly<Record<string, StateWords>>)[state] ?? {
      words: capital(state.replaceAll('_', ' ')),
      tone: 'quiet',
    }
  );
}

type Due = Pick<Delivery, 'state' | 'next_attempt_at'>;

/** A delivery without a next time waits until its endpoint answers, so it is shown as held. */
export function deliveryState({ state, next_attempt_at: next }: Due): KnownState {
  return next === null && (state === 'queued' || state === 'retrying') ? 'held' : state;
}

export function operationState(operation: Due & { readonly type: string }): KnownState {
  return operation.type === 'webhook.deliver' ? deliveryState(operation) : operation.state;
}

/** An active connection may still not work, which its health says. */
export function connectionState({ status, health }: Pick<Connection, 'status' | 'health'>): KnownState {
  if (status !== 'active' || health === 'ok') return status;
  return health === 'degraded' ? 'degraded' : 'not_working';
}

/** An enabled endpoint has the state of its health; one without any attempt is untried. */
export function endpointState({ status, health }: Pick<WebhookEndpoint, 'status' | 'health'>): KnownState {
  if (status !== 'enabled') return status;
  const isTried = health.last_success_at !== null || health.last_failure_at !== null;
  return isTried || health.state !== 'healthy' ? health.state : 'untried';
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Leaves out what nearly all refusals begin with, so that a row shows what differs. */
export function whatDiffers(message: string): string {
  const rest = message.replace(/^the provider refused the (document|request): /, '');
  return rest === message ? message : capital(rest);
}

/** States of operations that failed for good. */
export const replayable = new Set(['failed', 'dead_letter']);

const underWay = new Set(['queued', 'running', 'retrying']);

const soonMs = 10_000;

/** True if the object changes soon: it runs, or is tried again in a moment. Held work may wait for days. */
export function movesSoon(
  { state, next_attempt_at: next }: { readonly state: string; readonly next_attempt_at: string | null },
  now: Date,
): boolean {
  if (state === 'running') return true;
  if (state !== 'queued' && state !== 'retrying') return false;
  return next !== null && Date.parse(next) - now.getTime() < soonMs;
}

export function isUnderWay(state: string): boolean {
  return underWay.has(state);
}
