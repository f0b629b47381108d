// Attempts that do what a test tells them, word by word, under the real engine.
import { ServiceError } from '../../core/domain/errors.ts';
import type { ConnectionId, OperationId } from '../../core/domain/ids.ts';
import type { LeasedOperation, Operation, OperationState } from '../../core/domain/operation.ts';
import { queueOperation } from '../../core/domain/operation-moves.ts';
import { type Conclusion, type OperationKind, succeeded } from '../../core/engine/operation-kind.ts';
import type { StepDone } from '../../core/engine/step-runner.ts';
import type { Stores } from '../../core/ports/storage.ts';
import type { State } from './reference.ts';
import type { Does, Heard, Word } from './words.ts';

export interface Puppet {
  /** What came of the beginning: nothing to tell when the attempt waits for its first word. */
  begun(): Promise<Heard>;
  /** Resolves when the attempt waits for the next word, died or ended. */
  tell(word: Word): Promise<Heard>;
  stop(reason: string): void;
}

interface Strings {
  readonly next: () => Promise<Word>;
  readonly died: () => void;
  readonly ran: { n: number; before: number | null }[];
  value: number | null | undefined;
}

type Run = (leased: LeasedOperation, signal: AbortSignal) => Promise<OperationState | undefined>;

export function createPuppets(now: () => Date) {
  const stringsOf = new WeakMap<Operation, Strings>();
  const kind: OperationKind = async ({ operation, steps }) => {
    const strings = stringsOf.get(operation);
    if (!strings) throw new Error('an attempt without strings');
    for (;;) {
      const word = await strings.next();
      if (word.kind === 'end' && word.does.as === 'dies') {
        strings.died();
        await never;
      }
      if (word.kind === 'end') return conclusion(word, operation, now);
      if (word.kind === 'check') steps.checkpoint();
      else {
        const body = (before: number | null) => play(word, operation, strings, before, now);
        strings.value = await (word.kind === 'step'
          ? steps.step(word.name, () => body(null))
          : steps.advance(word.name, body));
      }
    }
  };
  const start = (run: Run, leased: LeasedOperation): Puppet => {
    let waiting = Promise.withResolvers<'waits' | 'died'>();
    let given = Promise.withResolvers<Word>();
    const strings: Strings = {
      next: async () => {
        waiting.resolve('waits');
        const word = await given.promise;
        given = Promise.withResolvers();
        return word;
      },
      died: () => waiting.resolve('died'),
      ran: [],
      value: undefined,
    };
    stringsOf.set(leased.operation, strings);
    const controller = new AbortController();
    // What is claimed runs, and nothing that ran waits for a member.
    const ended = run(leased, controller.signal).then((state) => ({ ended: (state ?? null) as State | null }));
    const heard = async (): Promise<Heard> => {
      const how = await Promise.race([ended, waiting.promise]);
      const ran = strings.ran.splice(0);
      if (typeof how === 'object') return { ran, ...how };
      if (how === 'died') return { ran, died: true };
      return { ran, ...(strings.value === undefined ? {} : { value: strings.value }) };
    };
    return {
      begun: heard,
      tell: (word) => {
        waiting = Promise.withResolvers();
        strings.value = undefined;
        given.resolve(word);
        return heard();
      },
      stop: (reason) => controller.abort(reason),
    };
  };
  return { kind, start };
}

const never = new Promise<void>(() => {});

async function play(
  word: Word,
  operation: Operation,
  { ran, died }: Strings,
  before: number | null,
  now: () => Date,
): Promise<StepDone<number>> {
  ran.push({ n: word.n, before });
  if (word.does.as === 'dies') {
    died();
    await never;
  }
  throwAs(word.does);
  return word.childId === null ? { result: word.n } : { result: word.n, also: alsoChild(word.childId, operation, now) };
}

async function conclusion({ does, n, childId }: Word, operation: Operation, now: () => Date): Promise<Conclusion> {
  throwAs(does);
  if (does.as === 'held') return { kind: 'held', until: new Date(now().getTime() + does.seconds * 1000) };
  const outcome = succeeded({ n });
  if (childId === null) return outcome;
  const also = alsoChild(childId, operation, now);
  return async (stores) => {
    await also(stores);
    return outcome;
  };
}

function throwAs(does: Does): void {
  switch (does.as) {
    case 'retry':
      throw new ServiceError('PROVIDER_UNAVAILABLE', 'the provider is away', {
        ...(does.afterSeconds === undefined ? {} : { retryAfterSeconds: does.afterSeconds }),
      });
    case 'failed':
      throw new ServiceError('PROVIDER_REJECTED', 'the provider refuses');
    case 'waits':
      throw new ServiceError('RATE_LIMITED', 'no budget', {
        reason: 'connection_minute',
        retryAfterSeconds: does.seconds,
      });
    case 'defect':
      throw new TypeError('a defect');
  }
}

function alsoChild(id: string, operation: Operation, now: () => Date) {
  const { organizationId, environment, requestId } = operation;
  const connectionId: ConnectionId | null = operation.connectionId;
  return async ({ operations }: Stores): Promise<void> => {
    const draft = { organizationId, environment, requestId, connectionId, subject: null, input: {} };
    await operations.insert([queueOperation({ ...draft, id: id as OperationId, type: 'notification.process' }, now())]);
  };
}
