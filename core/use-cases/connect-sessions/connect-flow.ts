// What the person at the browser goes through: the link's page, the provider's consent, the choice of an organization, and
// back.
import type { ConnectSession } from '../../domain/connect-session.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { LedgerGrant } from '../../ports/ledger-authorization.ts';
import { turnsFor } from '../ledger/key-places.ts';
import { ledgerClientOf } from '../ledger/ledger-client.ts';
import { oauthOf, providerOf, tenancyOf } from '../providers/provider-of.ts';
import { showForm } from './connect-form.ts';
import { callbackUrl, codeVerifier, oauthState } from './connect-link.ts';
import {
  abandon,
  askingOf,
  backTo,
  barred,
  type ConnectStep,
  failed,
  findByState,
  findByToken,
  forPerson,
  gone,
  nextStep,
} from './connect-step.ts';
import { askFirst, carriedGrant, choiceOf, connectable, offerChoice } from './tenant-choice.ts';
import { connect, useGrant } from './use-grant.ts';

/** What the hosted page shows for a link: who asks for what, and where the person consents. */
export function openConnectSession(ports: CorePorts) {
  return async (token: string): Promise<ConnectStep> => {
    const session = await findByToken(ports, token);
    if (!session) return gone.unknown;
    return forPerson(ports, session, barred(session, ports.clock.now()) ?? (await opened(ports, session, token)));
  };
}

async function opened(ports: CorePorts, session: ConnectSession, token: string): Promise<ConnectStep> {
  const state = oauthState(ports, token);
  if (session.state === 'choosing') return offerChoice(ports, session, state);
  if (providerOf(ports, session).connect.kind === 'form') return showForm(ports, session, { token });
  const client = await ledgerClientOf(ports, session, session.providerAppId);
  return {
    ...askingOf(ports, session),
    kind: 'consent',
    consentUrl: consentUrl(ports, session, client.clientId, state),
    cancelToken: token,
    state,
  };
}

function consentUrl(ports: CorePorts, session: ConnectSession, clientId: string, state: string): string {
  const { authorization } = oauthOf(ports, session);
  const codeChallenge = ports.digester.codeChallenge(codeVerifier(ports, state));
  return authorization.consentUrl(clientId, { redirectUri: callbackUrl(ports), state, codeChallenge });
}

/** The person says no before going to the provider, or instead of choosing. */
export function cancelConnectSession(ports: CorePorts) {
  return (token: string): Promise<ConnectStep> =>
    nextStep(ports, findByToken(ports, token), (session) => abandon(ports, session, { status: 'cancelled' }));
}

/** The query with which the provider sends the person back. */
export interface ConsentAnswer {
  readonly state: string | undefined;
  readonly code: string | undefined;
  readonly error: string | undefined;
}

export interface ConsentReturn extends ConsentAnswer {
  /**
   * True if this browser opened the link. In another, the person is asked first, because somebody may have forwarded the
   * address.
   */
  readonly isOpener: boolean;
}

/** Takes the person back from the provider's consent page. */
export function resumeConnect(ports: CorePorts) {
  return async ({ state, code, error, isOpener }: ConsentReturn): Promise<ConnectStep> => {
    if (state === undefined) return gone.unknown;
    return nextStep(ports, findByState(ports, state), async (session) => {
      // The callback was reloaded: its code is spent, but the choice is still open.
      if (session.state === 'choosing') return offerChoice(ports, session, state);
      if (error === 'access_denied') return abandon(ports, session, { status: 'cancelled' });
      if (error === undefined && code !== undefined) return useCode(ports, session, { state, code, isOpener });
      return failed(ports, session, 'authorization_failed');
    });
  };
}

interface Approval {
  readonly state: string;
  readonly code: string;
  readonly isOpener: boolean;
}

async function useCode(
  ports: CorePorts,
  session: ConnectSession,
  { state, code, isOpener }: Approval,
): Promise<ConnectStep> {
  const client = await ledgerClientOf(ports, session, session.providerAppId);
  const flow = { code, redirectUri: callbackUrl(ports), codeVerifier: codeVerifier(ports, state) };
  const again = consentUrl(ports, session, client.clientId, state);
  let grant: LedgerGrant;
  try {
    grant = await oauthOf(ports, session).authorization.exchange(client, flow);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.details.reason !== 'invalid_grant') throw error;
    // The code is spent: the same callback came twice, and the other request is at work or done.
    return isOpener ? afterTwin(ports, session, state) : { kind: 'spent', consentUrl: again, selection: state };
  }
  return useGrant(ports, session, { grant, state, isOpener, again });
}

const twinPatienceSeconds = 5;

async function afterTwin(ports: CorePorts, begun: ConnectSession, state: string): Promise<ConnectStep> {
  for await (const _ of turnsFor(ports, twinPatienceSeconds)) {
    const session = await findByState(ports, state);
    if (!session) return gone.unknown;
    if (session.state === 'choosing') return offerChoice(ports, session, state);
    if (session.result?.status === 'failed') return failed(ports, session, session.result.error);
    if (session.result !== null) return backTo(session, session.result);
    if (session.state === 'done') return gone.used;
  }
  return failed(ports, begun, 'invalid_grant');
}

export interface TenantChoice {
  readonly selection: string;
  readonly tenantId: string;
  /** The sealed grant, from the page that asked first. */
  readonly consent?: string;
  readonly isRefused?: boolean;
}

/** The person has picked one of several organizations, or answered whether to connect one at all. */
export function chooseTenant(ports: CorePorts) {
  return ({ selection, tenantId, consent = '', isRefused = false }: TenantChoice): Promise<ConnectStep> =>
    nextStep(
      ports,
      findByState(ports, selection),
      async (session) => {
        if (isRefused) return abandon(ports, session, { status: 'cancelled' });
        if (consent !== '') return useConsent(ports, session, { selection, tenantId, consent });
        return session.state === 'choosing' ? useChoice(ports, session, selection, tenantId) : gone.unknown;
      },
      tenantId,
    );
}

async function useConsent(
  ports: CorePorts,
  session: ConnectSession,
  { selection, tenantId, consent }: Required<Omit<TenantChoice, 'isRefused'>>,
): Promise<ConnectStep> {
  if (session.state !== 'open') return gone.used;
  const grant = await carriedGrant(ports, session, consent);
  if (!grant) return gone.unknown;
  const offered = await tenancyOf(ports, session).tenants(grant.accessToken, grant.consentId);
  const tenants = await connectable(ports, session, offered);
  if (tenants.length === 0) return failed(ports, session, 'no_organization');
  const tenant = tenants.find((one) => one.tenantId === tenantId);
  if (!tenant) return askFirst(ports, session, { grant, tenants }, selection);
  return connect(ports, { session, tenant, grant, pending: null });
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
