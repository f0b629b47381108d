import type { AttemptOutcome } from '../../domain/operation-moves.ts';

/** A disconnect that the provider does not take is undone, and one that it takes cancels this: until then work waits. */
export const whileLeaving: AttemptOutcome = {
  kind: 'retry',
  error: {
    code: 'CONFLICT',
    reason: 'connection_not_active',
    message: 'the connection is being disconnected',
    retryable: true,
  },
};
