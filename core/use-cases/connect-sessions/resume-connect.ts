import type { ConnectSession } from '../../domain/connect-session.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { LedgerGrant, LedgerTenant } from '../../ports/ledger-authorization.ts';
import { claimTenant, type TenantClaim } from '../connections/tenant-claim.ts';
import { ledgerClientOf } from '../ledger-client.ts';
import { callbackUrl, codeVerifier, linkDigest } from './connect-link.ts';
import type { ConnectPorts } from './connect-ports.ts';
import { backTo, type ConnectStep, gone, usable } from './connect-step.ts';
import { abandon } from './end-session.ts';
import { choiceOf, holdForChoice, offerChoice } from './offer-choice.ts';

/** What the provider sends the person back with. */
export interface ConsentAnswer {
  readonly state: string | undefined;
  readonly code: string | undefined;
  readonly error: string | undefined;
}

/** Takes the person back from the provider's consent page. */
export function resumeConnect(ports: ConnectPorts) {
  return async ({ state, code, error }: ConsentAnswer): Promise<ConnectStep> => {
    if (state === undefined) return gone.unknown;
    const found = await findByState(ports, state);
    if (found.kind === 'gone') return found;
    const { session } = found;
    // A reloaded callback: its code is spent, the choice still stands.
    if (session.state === 'choosing') return offerChoice(ports, session, state);
    if (error !== undefined || code === undefined) {
      await abandon(ports, session);
      return backTo(session, declined(error));
    }
    return guarded(ports, session, async () => {
      const grant = await exchanged(ports, session, state, code);
      return grant ? settleGrant(ports, session, state, grant) : afterTwin(ports, state);
    });
  };
}

/** Undefined when the code was spent already: the same callback came twice, and the other one is at work or done. */
async function exchanged(
  ports: ConnectPorts,
  session: ConnectSession,
  state: string,
  code: string,
): Promise<LedgerGrant | undefined> {
  const client = await ledgerClientOf(ports)(session, session.providerAppId);
  const flow = { code, redirectUri: callbackUrl(ports), codeVerifier: codeVerifier(ports, state) };
  try {
    return await ports.authorization.exchange(client, flow);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.details.reason !== 'invalid_grant') throw error;
    return undefined;
  }
}

const twinPatienceMs = 5_000;
const pollMs = 100;

/** What came of the other one, as soon as something did. */
async function afterTwin(ports: ConnectPorts, state: string): Promise<ConnectStep> {
  for (let waited = 0; ; waited += pollMs) {
    const session = await ports.storage.connectSessions.findByStateDigest(linkDigest(ports, state));
    if (!session) return gone.unknown;
    if (session.state === 'choosing') return offerChoice(ports, session, state);
    if (session.state === 'done' && session.connectionId !== null) {
      return backTo(session, { status: 'connected', connectionId: session.connectionId });
    }
    if (session.state === 'done') return gone.used;
    if (waited >= twinPatienceMs) return backTo(session, { status: 'failed', error: 'invalid_grant' });
    await ports.clock.wait(pollMs);
  }
}

function declined(error: string | undefined) {
  if (error === 'access_denied') return { status: 'cancelled' } as const;
  return { status: 'failed', error: 'authorization_failed' } as const;
}

async function settleGrant(
  ports: ConnectPorts,
  session: ConnectSession,
  state: string,
  grant: LedgerGrant,
): Promise<ConnectStep> {
  const tenants = await tenantsOf(ports, session, grant);
  const [only, ...others] = tenants;
  if (!only) return backTo(session, { status: 'failed', error: 'no_organization' });
  if (others.length > 0) return offerChoice(ports, await holdForChoice(ports, session, grant), state);
  return connect(ports, { session, tenant: only, grant, pending: null });
}

/** The code is spent: when the list cannot be read now, the consent is kept, and the same address offers it again. */
async function tenantsOf(
  ports: ConnectPorts,
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
export function chooseTenant(ports: ConnectPorts) {
  return async ({ selection, tenantId }: { selection: string; tenantId: string }): Promise<ConnectStep> => {
    const found = await findByState(ports, selection);
    if (found.kind === 'gone') return found;
    const { session } = found;
    if (session.state !== 'choosing') return gone.unknown;
    return guarded(ports, session, async () => {
      const choice = await choiceOf(ports, session);
      if (!choice) return gone.used;
      const tenant = choice.tenants.find((t) => t.tenantId === tenantId);
      if (!tenant) return offerChoice(ports, session, selection);
      return connect(ports, { session, tenant, grant: choice.grant, pending: choice.pending });
    });
  };
}

async function connect(ports: ConnectPorts, claim: TenantClaim): Promise<ConnectStep> {
  const connection = await claimTenant(ports, claim);
  ports.wakeUp.signal();
  ports.log.info('connected', {
    connection_id: connection.id,
    organization_id: connection.organizationId,
    request_id: claim.session.requestId,
  });
  return backTo(claim.session, { status: 'connected', connectionId: connection.id });
}

/** Refusals go back to the customer's application in its own words; the link stays usable where trying again may help. */
async function guarded(
  ports: ConnectPorts,
  session: ConnectSession,
  work: () => Promise<ConnectStep>,
): Promise<ConnectStep> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const reason = error.details.reason ?? error.code.toLowerCase();
    if (reason === 'connect_session_used') return gone.used;
    ports.log.warn('connecting failed', { connect_session_id: session.id, request_id: session.requestId, reason });
    if (error.code === 'CONFLICT') await abandon(ports, session);
    return backTo(session, { status: 'failed', error: reason });
  }
}

async function findByState(ports: ConnectPorts, state: string) {
  const session = await ports.storage.connectSessions.findByStateDigest(linkDigest(ports, state));
  return usable(session, ports.clock.now());
}
