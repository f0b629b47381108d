import type { AttemptOutcome } from '../../domain/operation-moves.ts';

/** Work waits during a disconnect: its success cancels the work, its failure lets it go on. */
export const whileLeaving: AttemptOutcome = {
  kind: 'retry',
  error: {
    code: 'CONFLICT',
    reason: 'connection_not_active',
    message: 'the connection is being disconnected',
    retryable: true,
  },
};
