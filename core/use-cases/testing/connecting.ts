// Plays the person's part of connecting, at the sandbox.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Caller } from '../../domain/caller.ts';
import type { Connection } from '../../domain/connection.ts';
import type { ConsentReturn } from '../connect-sessions/connect-flow.ts';
import type { ConnectStep } from '../connect-sessions/connect-step.ts';
import type { Answered, Write } from '../writes/claim-key.ts';
import type { Service } from './service.ts';

/** Of an organization that has set nothing but its name. */
export const brand = { name: 'Harbour Books', colour: null, logo: null, supportUrl: null, privacyUrl: null };

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

/** The provider's query after the person chose these tenants, or cancelled if there are none. */
export async function consentTo(
  service: Service,
  token: string,
  tenantIds: readonly string[],
): Promise<ConsentReturn & { state: string }> {
  const step = await service.core.connectSessions.open(token);
  if (step.kind !== 'consent') throw new Error(`the page does not ask for consent but is ${step.kind}`);
  const answer = await service.sandbox.control('POST', 'consent', {
    authorize_url: step.consentUrl,
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
): Promise<ConnectStep> {
  const { token } = await newSession(service, caller, fields);
  return service.core.connectSessions.callback(await consentTo(service, token, tenantIds));
}

/** The query with which the customer's application is called back, at once or from the page that offers another try. */
export function backWith(step: ConnectStep): Readonly<Record<string, string>> {
  const url = step.kind === 'redirect' ? step.url : step.kind === 'ended' && step.again ? step.backUrl : null;
  if (!url) throw new Error(`the person is not sent back: ${JSON.stringify(step)}`);
  return Object.fromEntries(new URL(url).searchParams);
}

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
