import type { Connection, ConnectionStatus, OperationState } from '../api/wire.ts';
import type { ProviderApp } from '../api/wire-provider-apps.ts';
import type { Delivery, EndpointHealth, WebhookEndpoint } from '../api/wire-webhooks.ts';

export type Tone = 'good' | 'busy' | 'warn' | 'bad' | 'quiet';

interface Told {
  readonly words: string;
  readonly tone: Tone;
}

/** Every state that an answer of the API can have, and those that only the pages tell apart. */
export type KnownState =
  | OperationState
  | ConnectionStatus
  | WebhookEndpoint['status']
  | EndpointHealth['state']
  | ProviderApp['status']
  | 'held'
  | 'degraded'
  | 'untried'
  | 'not_working'
  | 'postponed'
  | 'lost';

const told: Readonly<Record<KnownState, Told>> = {
  queued: { words: 'Queued', tone: 'quiet' },
  running: { words: 'Running', tone: 'busy' },
  retrying: { words: 'Retrying', tone: 'warn' },
  succeeded: { words: 'Succeeded', tone: 'good' },
  failed: { words: 'Failed', tone: 'bad' },
  cancelled: { words: 'Cancelled', tone: 'quiet' },
  dead_letter: { words: 'Dead letter', tone: 'bad' },
  held: { words: 'Held', tone: 'warn' },
  postponed: { words: 'Postponed', tone: 'quiet' },
  lost: { words: 'Worker lost', tone: 'warn' },
  pending_selection: { words: 'Choosing organization', tone: 'quiet' },
  active: { words: 'Active', tone: 'good' },
  degraded: { words: 'Degraded', tone: 'warn' },
  not_working: { words: 'Not working', tone: 'bad' },
  action_required: { words: 'Action required', tone: 'bad' },
  disconnecting: { words: 'Disconnecting', tone: 'busy' },
  disconnected: { words: 'Disconnected', tone: 'quiet' },
  enabled: { words: 'Enabled', tone: 'good' },
  disabled: { words: 'Disabled', tone: 'quiet' },
  healthy: { words: 'Healthy', tone: 'good' },
  untried: { words: 'Nothing sent yet', tone: 'quiet' },
  failing: { words: 'Failing', tone: 'warn' },
  open: { words: 'Failing, held', tone: 'bad' },
  deleted: { words: 'Removed', tone: 'quiet' },
  draft: { words: 'Draft', tone: 'warn' },
  verified: { words: 'Verified', tone: 'good' },
};

/** A state as people read it, and how it is coloured; a state that is new here is shown as it comes. */
export function stateWords(state: string): Told {
  return (
    (told as Readonly<Record<string, Told>>)[state] ?? { words: capital(state.replaceAll('_', ' ')), tone: 'quiet' }
  );
}

type Due = Pick<Delivery, 'state' | 'next_attempt_at'>;

/** A delivery that has no time of its own waits until its endpoint answers: it is not being retried. */
export function deliveryState({ state, next_attempt_at: next }: Due): KnownState {
  return next === null && (state === 'queued' || state === 'retrying') ? 'held' : state;
}

export function operationState(operation: Due & { readonly type: string }): KnownState {
  return operation.type === 'webhook.deliver' ? deliveryState(operation) : operation.state;
}

/** A connection that is active may still not work. */
export function connectionState({ status, health }: Pick<Connection, 'status' | 'health'>): KnownState {
  if (status !== 'active' || health === 'ok') return status;
  return health === 'degraded' ? 'degraded' : 'not_working';
}

/** An endpoint that is enabled is as well as it answers; of one that was never tried nobody knows. */
export function endpointState({ status, health }: Pick<WebhookEndpoint, 'status' | 'health'>): KnownState {
  if (status !== 'enabled') return status;
  const isTried = health.last_success_at !== null || health.last_failure_at !== null;
  return isTried || health.state !== 'healthy' ? health.state : 'untried';
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const underWay = new Set(['queued', 'running', 'retrying']);

const soonMs = 10_000;

/** Whether it is worth looking again at once: it runs, or is tried again in a moment. What is held back may wait for days. */
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
