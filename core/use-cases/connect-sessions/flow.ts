// What the person at the browser goes through: the link's page, the provider's consent, the choice of an organization, and
// back. Each request loads the link, decides by the table of moves, acts, stores, and returns an outcome.
import {
  type GrantMove,
  type LinkEvent,
  type LinkMove,
  linkStateOf,
  moveOf,
  moveOfGrant,
  withdrawnError,
} from '../../domain/connect-moves.ts';
import type { ConnectSession } from '../../domain/connect-session.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { LedgerGrant } from '../../ports/ledger-authorization.ts';
import { turnsFor } from '../ledger/key-places.ts';
import { ledgerClientOf } from '../ledger/ledger-client.ts';
import { oauthOf, providerOf } from '../providers/provider-of.ts';
import { type Authorized, authorizedBefore, authorizedBy, carried, holdForChoice } from './authorized-tenants.ts';
import { callbackUrl, codeVerifier, connectUrl, linkDigest, oauthState } from './connect-link.ts';
import { endSession } from './end-session.ts';
import { type ConnectOutcome, type FormProblem, outcomeOf, type Told, unknown } from './outcome.ts';
import { type Entered, signIn } from './sign-in.ts';
import { claimTenant } from './tenant-claim.ts';

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

export interface TenantChoice {
  readonly selection: string;
  readonly tenantId: string;
  /** The sealed grant, from the page that asked first. */
  readonly consent?: string;
  readonly isRefused?: boolean;
}

/** What a request brings. */
interface Asked extends Partial<Omit<TenantChoice, 'selection'>> {
  readonly event: Exclude<LinkEvent, 'withdrawn' | 'lapsed'>;
  /** The OAuth state, by which pages and the provider name the link. */
  readonly state: string;
  readonly code?: string;
  readonly isOpener: boolean;
  readonly entered?: Entered;
}

/** What the hosted page shows for a link: who asks for what, and where the person consents. */
export function openConnectSession(ports: CorePorts) {
  return (token: string): Promise<ConnectOutcome> => walk(ports, byToken(ports, token, 'opened'));
}

/** The person says no before going to the provider, or instead of choosing. */
export function cancelConnectSession(ports: CorePorts) {
  return (token: string): Promise<ConnectOutcome> => walk(ports, byToken(ports, token, 'refused'));
}

/** The person has entered how to reach the provider. */
export function submitConnectForm(ports: CorePorts) {
  return ({ token, form }: { readonly token: string; readonly form: Entered }): Promise<ConnectOutcome> =>
    walk(ports, { ...byToken(ports, token, 'formSent'), entered: form });
}

/** Takes the person back from the provider's consent page. */
export function resumeConnect(ports: CorePorts) {
  return async ({ state, code, error, isOpener }: ConsentReturn): Promise<ConnectOutcome> => {
    const isGiven = error === undefined && code !== undefined;
    const event = isGiven ? 'consented' : error === 'access_denied' ? 'denied' : 'erred';
    return state === undefined ? unknown : walk(ports, { event, state, isOpener, ...(isGiven && { code }) });
  };
}

/** The person has picked one of several organizations, or answered whether to connect one at all. */
export function chooseTenant(ports: CorePorts) {
  return ({ selection: state, consent = '', isRefused = false, ...choice }: TenantChoice): Promise<ConnectOutcome> => {
    const event = isRefused ? 'refused' : consent === '' ? 'chosen' : 'confirmed';
    return walk(ports, { ...choice, event, state, consent, isOpener: consent === '' });
  };
}

function byToken(ports: CorePorts, token: string, event: Asked['event']): Asked {
  return { event, state: oauthState(ports, token), isOpener: true };
}

async function walk(ports: CorePorts, asked: Asked): Promise<ConnectOutcome> {
  const session = await load(ports, asked);
  if (!session) return unknown;
  // Whoever comes back to the console from the link looks for the connection in its list.
  const told = await decided(ports, session, asked).finally(() => ports.replica?.wrote(session.organizationId));
  return outcomeOf(ports, session, told);
}

function load(ports: CorePorts, { state }: Asked): Promise<ConnectSession | undefined> {
  return ports.storage.connectSessions.findByStateDigest(linkDigest(ports, state));
}

/** After a refusal the link stays usable; if another request was quicker, this one ends as the row of that end says. */
async function decided(ports: CorePorts, session: ConnectSession, asked: Asked): Promise<Told> {
  try {
    return await deeds[moveOf(linkStateOf(session, ports.clock.now()), asked.event)](ports, session, asked);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return unlessOvertaken(ports, session, asked, () => {
      const ids = { connect_session_id: session.id, request_id: session.requestId };
      ports.log.warn('connecting failed', { ...ids, reason: reasonOf(error) });
      return failed(ports, session, asked, reasonOf(error));
    });
  }
}

function reasonOf({ code, details }: ServiceError): string {
  return details.reason ?? code.toLowerCase();
}

