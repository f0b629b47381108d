// Plays the person's part of connecting, at the sandbox.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Caller } from '../../domain/caller.ts';
import type { Connection } from '../../domain/connection.ts';
import type { ConsentReturn } from '../connect-sessions/flow.ts';
import type { ConnectOutcome } from '../connect-sessions/outcome.ts';
import type { Answered, Write } from '../writes/claim-key.ts';
import type { Service } from './service.ts';

/** Of an organization that has set nothing but its name. */
export const brand = {
  name: 'Harbour Books',
  colour: null,
  logo: null,
  supportUrl: null,
  privacyUrl: null,
  hidePoweredBy: false,
};

export const redirectUri = 'http://localhost:3000/done?kept=1';

/** A write as a host hands it over, with an unparsed body, under a key of its own unless one is given. */
export function write(body: unknown, key: string | undefined = randomUUID()): Write<never> {
  return { key, body: body as never };
}

export interface Session {
  readonly token: string;
  readonly connectUrl: string;
  readonly expiresAt: Date;
}

export type SessionFields = Readonly<Record<string, unknown>>;

export async function newSession(service: Service, caller: Caller, fields: SessionFields = {}): Promise<Session> {
  const body = { provider: 'ledger', external_account_id: 'customer-1', redirect_uri: redirectUri, ...fields };
  const { value }: Answered<{ connectUrl: string; expiresAt: Date }> = await service.core.connectSessions.create(
    caller,
    write(body),
  );
  return { ...value, token: value.connectUrl.slice(value.connectUrl.lastIndexOf('/') + 1) };
}

/** The provider's query after the person chose these tenants, or cancelled if there are none. `withheld` scopes are not granted. */
export async function consentTo(
  service: Service,
  token: string,
  tenantIds: readonly string[],
  withheld: readonly string[] = [],
): Promise<ConsentReturn & { state: string }> {
  const step = await service.core.connectSessions.open(token);
  if (step.kind !== 'asks-consent') throw new Error(`the page does not ask for consent but is ${step.kind}`);
  const asked = new URL(step.consentUrl);
  const scopes = (asked.searchParams.get('scope') ?? '').split(' ').filter((one) => !withheld.includes(one));
  asked.searchParams.set('scope', scopes.join(' '));
  const answer = await service.sandbox.control('POST', 'consent', {
    authorize_url: asked.href,
    tenant_ids: tenantIds,
  });
  const query = new URL(String(answer['callback_url'])).searchParams;
  const one = (name: string) => query.get(name) ?? undefined;
  return { state: one('state') ?? '', code: one('code'), error: one('error'), isOpener: true };
}

/** Connects from a fresh session to the step after the consent. */
export async function connecting(
  service: Service,
  caller: Caller,
  tenantIds: readonly string[],
  fields: SessionFields = {},
): Promise<ConnectOutcome> {
  const { token } = await newSession(service, caller, fields);
  return service.core.connectSessions.callback(await consentTo(service, token, tenantIds));
}

/** The result that the customer's application is told, by fields of its query. */
export function backWith(told: ConnectOutcome): Readonly<Record<string, string | undefined>> {
  if (told.kind === 'connected') return { status: 'connected', connection_id: told.connectionId, ...customerOf(told) };
  if (told.kind !== 'ended') throw new Error(`the person is not sent back: ${JSON.stringify(told)}`);
  const { result } = told;
  return { status: result.status, ...(result.status === 'failed' && { error: result.error }), ...customerOf(told) };
}

const customerOf = ({ link }: ConnectOutcome) => ({ external_account_id: link?.externalAccountId });

export async function connected(
  service: Service,
  caller: Caller,
  tenantId: string,
  fields: SessionFields = {},
): Promise<Connection> {
  const back = backWith(await connecting(service, caller, [tenantId], fields));
  expect(back['status'], JSON.stringify(back)).to.equal('connected');
  return service.core.connections.find(caller, back['connection_id'] ?? '');
}

/**
 * Cancels the sync that connecting has queued, for tests of other operations: to read empty books takes as much processor
 * time as ten writes.
 */
export async function withoutFirstSync({ core }: Service, caller: Caller, connection: Connection): Promise<void> {
  const queued = { type: 'connection.sync', state: 'queued', connection_id: connection.id };
  for (const { id } of (await core.operations.list(caller, queued)).items) {
    await core.operations.cancel(caller, { operationId: id, write: write({ reason: 'not of this test' }) });
  }
}

/** Connects, or connects again, by a consent that lacks these scopes. */
export async function connectedWithout(
  service: Service,
  caller: Caller,
  tenantId: string,
  withheld: readonly string[],
  fields: SessionFields = {},
): Promise<Connection> {
  const { token } = await newSession(service, caller, fields);
  const outcome = await service.core.connectSessions.callback(await consentTo(service, token, [tenantId], withheld));
  return service.core.connections.find(caller, backWith(outcome)['connection_id'] ?? '');
}
