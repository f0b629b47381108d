import type { ConnectSession } from '../../domain/connect-session.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { LedgerGrant, LedgerTenant } from '../../ports/ledger-authorization.ts';
import { claimTenant, type TenantClaim } from '../connections/tenant-claim.ts';
import { ledgerClientOf } from '../ledger-client.ts';
import { callbackUrl, codeVerifier, linkDigest } from './connect-link.ts';
import { abandon, backTo, type ConnectPorts, type ConnectStep, endedAs, gone, usable } from './connect-step.ts';
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
    const known = await findByState(ports, state);
    const again = known && endedAs(known, ports.clock.now());
    if (again) return again;
    const found = usable(known, ports.clock.now());
    if (found.kind === 'gone') return found;
    const { session } = found;
    // A reloaded callback: its code is spent, the choice still stands.
    if (session.state === 'choosing') return offerChoice(ports, session, state);
    if (error !== undefined || code === undefined) {
      const result = declined(error);
      await abandon(ports, session, result);
      return backTo(session, result);
    }
    const work = async () => {
      const grant = await exchanged(ports, session, state, code);
      if (!grant) return afterTwin(ports, state);
      const begun = { ...session, result: null };
      if (session.result !== null) await ports.storage.connectSessions.advance(begun, session.state);
      return settleGrant(ports, begun, state, grant);
    };
    return guarded(ports, session, work, async (ended) => endedAs(ended, ports.clock.now()));
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
    const session = await findByState(ports, state);
    if (!session) return gone.unknown;
    if (session.state === 'choosing') return offerChoice(ports, session, state);
    if (session.result !== null) return backTo(session, session.result);
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
  if (!only) return failed(ports, session, 'no_organization');
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
    const known = await findByState(ports, selection);
    const endOf = (ended: ConnectSession) => endOfChoice(ports, ended, tenantId);
    const again = known && (await endOf(known));
    if (again) return again;
    const found = usable(known, ports.clock.now());
    if (found.kind === 'gone') return found;
    const { session } = found;
    if (session.state !== 'choosing') return gone.unknown;
    const work = async () => {
      const choice = await choiceOf(ports, session);
      if (!choice) return gone.used;
      const tenant = choice.tenants.find((t) => t.tenantId === tenantId);
      if (!tenant) return offerChoice(ports, session, selection);
      return connect(ports, { session, tenant, grant: choice.grant, pending: choice.pending });
    };
    return guarded(ports, session, work, endOf);
  };
}

/** The same choice ends as it did the first time; who chose otherwise in the meantime learns that it came too late. */
async function endOfChoice(
  ports: ConnectPorts,
  session: ConnectSession,
  tenantId: string,
): Promise<ConnectStep | undefined> {
  const { result } = session;
  const end = endedAs(session, ports.clock.now());
  if (!end || result?.status !== 'connected') return end;
  const connection = await ports.storage.connections.find(session, result.connectionId);
  return connection?.providerTenantId === tenantId ? end : gone.other;
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

/**
 * Refusals go back to the customer's application in its own words; the link stays usable where trying again may help.
 * What failed because the same was sent twice, and the other one was quicker, ends as that one did.
 */
async function guarded(
  ports: ConnectPorts,
  session: ConnectSession,
  work: () => Promise<ConnectStep>,
  endOf: (latest: ConnectSession) => Promise<ConnectStep | undefined>,
): Promise<ConnectStep> {
  const endedMeanwhile = async () => {
    const latest = await ports.storage.connectSessions.findByStateDigest(session.stateDigest);
    return latest && endOf(latest);
  };
  try {
    const step = await work();
    return step === gone.used ? ((await endedMeanwhile()) ?? step) : step;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const ended = await endedMeanwhile();
    if (ended) return ended;
    const reason = error.details.reason ?? error.code.toLowerCase();
    if (reason === 'connect_session_used') return gone.used;
    ports.log.warn('connecting failed', { connect_session_id: session.id, request_id: session.requestId, reason });
    if (error.code !== 'CONFLICT') return failed(ports, session, reason);
    const result = { status: 'failed', error: reason } as const;
    await abandon(ports, session, result);
    return backTo(session, result);
  }
}

/** The link goes on; the same callback, should it come again with its spent code, is told the same. */
async function failed(ports: ConnectPorts, session: ConnectSession, error: string): Promise<ConnectStep> {
  const result = { status: 'failed', error } as const;
  await ports.storage.connectSessions.advance({ ...session, result }, session.state);
  return backTo(session, result);
}

function findByState(ports: ConnectPorts, state: string): Promise<ConnectSession | undefined> {
  return ports.storage.connectSessions.findByStateDigest(linkDigest(ports, state));
}
