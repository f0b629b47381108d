import type { AttemptOutcome } from '../../domain/operation-moves.ts';

/** Work waits during a disconnect, whose success cancels the work and whose failure lets it continue. */
export const whileLeaving: AttemptOutcome = {
  kind: 'retry',
  error: {
    code: 'CONFLICT',
    reason: 'connection_not_active',
    message: 'the connection is being disconnected',
    retryable: true,
  },
};
