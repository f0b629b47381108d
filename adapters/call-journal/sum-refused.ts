import type { LoggedRequest } from '#core/ports';

/**
 * In each window of this length the journal gets this many refused requests of one caller in full: of one kind, and of all
 * kinds together. Further requests of a kind are summed. If a caller has too many kinds, the rest is summed by status.
 */
export const refusedBounds = { windowMs: 10_000, wholeOfKind: 5, wholeOfCaller: 40, kindsOfCaller: 60 } as const;

interface Caller {
  whole: number;
  readonly kinds: Map<string, { whole: number; summed: LoggedRequest | undefined }>;
}

/**
 * Passes requests on. Of many that were refused in the same way it passes only some; at the end of the window it passes the
 * first of the others with the number of requests for which it stands. So a caller can store only a bounded amount by being
 * refused, and every refusal is counted. A kind is the request (method, route, connection) with its refusal (status, code,
 * reason).
 */
export function sumRefused(pass: (request: LoggedRequest) => void) {
  const callers = new Map<string, Caller>();
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    for (const { kinds } of callers.values()) {
      for (const { summed } of kinds.values()) if (summed) pass(summed);
    }
    callers.clear();
  };
  return {
    record(request: LoggedRequest): void {
      if (request.status === null || request.status < 400) {
        pass(request);
        return;
      }
      timer ??= setTimeout(flush, refusedBounds.windowMs).unref();
      const whose = `${request.actor} ${request.environment}`;
      const caller = callers.get(whose) ?? { whole: 0, kinds: new Map() };
      callers.set(whose, caller);
      const isNew = !caller.kinds.has(kindOf(request));
      const one = isNew && caller.kinds.size >= refusedBounds.kindsOfCaller ? ofAnyKind(request) : request;
      const kind = caller.kinds.get(kindOf(one)) ?? { whole: 0, summed: undefined };
      caller.kinds.set(kindOf(one), kind);
      if (one === request && kind.whole < refusedBounds.wholeOfKind && caller.whole < refusedBounds.wholeOfCaller) {
        kind.whole += 1;
        caller.whole += 1;
        pass(request);
        return;
      }
      kind.summed = kind.summed
        ? { ...kind.summed, repeats: kind.summed.repeats + 1 }
        : { ...one, path: null, body: null };
    },
    /** Passes the sums on. */
    flush,
  };
}

function kindOf({ method, route, connectionId, status, code, reason }: LoggedRequest): string {
  return [method, route, connectionId, status, code, reason].join(' ');
}

/** One that stands for requests of several routes. */
function ofAnyKind(request: LoggedRequest): LoggedRequest {
  const unnamed = { code: null, reason: null, error: null, connectionId: null, operationId: null, resourceId: null };
  return { ...request, ...unnamed, method: '*', route: '*', idempotencyKey: null };
}
