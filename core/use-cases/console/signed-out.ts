import { ServiceError } from '../../domain/errors.ts';

/** One answer to every request without a session, whatever became of it. */
export function signedOut(): ServiceError {
  return new ServiceError('UNAUTHORIZED', 'sign in to the console', { reason: 'signed_out' });
}
