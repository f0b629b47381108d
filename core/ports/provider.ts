import type { LedgerLimits } from '../domain/budget.ts';
import type { Capability } from '../domain/capability.ts';
import type { Rounding } from '../domain/document-lines.ts';
import type { Repeats } from '../domain/idempotency.ts';
import type { RequestTraits } from '../domain/provider-request.ts';
import type { ReportName } from '../domain/report-query.ts';
import type { IdForm, ResourceType } from '../domain/resource.ts';
import type { HostedApp, LedgerAuthorization, LedgerGrant, NotificationVerifier } from './ledger-authorization.ts';
import type { LedgerGateway } from './ledger-gateway.ts';

/** One accounting provider, whole. A connection keeps the provider with which it was made. */
export interface Provider {
  readonly traits: ProviderTraits;
  readonly gateway: LedgerGateway;
  readonly connect: OAuthConnect | FormConnect;
  /** A provider without notifications is polled. */
  readonly notifications?: NotificationVerifier | undefined;
}

/** A provider as it is listed, whether or not it is set up. */
export interface ListedProvider extends Pick<Provider, 'traits'> {
  readonly connect: Pick<Provider['connect'], 'kind'>;
}

export interface OAuthConnect {
  readonly kind: 'oauth';
  readonly authorization: LedgerAuthorization;
  /** The deployment's own app, for customers without one. */
  readonly hostedApp?: HostedApp | undefined;
}

/** The person enters how to reach the provider; only what `open` returns is kept, sealed. */
export interface FormConnect extends Pick<LedgerAuthorization, 'tenants' | 'disconnect'> {
  readonly kind: 'form';
  readonly fields: readonly FormField[];
  /**
   * Signs in with what was entered. Throws BAD_REQUEST naming the field, for a wrong secret with the reason
   * `wrong_password`, and as `LedgerAuthorization` does.
   */
  open(form: Readonly<Record<string, string>>): Promise<LedgerGrant>;
  /** Signs in again with the secret that a grant brought as its `refreshToken`. */
  refresh(secret: string): Promise<LedgerGrant>;
  /** `LedgerTenant.identity` of a tenant of before; undefined if the provider says none. */
  identityOf?(accessToken: string, tenantId: string): Promise<string | undefined>;
}

export interface FormField {
  readonly name: string;
  readonly label: string;
  /** A `secret` is never shown again. */
  readonly kind: 'address' | 'text' | 'secret';
}

/** A provider's traits are plain data, checked when the process starts. */
export interface ProviderTraits {
  /** For people. */
  readonly title: string;
  /** Other names by which requests may call the provider; answers and stored rows have its name in the deployment. */
  readonly aliases: readonly string[];
  /** For one tenant, and for all tenants of an app. */
  readonly limits: LedgerLimits;
  readonly repeats: Repeats;
  /** A change names the version that it is based on; refused as CONFLICT `record_changed` if the record has moved. */
  readonly comparesAndSets: boolean;
  /** Seconds between two polls of a connection; null for a provider that notifies. */
  readonly polledSeconds: number | null;
  /** A sync reads again this long before its last stamp, because records may appear with older ones. */
  readonly overlapSeconds: number;
  /** Rounds cents in the amounts of documents. */
  readonly rounding: Rounding;
  /** The tax type of a line without tax; null if such a line has none. */
  readonly noTax: string | null;
  /** `copied`: the service writes the invoice · `native`: the provider makes it · null: it cannot be made. */
  readonly quoteConversion: 'copied' | 'native' | null;
  /** The organization's record has the days up to which its books are locked. */
  readonly tellsLockDates?: boolean;
  /** The most bytes of a call with several documents; a larger document is sent alone. */
  readonly callBytesMost: number;
  /** Absent if no family can `attachments`. `filesMost`: of one record; null without a bound. */
  readonly attachments?: { readonly bytesMost: number; readonly filesMost: number | null };
  /** What it computes of the books; absent if it computes nothing. */
  readonly reports?: readonly ReportName[];
  /** What may be asked beside the service's own routes; absent where nothing may. */
  readonly requests?: RequestTraits;
  /** A family that is left out does not exist there. */
  readonly families: Readonly<Partial<Record<ResourceType, FamilyTraits>>>;
}

/** A field that the provider drops from the family's records of one `type`. */
export interface DroppedField {
  readonly field: string;
  readonly ofType: string;
  /** The field that such a record keeps instead. */
  readonly instead: string;
}

export interface FamilyTraits {
  readonly can: readonly Capability[];
  /** The request's fields that can be written; null for all. */
  readonly writableFields: readonly string[] | null;
  /** What the provider drops without a word, so that a write of it is refused. */
  readonly dropped?: readonly DroppedField[];
  /** The form of its records' ids and, for documents, of their lines' ids. */
  readonly idForm: IdForm;
  /**
   * `changes`: page by page, what changed since the last sync; what was deleted or archived comes as a change of status.
   * `whole`: everything in one call, so that what is no longer listed no longer exists.
   */
  readonly sync: 'changes' | 'whole';
  /** True if the provider notifies of changes. */
  readonly isNotified: boolean;
  /** The provider removes what an update leaves out, so updates send the whole live record with the change. */
  readonly updateReplaces: boolean;
  /** Objects that the provider may replace whole, such as `sale`: an update of one sends the live object with the change. */
  readonly replacedParts?: readonly string[];
  /** Fields that `find` can search by; a family without any cannot be searched. */
  readonly foundBy: readonly string[];
  /** The most records of one `readMany`, and documents of one `sendMany`; 0 if there is none. */
  readonly together: { readonly reads: number; readonly creates: number; readonly updates: number };
}
