import { Failure } from '../api/failure.ts';

const reasons: Readonly<Record<string, string>> = {
  last_owner:
    'This is the only owner. Make another member an owner first; otherwise nobody could manage members any more.',
  own_factors: 'Remove your own second factors under “Account”, with your password.',
  own_password: 'Change your own password under “Account”; a reset is for others.',
  email_taken: 'Somebody with this e-mail address is a member of the organization already.',
  provider_app_in_use:
    'Connections use this app, and another client ID would cut them off. Begin a new provider app, and disconnect these first if you want to end it.',
  client_id_in_use:
    'Another provider app has this client ID. Register an application of its own at the provider, and enter its credentials.',
  provider_app_incomplete: 'Save the client ID and the client secret first.',
  provider_app_limit_reached: 'There can be 100 provider apps in an environment.',
  already_decided: 'Somebody else has decided about it already. The page shows what was decided.',
  approval_expired: 'Nobody decided in time, so it has ended. The agent may ask again.',
  key_revoked: 'The agent’s key was revoked, so this can no longer be approved.',
  key_expired: 'The agent’s key has expired, so this can no longer be approved.',
  total_changed: 'They come to another sum than was shown here. Look at them again, and choose anew.',
  second_factor_required:
    'Your organization asks for a second factor, and this session began without one. Sign out, sign in with it, and decide then.',
  member_limit_reached: 'The organization has as many members as it can have. Remove one first.',
};

/** Replaces a refusal's message by the words of the page that shows it. */
export function inWords(failure: Failure | undefined): Failure | undefined {
  const words = failure?.reason === undefined ? undefined : reasons[failure.reason];
  return failure === undefined || words === undefined ? failure : new Failure(words, failure);
}
