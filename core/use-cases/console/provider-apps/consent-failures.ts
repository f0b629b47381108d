// What a consent that brought no tokens says of the app.
import type { ServiceError } from '../../../domain/errors.ts';
import { type AppCheck, failed, waiting } from '../../../domain/provider-app.ts';
import { callbackUrl } from '../../connect-sessions/connect-link.ts';
import type { AppPorts } from './shown-app.ts';

const again = 'Start the consent again';

/** By what the provider led back with instead of a code. */
export function declinedChecks(ports: AppPorts, error: string | undefined): readonly AppCheck[] {
  const now = ports.clock.now();
  if (error === 'access_denied') {
    return [waiting('oauth', 'Access was not allowed at the provider', `${again} and allow access`, now)];
  }
  if (error === 'invalid_scope' || error === 'unauthorized_client') {
    const remedy = `Allow the app these scopes at the provider, then consent again: ${ports.authorization.requiredScopes.join(', ')}`;
    return [
      failed('oauth', 'The provider refused the consent', remedy, now),
      failed('scopes', 'The app may not ask for the required scopes', remedy, now),
    ];
  }
  const remedy = `Compare the app at the provider with what is shown here, then start the consent again. Redirect URI: ${callbackUrl(ports)}`;
  return [failed('oauth', 'The provider ended the consent with an error', remedy, now)];
}

/** By how the provider refused the code. */
export function refusedChecks(ports: AppPorts, { details, retryable }: ServiceError): readonly AppCheck[] {
  const now = ports.clock.now();
  if (details.reason === 'invalid_client') {
    const remedy = 'Copy client ID and client secret again from the app at the provider, then consent again';
    return [
      failed('credentials', 'The provider does not accept the client ID with this client secret', remedy, now),
      failed('oauth', 'The consent was given, and the app’s credentials were refused', remedy, now),
    ];
  }
  if (details.reason === 'invalid_grant') {
    return [failed('oauth', 'The provider did not accept the consent’s code', again, now)];
  }
  if (retryable) return [waiting('oauth', 'The provider could not be asked just now', again, now)];
  return [failed('oauth', 'The provider answered the consent’s code unexpectedly', again, now)];
}
