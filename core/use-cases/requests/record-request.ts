import type { Caller } from '../../domain/caller.ts';
import type { ServiceError } from '../../domain/errors.ts';
import { isJsonObject } from '../../domain/json.ts';
import { type LoggedRequest, loggedBody, loggedError, loggedPath } from '../../domain/request-log.ts';
import type { CorePorts } from '../../ports/core-ports.ts';

export interface AnsweredRequest
  extends Pick<LoggedRequest, 'method' | 'route' | 'status' | 'idempotencyKey' | 'isReplayed' | 'durationMs'>,
    Pick<LoggedRequest, 'connectionId' | 'operationId' | 'resourceId' | 'client' | 'requestRef'> {
  readonly caller: Omit<Caller, 'countCall'>;
  /** True if the caller chose the request id. */
  readonly isIdChosen: boolean;
  readonly error: ServiceError | undefined;
  /** The path with its query, as it was sent. */
  readonly asked: string;
  readonly body: unknown;
}

/** Records an answered request for the log. Never waits, never throws. */
export function recordRequest({ requestJournal, ids, clock, settings }: CorePorts) {
  return ({ caller, isIdChosen, error, asked, body, ...answered }: AnsweredRequest): void => {
    const { organizationId, environment, actor, name, requestId } = caller;
    requestJournal.record({
      ...answered,
      // After NOT_FOUND the path may name another organization's operation.
      operationId: error?.code === 'NOT_FOUND' ? null : answered.operationId,
      organizationId,
      environment,
      id: isIdChosen ? ids.next('req') : requestId,
      requestId,
      actor,
      actorName: name ?? null,
      path: loggedPath(asked),
      code: error?.code ?? null,
      reason: error?.details.reason ?? null,
      error: error ? loggedError(error) : null,
      body: settings.logRequestBodies && isJsonObject(body) ? loggedBody(body) : null,
      repeats: 0,
      createdAt: new Date(clock.now().getTime() - answered.durationMs),
    });
  };
}
