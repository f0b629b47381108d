// What an operation is and does, written from the rules (docs/operations.md) and from no line of the engine.

export type Kind =
  | 'automation.quote.create_and_send'
  | 'notification.process'
  | 'webhook.deliver'
  | 'connection.sync'
  | 'retention.purge';

export const kinds: readonly Kind[] = [
  'automation.quote.create_and_send',
  'notification.process',
  'webhook.deliver',
  'connection.sync',
  'retention.purge',
];

/** Who is told of its end, and asks what stands of it when it failed. */
export const toldKind: Kind = 'automation.quote.create_and_send';

export type State = 'queued' | 'running' | 'retrying' | 'succeeded' | 'failed' | 'cancelled' | 'dead_letter';

export interface ModelStep {
  readonly name: string;
  readonly state: 'succeeded' | 'failed';
  readonly result: number | null;
  readonly error: string | null;
}

export interface ModelAttempt {
  readonly run: number;
  readonly number: number;
  readonly outcome: string;
  readonly error: string | null;
  readonly startedAt: number;
  readonly finishedAt: number;
}

export interface ModelOperation {
  readonly id: string;
  readonly kind: Kind;
  readonly organizationId: string;
  readonly environment: 'test' | 'live';
  /** The connection, or a delivery's endpoint: what has a bound of its own. */
  readonly groupKey: string | null;
  readonly maxAttempts: number;
  state: State;
  run: number;
  attemptCount: number;
  lapses: number;
  /** The earliest and the latest moment (milliseconds) at which it may fall due; alike once it was seen. */
  due: { from: number; to: number } | null;
  /** By some clock that has been, it was due. */
  wasDue: boolean;
  token: number;
  claimedAt: number;
  leaseUntil: number | null;
  cancelRequestedAt: number | null;
  readonly steps: Map<string, ModelStep>;
  readonly attempts: ModelAttempt[];
  readonly replays: { at: number; previousState: State; previousAttemptCount: number }[];
  result: unknown;
  error: string | null;
  startedAt: number | null;
  finishedAt: number | null;
}

/** What one worker holds: it may be the newest lease or an old one. */
export interface Holding {
  readonly operation: ModelOperation;
  readonly worker: number;
  readonly token: number;
  readonly kept: Map<string, ModelStep>;
  cancelKnown: boolean;
  stop: StopWord | null;
}

export type StopWord = 'shutdown' | 'lease_lost' | 'cancel_requested';

export interface Model {
  /** Writers come one after the other. Else those that meet may admit more or fewer of a group than its bound. */
  readonly isSerial: boolean;
  now: number;
  readonly operations: Map<string, ModelOperation>;
  /** The id of what is queued when an operation's run comes to its end. */
  readonly toldId: (operationId: string, run: number) => string;
}

export const leaseMs = 10_000;

export type Draft = Pick<ModelOperation, 'id' | 'kind' | 'organizationId' | 'environment' | 'groupKey' | 'maxAttempts'>;

export function queue(model: Model, draft: Draft, dueAt = model.now): ModelOperation {
  const operation: ModelOperation = {
    ...draft,
    state: 'queued',
    run: 1,
    attemptCount: 0,
    lapses: 0,
    due: { from: dueAt, to: dueAt },
    wasDue: dueAt <= model.now,
    token: 0,
    claimedAt: 0,
    leaseUntil: null,
    cancelRequestedAt: null,
    steps: new Map(),
    attempts: [],
    replays: [],
    result: null,
    error: null,
    startedAt: null,
    finishedAt: null,
  };
  model.operations.set(operation.id, operation);
  return operation;
}

export function setClock(model: Model, now: number): void {
  model.now = now;
  for (const operation of model.operations.values()) {
    if (operation.due && operation.due.to <= now) operation.wasDue = true;
  }
}

export function isOver({ state }: ModelOperation): boolean {
  return state !== 'queued' && state !== 'retrying' && state !== 'running';
}

export function claim(model: Model, operation: ModelOperation, token: number, worker: number): Holding {
  operation.state = 'running';
  operation.token = token;
  operation.claimedAt = model.now;
  operation.startedAt ??= model.now;
  operation.leaseUntil = model.now + leaseMs;
  operation.due = null;
  const cancelKnown = operation.cancelRequestedAt !== null;
  return { operation, worker, token, kept: new Map(operation.steps), cancelKnown, stop: null };
}

/** The fence: nothing that an older lease, or one that was swept up, wants to write is kept. */
export function holds({ operation, token }: Holding): boolean {
  return operation.state === 'running' && operation.token === token;
}
