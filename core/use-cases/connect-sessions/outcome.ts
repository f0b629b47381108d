// What comes of a request on the way of a connect link. Hosts make pages and redirects of it, with their own words.
import type { Brand } from '../../domain/brand.ts';
import type { ConnectResult, ConnectSession, Locale } from '../../domain/connect-session.ts';
import type { ConnectionId } from '../../domain/ids.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { LedgerTenant } from '../../ports/ledger-authorization.ts';
import type { FormField, ProviderTraits } from '../../ports/provider.ts';
import { brandOf } from '../access/brand-of.ts';
import { connectUrl, linkDigest, portalDigest } from './connect-link.ts';

/** Who asks; nothing is known of an unknown link. */
export interface Asker {
  readonly session?: ConnectSession['id'];
  /** The language that the session names. */
  readonly locale?: Locale;
  readonly brand?: Brand;
}

/** Who asks whom for what, and where the person came from. */
export interface Link
  extends Required<Pick<Asker, 'session' | 'brand'>>,
    Pick<Asker, 'locale'>,
    Pick<
      ConnectSession,
      'accountName' | 'externalAccountId' | 'environment' | 'retentionMode' | 'expiresAt' | 'redirectUri'
    > {
  /** The link itself. */
  readonly url: string;
  readonly providerName: string;
  /** What the provider's coverage lets the service do. */
  readonly families: ProviderTraits['families'];
  /** The organization that the link connects again; null for a first connection. */
  readonly reconnects: string | null;
}

/** `own`: this customer has it already, and a choice renews it. `other`: another customer has it, so it is refused. */
export interface OfferedTenant extends Pick<LedgerTenant, 'tenantId' | 'name'> {
  readonly holder: 'nobody' | 'own' | 'other';
}

/** What is wrong with what was entered: beside a field, or with the form if `field` is null. */
export interface FormProblem {
  readonly field: string | null;
  /** For a sentence of the page. */
  readonly why: string;
  /** As the provider's adapter says it, in English. */
  readonly message: string | null;
  /** How long to wait; null if that is not known. */
  readonly minutes: number | null;
}

/** Another consent of the same link. */
export interface Again {
  readonly consentUrl: string;
  /** With which the person may refuse. */
  readonly selection: string;
}

export type Told =
  | {
      readonly kind: 'asks-consent';
      readonly consentUrl: string;
      /** Identifies the flow in the browser that opened the link. */
      readonly state: string;
    }
  | {
      readonly kind: 'asks-form';
      readonly fields: readonly FormField[];
      /** What was entered, without secrets. */
      readonly entered: Readonly<Record<string, string>>;
      readonly problem: FormProblem | null;
    }
  | {
      readonly kind: 'asks-choice';
      readonly selection: string;
      readonly tenants: readonly OfferedTenant[];
      /**
       * The sealed consent, which the page sends back with the choice. Only in another browser than the one that opened the
       * link, because nothing is stored there before the person answers Yes.
       */
      readonly carried?: string;
    }
  | { readonly kind: 'connected'; readonly connectionId: ConnectionId; readonly tenantName: string }
  | {
      readonly kind: 'ended';
      readonly result: Exclude<ConnectResult, { status: 'connected' }>;
      /** The link still works. */
      readonly isOpen: boolean;
      /** The link reconnects another organization than the person chose. */
      readonly wrong?: Again & { readonly chosen: readonly string[] };
      /** The approval is spent, and this browser can learn nothing of its end. */
      readonly spent?: Again;
    }
  /** other: another organization was chosen by this link, and is connected. */
  | {
      readonly kind: 'gone';
      readonly why: 'used' | 'expired' | 'withdrawn' | 'other' | 'unknown';
      readonly result: ConnectResult | null;
    };

export type ConnectOutcome = Told & { readonly link?: Link };

export const unknown: ConnectOutcome = { kind: 'gone', why: 'unknown', result: null };

export async function outcomeOf(ports: CorePorts, session: ConnectSession, told: Told): Promise<ConnectOutcome> {
  const { externalAccountId, accountName, environment, retentionMode, expiresAt, redirectUri, locale } = session;
  const traits = ports.providers[session.provider]?.traits;
  const again = session.reconnects && (await ports.storage.connections.find(session, session.reconnects));
  const link: Link = {
    session: session.id,
    brand: await brandOf(ports, session.organizationId),
    ...(locale && { locale }),
    accountName,
    externalAccountId,
    environment,
    retentionMode,
    expiresAt,
    redirectUri,
    url: connectUrl(ports, session.id),
    providerName: traits?.title ?? '',
    families: traits?.families ?? {},
    reconnects: again ? (again.providerTenantName ?? '') : null,
  };
  return { ...told, link };
}

export async function askerOf(ports: CorePorts, { id, organizationId, locale }: ConnectSession): Promise<Asker> {
  return { session: id, brand: await brandOf(ports, organizationId), ...(locale && { locale }) };
}

/**
 * Finds the organization whose brand an error page shows: by the token of a connect or portal link, or by the `state` of a
 * flow. Undefined if none of them is known.
 */
export function findAsker(ports: CorePorts) {
  return async (token: string, state: string): Promise<Asker | undefined> => {
    const { connectSessions } = ports.storage;
    const session =
      (await connectSessions.findByTokenDigest(linkDigest(ports, token))) ??
      (await connectSessions.findByTokenDigest(portalDigest(ports, token))) ??
      (await connectSessions.findByStateDigest(linkDigest(ports, state)));
    return session && askerOf(ports, session);
  };
}
