// What the person at the browser goes through: the link's page, the provider's consent, the choice of an organization.
import type { ConnectSession } from '../../domain/connect-session.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { LedgerGrant, LedgerTenant } from '../../ports/ledger-authorization.ts';
import { claimTenant, type TenantClaim } from '../connections/tenant-claim.ts';
import { pollFor } from '../key-places.ts';
import { ledgerClientOf } from '../ledger-client.ts';
import { callbackUrl, codeVerifier, linkDigest, oauthState } from './connect-link.ts';
import {
  abandon,
  backTo,
  barred,
  type ConnectStep,
  choiceOf,
  gone,
  holdForChoice,
  offerChoice,
} from './connect-step.ts';

/** What the hosted page shows for a link: who asks for what, and where the person consents. */
export function openConnectSession(ports: CorePorts) {
  return async (token: string): Promise<ConnectStep> => {
    const session = await findByToken(ports, token);
    if (!session) return gone.unknown;
    const end = barred(session, ports.clock.now());
    if (end) return end;
    const state = oauthState(ports, token);
    if (session.state === 'choosing') return offerChoice(ports, session, state);
    const client = await ledgerClientOf(ports, session, session.providerAppId);
    const organization = await ports.storage.organizations.find(session.organizationId);
    const { externalAccountId, accountName, environment, retentionMode, expiresAt } = session;
    return {
      kind: 'consent',
      organizationName: organization?.name ?? '',
      ...{ externalAccountId, environment, retentionMode, expiresAt },
      accountName: accountName ?? externalAccountId,
      consentUrl: consentUrl(ports, client.clientId, state),
      cancelToken: token,
    };
  };
}

function consentUrl(ports: CorePorts, clientId: string, state: string): string {
  const codeChallenge = ports.digester.codeChallenge(codeVerifier(ports, state));
  return ports.authorization.consentUrl(clientId, { redirectUri: callbackUrl(ports), state, codeChallenge });
}

/** The person says no before going to the provider, or instead of choosing. */
export function cancelConnectSession(ports: CorePorts) {
  return (token: string): Promise<ConnectStep> =>
    nextStep(ports, findByToken(ports, token), (session) => abandon(ports, session, { status: 'cancelled' }));
}

/** What the provider sends the person back with. */
export interface ConsentAnswer {
  readonly state: string | undefined;
  readonly code: string | undefined;
  readonly error: string | undefined;
}

/** Takes the person back from the provider's consent page. */
export function resumeConnect(ports: CorePorts) {
  return async ({ state, code, error }: ConsentAnswer): Promise<ConnectStep> => {
    if (state === undefined) return gone.unknown;
    return nextStep(ports, findByState(ports, state), async (session) => {
      // A reloaded callback: its code is spent, the choice is still open.
      if (session.state === 'choosing') return offerChoice(ports, session, state);
      if (error === 'access_denied') return abandon(ports, session, { status: 'cancelled' });
      if (error === undefined && code !== undefined) return useCode(ports, session, state, code);
      return abandon(ports, session, { status: 'failed', error: 'authorization_failed' });
    });
  };
}

async function useCode(ports: CorePorts, session: ConnectSession, state: string, code: string): Promise<ConnectStep> {
  const client = await ledgerClientOf(ports, session, session.providerAppId);
  const flow = { code, redirectUri: callbackUrl(ports), codeVerifier: codeVerifier(ports, state) };
  let grant: LedgerGrant;
  try {
    grant = await ports.authorization.exchange(client, flow);
  } catch (error) {
    // The code is spent already: the same callback came twice, and the other one is at work or done.
    if (error instanceof ServiceError && error.details.reason === 'invalid_grant')
      return afterTwin(ports, session, state);
    throw error;
  }
  const begun = { ...session, result: null };
  if (session.result !== null) await ports.storage.connectSessions.advance(begun, session.state);
  const tenants = await tenantsOf(ports, begun, grant);
  if (begun.reconnects !== null) return connectAgain(ports, { session: begun, grant, tenants }, client.clientId, state);
  const [only, ...others] = tenants;
  if (!only) return failed(ports, begun, 'no_organization');
  if (others.length > 0) return offerChoice(ports, await holdForChoice(ports, begun, grant), state);
  return connect(ports, { session: begun, tenant: only, grant, pending: null });
}

interface Consent {
  readonly session: ConnectSession;
  readonly grant: LedgerGrant;
  readonly tenants: readonly LedgerTenant[];
}

/** The connection's own organization, wherever it stands among those that were authorized; no other one is stored. */
async function connectAgain(
  ports: CorePorts,
  { session, grant, tenants }: Consent,
  clientId: string,
  state: string,
): Promise<ConnectStep> {
  const connection = session.reconnects && (await ports.storage.connections.find(session, session.reconnects));
  if (!connection) return gone.unknown;
  const tenant = tenants.find(({ tenantId }) => tenantId === connection.providerTenantId);
  if (tenant) return connect(ports, { session, tenant, grant, pending: null });
  await failed(ports, session, 'wrong_organization');
  return {
    kind: 'wrong',
    chosen: tenants.map(({ name }) => name).join(', '),
    wanted: connection.providerTenantName ?? '',
    consentUrl: consentUrl(ports, clientId, state),
  };
}