/** Looks whether the link has moved on meanwhile: it does so twice at most. */
async function unlessOvertaken(
  ports: CorePorts,
  session: ConnectSession,
  asked: Asked,
  otherwise: () => Told | Promise<Told>,
): Promise<Told> {
  const latest = await load(ports, asked);
  if (!latest) return deeds.unknown(ports, session, asked);
  if (latest.state === session.state) return otherwise();
  return decided(ports, latest, { ...asked, event: 'overtaken' });
}

type Deed = (ports: CorePorts, session: ConnectSession, asked: Asked) => Told | Promise<Told>;

const gone =
  (why: 'used' | 'expired' | 'unknown'): Deed =>
  (_ports, { result }) => ({ kind: 'gone', why, result });

const deeds: Readonly<Record<LinkMove, Deed>> = {
  ask: (ports, session, asked) => ask(ports, session, asked, null),
  exchange,
  signIn: signedIn,
  offer,
  claim: claimHeld,
  claimCarried,
  wait: waitForTwin,
  fail: (ports, session, asked) => failed(ports, session, asked, 'authorization_failed'),
  async cancel(ports, session) {
    await endSession(ports, session, { status: 'cancelled' });
    return { kind: 'ended', result: { status: 'cancelled' }, isOpen: false };
  },
  retell,
  used: gone('used'),
  expired: gone('expired'),
  unknown: gone('unknown'),
};

async function ask(
  ports: CorePorts,
  session: ConnectSession,
  { state, entered = {} }: Asked,
  problem: FormProblem | null,
): Promise<Told> {
  const { connect } = providerOf(ports, session);
  if (connect.kind === 'form') {
    const { fields } = connect;
    const shown = fields.filter(({ kind }) => kind !== 'secret').map(({ name }) => [name, entered[name] ?? '']);
    return { kind: 'asks-form', fields, entered: Object.fromEntries(shown), problem };
  }
  return { kind: 'asks-consent', consentUrl: await consentUrlOf(ports, session, state), state };
}

/** Where the person authorizes: at the provider, or by the form behind the link. */
async function consentUrlOf(ports: CorePorts, session: ConnectSession, state: string): Promise<string> {
  if (providerOf(ports, session).connect.kind === 'form') return connectUrl(ports, session.id);
  const { clientId } = await ledgerClientOf(ports, session, session.providerAppId);
  const codeChallenge = ports.digester.codeChallenge(codeVerifier(ports, state));
  const { authorization } = oauthOf(ports, session);
  return authorization.consentUrl(clientId, { redirectUri: callbackUrl(ports), state, codeChallenge });
}

async function exchange(ports: CorePorts, session: ConnectSession, asked: Asked): Promise<Told> {
  const { state, code = '', isOpener } = asked;
  const client = await ledgerClientOf(ports, session, session.providerAppId);
  const flow = { code, redirectUri: callbackUrl(ports), codeVerifier: codeVerifier(ports, state) };
  let grant: LedgerGrant;
  try {
    grant = await oauthOf(ports, session).authorization.exchange(client, flow);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.details.reason !== 'invalid_grant') throw error;
    // The code is spent: the same callback came twice, and the other request is at work or done.
    if (isOpener) return waitForTwin(ports, session, asked);
    const spent = { consentUrl: await consentUrlOf(ports, session, state), selection: state };
    return { ...failure('invalid_grant'), spent };
  }
  return granted(ports, session, asked, grant);
}

const twinPatienceSeconds = 5;

async function waitForTwin(ports: CorePorts, session: ConnectSession, asked: Asked): Promise<Told> {
  let latest = session;
  for await (const _ of turnsFor(ports, twinPatienceSeconds)) {
    latest = (await load(ports, asked)) ?? latest;
    if (latest.state !== session.state || latest.result !== null) break;
  }
  const error = latest.result?.status === 'failed' ? latest.result.error : 'invalid_grant';
  return unlessOvertaken(ports, session, asked, () => failed(ports, latest, asked, error));
}

async function signedIn(ports: CorePorts, session: ConnectSession, asked: Asked): Promise<Told> {
  const { connect } = providerOf(ports, session);
  if (connect.kind !== 'form') return { kind: 'gone', why: 'unknown', result: session.result };
  const given = asked.entered ?? {};
  const entered = Object.fromEntries(connect.fields.map(({ name }) => [name, given[name] ?? '']));
  const opened = await signIn(ports, connect, entered);
  return 'problem' in opened
    ? ask(ports, session, { ...asked, entered }, opened.problem)
    : granted(ports, session, asked, opened);
}

/** From a grant to a connection: an organization alone is connected, of several that fit the person chooses one. */
async function granted(ports: CorePorts, before: ConnectSession, asked: Asked, grant: LedgerGrant): Promise<Told> {
  const session = { ...before, result: null };
  if (before.result !== null) await ports.storage.connectSessions.advance(session, before.state);
  let authorized: Authorized;
  try {
    authorized = await authorizedBy(ports, session, grant);
  } catch (error) {
    if (!(error instanceof ServiceError) || !error.retryable || !asked.isOpener) throw error;
    // The code is spent, so the grant is held, and the same address offers the choice once the list can be read.
    return failed(ports, await holdForChoice(ports, session, grant), asked, reasonOf(error));
  }
  const { fitting, offered } = authorized;
  const free = offered.filter(({ holder }) => holder !== 'other').length;
  const isReconnect = session.reconnects !== null;
  const next = moveOfGrant({ fitting: fitting.length, free, isReconnect, isOpener: asked.isOpener });
  return grantDeeds[next](ports, session, asked, authorized);
}

