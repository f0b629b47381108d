import type { Plane } from './caller.ts';
import type { ConsoleSessionId, OrganizationId, ProviderAppId } from './ids.ts';

export const providerAppStatuses = ['draft', 'verified'] as const;

/** The customer's own OAuth application at the provider; credentials are stored sealed and never returned. */
export interface ProviderApp extends Plane {
  readonly id: ProviderAppId;
  readonly provider: string;
  readonly name: string;
  readonly status: (typeof providerAppStatuses)[number];
  readonly isDefault: boolean;
  readonly clientId: string | null;
  readonly sealedClientSecret: string | null;
  readonly sealedWebhookKey: string | null;
  /** When the webhook key was last set; null for an app that an operator registered. */
  readonly webhookKeySetAt: Date | null;
  /** The time of the last correctly signed, empty notification, with which the provider checks the address. */
  readonly intentReceivedAt: Date | null;
  readonly grantedScopes: readonly string[] | null;
  /** Checks not made since their credentials changed are absent. */
  readonly checks: readonly AppCheck[];
  /** The most provider calls of each of its connections per UTC day; null keeps the provider's limit. */
  readonly dailyCallLimit: number | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/**
 * The app's id, or a name for the provider's hosted app or for all connections of a provider without apps. Never null,
 * so that unique indexes hold.
 */
export type AppKey = ProviderAppId | `hosted ${string}`;

export function appKeyOf({ provider, providerAppId }: AppUse): AppKey {
  return providerAppId ?? `hosted ${provider}`;
}

interface AppUse {
  readonly provider: string;
  readonly providerAppId: ProviderAppId | null;
}

/** A trial consent, by which a member verifies an app; only a digest of the OAuth state is stored. */
export interface AppConsent {
  readonly stateDigest: string;
  readonly organizationId: OrganizationId;
  readonly appId: ProviderAppId;
  /** Only the browser of this session may return with it. */
  readonly sessionId: ConsoleSessionId;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export const appConsentMinutes = 10;
export const providerAppsMax = 100;

export interface ShownApp {
  readonly app: ProviderApp;
  readonly redirectUri: string;
  readonly webhookUrl: string;
  readonly requiredScopes: readonly string[];
}

export type ConsentOutcome =
  | { readonly kind: 'signed_out' }
  /** The consent was used, has expired, was begun in another browser, or was for replaced credentials. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'checked'; readonly app: ProviderApp; readonly checks: readonly FoundCheck[] };

export const appCheckNames = ['credentials', 'oauth', 'scopes', 'webhook'] as const;
type AppCheckName = (typeof appCheckNames)[number];

/** `waiting`: for a person, for the provider, or for its first check. */
export const appCheckStatuses = ['passed', 'failed', 'waiting'] as const;
type AppCheckStatus = (typeof appCheckStatuses)[number];

export interface AppCheck {
  readonly check: AppCheckName;
  readonly status: AppCheckStatus;
  readonly message: string;
  readonly remedy: string | null;
  readonly checkedAt: Date | null;
}

/** Messages of checks not made yet, with what is missing for them. */
function unmade(app: ProviderApp): Readonly<Record<AppCheckName, Pick<AppCheck, 'message' | 'remedy'>>> {
  const hasClient = app.clientId !== null && app.sealedClientSecret !== null;
  const consent = 'Start the trial consent and allow access';
  return {
    credentials: {
      message: 'Not checked yet',
      remedy: hasClient ? 'Press “Check now”' : 'Save the client ID and client secret, then verify',
    },
    oauth: { message: 'No trial consent has been given yet', remedy: consent },
    scopes: { message: 'Known after the trial consent', remedy: consent },
    webhook: {
      message: 'The provider has not checked the webhook address yet',
      remedy:
        app.sealedWebhookKey === null
          ? 'Save the webhook signing key here, then let the provider check the webhook address'
          : 'Let the provider check the webhook address',
    },
  };
}

export function checksOf(app: ProviderApp): readonly AppCheck[] {
  return appCheckNames.map(
    (check) =>
      app.checks.find((made) => made.check === check) ?? {
        check,
        status: 'waiting',
        checkedAt: null,
        ...unmade(app)[check],
      },
  );
}

export type FoundCheck = Omit<AppCheck, 'checkedAt'>;

/**
 * An app whose checks have all passed is verified and stays so when a later check fails: its connections continue, and the
 * failed check is shown.
 */
export function withChecks(app: ProviderApp, found: readonly FoundCheck[], now: Date): ProviderApp {
  const checks = checksOf(app)
    .map((known) => {
      const made = found.find(({ check }) => check === known.check);
      return made ? { ...made, checkedAt: now } : known;
    })
    .filter(({ checkedAt }) => checkedAt !== null);
  const isVerified = checks.length === appCheckNames.length && checks.every(({ status }) => status === 'passed');
  return { ...app, checks, status: isVerified ? 'verified' : app.status };
}

export function withoutChecks(app: ProviderApp, forgotten: readonly AppCheckName[]): ProviderApp {
  return { ...app, checks: app.checks.filter(({ check }) => !forgotten.includes(check)) };
}

export function scopesCheck(granted: readonly string[], required: readonly string[]): FoundCheck {
  const missing = required.filter((scope) => !granted.includes(scope));
  if (missing.length === 0) return passed('scopes', `All ${required.length} required scopes were granted`);
  const remedy = `Allow the app these scopes at the provider, then consent again: ${missing.join(', ')}`;
  return failed('scopes', `${missing.length} of ${required.length} required scopes were not granted`, remedy);
}

/** The provider's check counts only if it arrived after the key was set: it proves nothing about a newer key. */
export function webhookCheck(app: ProviderApp): FoundCheck {
  if (app.intentReceivedAt) return passed('webhook', 'The provider’s check of the webhook address has arrived');
  return { check: 'webhook', status: 'waiting', ...unmade(app).webhook };
}

const found =
  (status: AppCheckStatus) =>
  (check: AppCheckName, message: string, remedy: string | null = null): FoundCheck => ({
    check,
    status,
    message,
    remedy,
  });

export const passed = found('passed');
export const failed = found('failed');
export const waiting = found('waiting');