const twinPatienceSeconds = 5;

async function afterTwin(ports: CorePorts, begun: ConnectSession, state: string): Promise<ConnectStep> {
  const step = await pollFor(ports, undefined, twinPatienceSeconds, async () => {
    const session = await findByState(ports, state);
    if (!session) return gone.unknown;
    if (session.state === 'choosing') return offerChoice(ports, session, state);
    if (session.result !== null) return backTo(session, session.result);
    return session.state === 'done' ? gone.used : undefined;
  });
  return step ?? backTo(begun, { status: 'failed', error: 'invalid_grant' });
}

/** The code is spent: when the list cannot be read now, the consent is stored, and the same address offers it again. */
async function tenantsOf(
  ports: CorePorts,
  session: ConnectSession,
  grant: LedgerGrant,
): Promise<readonly LedgerTenant[]> {
  try {
    return await ports.authorization.tenants(grant.accessToken, grant.consentId);
  } catch (error) {
    if (error instanceof ServiceError && error.retryable) await holdForChoice(ports, session, grant);
    throw error;
  }
}

/** The person has picked one of several organizations. */
export function chooseTenant(ports: CorePorts) {
  return ({ selection, tenantId }: { selection: string; tenantId: string }): Promise<ConnectStep> =>
    nextStep(
      ports,
      findByState(ports, selection),
      async (session) => (session.state === 'choosing' ? useChoice(ports, session, selection, tenantId) : gone.unknown),
      tenantId,
    );
}

async function useChoice(
  ports: CorePorts,
  session: ConnectSession,
  selection: string,
  tenantId: string,
): Promise<ConnectStep> {
  const choice = await choiceOf(ports, session);
  if (!choice) return gone.used;
  const tenant = choice.tenants.find((offered) => offered.tenantId === tenantId);
  if (!tenant) return offerChoice(ports, session, selection);
  return connect(ports, { session, tenant, grant: choice.grant, pending: choice.pending });
}

async function connect(ports: CorePorts, claim: TenantClaim): Promise<ConnectStep> {
  const { id, organizationId } = await claimTenant(ports, claim);
  ports.wakeUp.signal();
  const names = { connection_id: id, organization_id: organizationId, request_id: claim.session.requestId };
  ports.log.info('connected', names);
  return backTo(claim.session, { status: 'connected', connectionId: id });
}

/**
 * Takes an open session further. What is sent again after the end ends as it did the first time. Refusals go back to the
 * customer's application in its own words; the link stays usable where trying again may help. What failed because the same
 * request was sent twice, and the other one was quicker, ends as that one did. `tenantId` is what the person chose.
 */
async function nextStep(
  ports: CorePorts,
  found: Promise<ConnectSession | undefined>,
  work: (session: ConnectSession) => Promise<ConnectStep>,
  tenantId?: string,
): Promise<ConnectStep> {
  const session = await found;
  if (!session) return gone.unknown;
  const end = (await endOf(ports, session, tenantId)) ?? barred(session, ports.clock.now());
  if (end) return end;
  const step = await work(session).catch((error: unknown) => {
    if (error instanceof ServiceError) return error;
    throw error;
  });
  const isRefused = step instanceof ServiceError;
  if (!isRefused && step !== gone.used) return step;
  const latest = await ports.storage.connectSessions.findByStateDigest(session.stateDigest);
  const ended = latest && (await endOf(ports, latest, tenantId));
  if (ended || !isRefused) return ended ?? gone.used;
  const reason = step.details.reason ?? step.code.toLowerCase();
  if (reason === 'connect_session_used') return gone.used;
  ports.log.warn('connecting failed', { connect_session_id: session.id, request_id: session.requestId, reason });
  if (step.code !== 'CONFLICT') return failed(ports, session, reason);
  return abandon(ports, session, { status: 'failed', error: reason });
}

/** How the session ended; who chose another organization in the meantime learns that this choice came too late. */
async function endOf(
  { storage, clock }: CorePorts,
  session: ConnectSession,
  tenantId: string | undefined,
): Promise<ConnectStep | undefined> {
  const { state, result, expiresAt } = session;
  if (state !== 'done' || result === null || clock.now() >= expiresAt) return undefined;
  if (tenantId === undefined || result.status !== 'connected') return backTo(session, result);
  const connection = await storage.connections.find(session, result.connectionId);
  return connection?.providerTenantId === tenantId ? backTo(session, result) : gone.other;
}

/** The link stays usable; the same callback, should it come again with its spent code, gets the same answer. */
async function failed(ports: CorePorts, session: ConnectSession, error: string): Promise<ConnectStep> {
  const result = { status: 'failed', error } as const;
  await ports.storage.connectSessions.advance({ ...session, result }, session.state);
  return backTo(session, result);
}

function findByToken(ports: CorePorts, token: string): Promise<ConnectSession | undefined> {
  return ports.storage.connectSessions.findByTokenDigest(linkDigest(ports, token));
}

function findByState(ports: CorePorts, state: string): Promise<ConnectSession | undefined> {
  return ports.storage.connectSessions.findByStateDigest(linkDigest(ports, state));
}