type GrantDeed = (
  ports: CorePorts,
  session: ConnectSession,
  asked: Asked,
  authorized: Authorized,
) => Told | Promise<Told>;

const grantDeeds: Readonly<Record<GrantMove, GrantDeed>> = {
  async wrong(ports, session, asked, { chosen }) {
    const told = await failed(ports, session, asked, 'wrong_organization');
    if (told.kind !== 'ended' || !told.isOpen) return told;
    return {
      ...told,
      wrong: { consentUrl: await consentUrlOf(ports, session, asked.state), selection: asked.state, chosen },
    };
  },
  none: (ports, session, asked) => failed(ports, session, asked, 'no_organization'),
  taken: (ports, session, asked) => failed(ports, session, asked, 'duplicate_tenant_connection'),
  async confirm(ports, session, { state }, { grant, offered }) {
    return { kind: 'asks-choice', selection: state, tenants: offered, carried: await carried(ports, session, grant) };
  },
  async hold(ports, session, { state }, { grant, offered }) {
    await holdForChoice(ports, session, grant);
    return { kind: 'asks-choice', selection: state, tenants: offered };
  },
  claim: (ports, session, _asked, authorized) => claim(ports, session, authorized, authorized.fitting[0]?.tenantId),
};

async function offer(ports: CorePorts, session: ConnectSession, asked: Asked): Promise<Told> {
  const held = await authorizedBefore(ports, session, '');
  if (held) return { kind: 'asks-choice', selection: asked.state, tenants: held.offered };
  return unlessOvertaken(ports, session, asked, () => deeds.used(ports, session, asked));
}

async function claimHeld(ports: CorePorts, session: ConnectSession, asked: Asked): Promise<Told> {
  const held = await authorizedBefore(ports, session, '');
  return held && isOffered(held, asked) ? claim(ports, session, held, asked.tenantId) : offer(ports, session, asked);
}

async function claimCarried(ports: CorePorts, session: ConnectSession, asked: Asked): Promise<Told> {
  const authorized = await authorizedBefore(ports, session, asked.consent ?? '');
  if (!authorized) return deeds.unknown(ports, session, asked);
  if (authorized.fitting.length === 0) return failed(ports, session, asked, 'no_organization');
  return isOffered(authorized, asked)
    ? claim(ports, session, authorized, asked.tenantId)
    : grantDeeds.confirm(ports, session, asked, authorized);
}

const isOffered = ({ fitting }: Authorized, { tenantId }: Asked): boolean =>
  fitting.some((one) => one.tenantId === tenantId);

async function claim(
  ports: CorePorts,
  session: ConnectSession,
  { grant, pending, fitting }: Authorized,
  tenantId: string | undefined,
): Promise<Told> {
  const tenant = fitting.find((one) => one.tenantId === tenantId);
  if (!tenant) throw new Error('a tenant is claimed that was not authorized');
  const { id } = await claimTenant(ports, { session, tenant, grant, pending });
  ports.wakeUp.signal();
  const names = { connection_id: id, organization_id: session.organizationId, request_id: session.requestId };
  ports.log.info('connected', names);
  return { kind: 'connected', connectionId: id, tenantName: tenant.name };
}

/** Stores why, for whoever asks for the state of the link; the person may try again or go back. */
async function failed(ports: CorePorts, session: ConnectSession, asked: Asked, error: string): Promise<Told> {
  const result = { status: 'failed', error } as const;
  const isStored = await ports.storage.connectSessions.advance({ ...session, result }, session.state);
  return isStored ? failure(error) : unlessOvertaken(ports, session, asked, () => failure(error));
}

function failure(error: string): Extract<Told, { kind: 'ended' }> {
  return { kind: 'ended', result: { status: 'failed', error }, isOpen: true };
}

/** As it ended, until the link's time is over; a later choice of another organization learns that it came too late. */
async function retell(ports: CorePorts, session: ConnectSession, { tenantId }: Asked): Promise<Told> {
  const { result, expiresAt } = session;
  if (result?.status === 'failed' && result.error === withdrawnError) return { kind: 'gone', why: 'withdrawn', result };
  if (result === null || ports.clock.now() >= expiresAt) return { kind: 'gone', why: 'used', result };
  if (result.status !== 'connected') return { kind: 'ended', result, isOpen: false };
  const connection = await ports.storage.connections.find(session, result.connectionId);
  const isOther = tenantId !== undefined && connection?.providerTenantId !== tenantId;
  if (isOther) return { kind: 'gone', why: 'other', result };
  return { kind: 'connected', connectionId: result.connectionId, tenantName: connection?.providerTenantName ?? '' };
}
