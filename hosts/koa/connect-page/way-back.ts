// The way back to the application that sent the person: its address, with what came of the link.
import type { ConnectOutcome } from '#core';

type Link = NonNullable<ConnectOutcome['link']>;
type Result = Extract<ConnectOutcome, { kind: 'ended' }>['result'] | { status: 'connected'; connectionId: string };

/** What an application is told of an outcome; undefined while nothing has ended. */
export function resultOf(outcome: ConnectOutcome): Result | undefined {
  if (outcome.kind === 'connected') return { status: 'connected', connectionId: outcome.connectionId };
  if (outcome.kind === 'ended') return outcome.result;
  return outcome.kind === 'gone'
    ? (outcome.result ?? { status: 'failed', error: 'connect_session_expired' })
    : undefined;
}

/** The link's redirect_uri with the result; its other parameters remain. Undefined without one. */
export function wayBack(outcome: ConnectOutcome): string | undefined {
  const [{ link }, result] = [outcome, resultOf(outcome)];
  return link && result && link.redirectUri !== '' ? addressOf(link, result) : undefined;
}

function addressOf({ redirectUri, externalAccountId }: Link, result: Result): string {
  const url = new URL(redirectUri);
  for (const name of ['connection_id', 'error']) url.searchParams.delete(name);
  url.searchParams.set('status', result.status);
  url.searchParams.set('external_account_id', externalAccountId);
  if (result.status === 'connected') url.searchParams.set('connection_id', result.connectionId);
  if (result.status === 'failed') url.searchParams.set('error', result.error);
  return url.href;
}
