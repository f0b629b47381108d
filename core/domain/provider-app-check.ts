// What is verified of a provider app, what each check found, and what follows for the app.
import type { ProviderApp } from './provider-app.ts';

export const appCheckNames = ['credentials', 'oauth', 'scopes', 'webhook'] as const;
export type AppCheckName = (typeof appCheckNames)[number];

/** `waiting`: for a person, for the provider, or for being made at all. */
export const appCheckStatuses = ['passed', 'failed', 'waiting'] as const;
export type AppCheckStatus = (typeof appCheckStatuses)[number];

export interface AppCheck {
  readonly check: AppCheckName;
  readonly status: AppCheckStatus;
  /** What was found, for a person. */
  readonly message: string;
  /** What to do about it; null where there is nothing to do. */
  readonly remedy: string | null;
  /** Null when it was never made. */
  readonly checkedAt: Date | null;
}

/** What is not known yet, and what is missing for it. Customers may have connected through the app all the same. */
function unmade(app: ProviderApp): Readonly<Record<AppCheckName, Pick<AppCheck, 'message' | 'remedy'>>> {
  const hasClient = app.clientId !== null && app.sealedClientSecret !== null;
  const consent = 'Start the trial consent and allow access';
  const intent = 'press “Send intent to receive” at the provider';
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
        app.sealedWebhookKey === null ? `Save the webhook signing key here, then ${intent}` : `P${intent.slice(1)}`,
    },
  };
}

/** All four in their order, also those that were never made. */
export function checksOf(app: ProviderApp): readonly AppCheck[] {
  return appCheckNames.map(
    (check) =>
      app.checks.find((made) => made.check === check) ?? {
        ...{ check, status: 'waiting', checkedAt: null },
        ...unmade(app)[check],
      },
  );
}

/**
 * With what was found. An app of which everything has passed is verified, and stays so when a later check fails: the
 * connections that it has go on, and the failed check is shown.
 */
export function withChecks(app: ProviderApp, found: readonly AppCheck[]): ProviderApp {
  const checks = checksOf(app)
    .map((known) => found.find(({ check }) => check === known.check) ?? known)
    .filter(({ checkedAt }) => checkedAt !== null);
  const isVerified = checks.length === appCheckNames.length && checks.every(({ status }) => status === 'passed');
  return { ...app, checks, status: isVerified ? 'verified' : app.status };
}

/** Without what these checks found before. */
export function withoutChecks(app: ProviderApp, forgotten: readonly AppCheckName[]): ProviderApp {
  return { ...app, checks: app.checks.filter(({ check }) => !forgotten.includes(check)) };
}

export function scopesCheck(granted: readonly string[], required: readonly string[], now: Date): AppCheck {
  const missing = required.filter((scope) => !granted.includes(scope));
  if (missing.length === 0) {
    return passed('scopes', `All ${required.length} required scopes were granted`, now);
  }
  const remedy = `Allow the app these scopes at the provider, then consent again: ${missing.join(', ')}`;
  return failed('scopes', `${missing.length} of ${required.length} required scopes were not granted`, remedy, now);
}

/** By what arrived since the key was set: what an older key signed proves nothing of this one. */
export function webhookCheck(app: ProviderApp, now: Date): AppCheck {
  if (app.intentReceivedAt) return passed('webhook', 'The provider’s check of the webhook address has arrived', now);
  return { check: 'webhook', status: 'waiting', ...unmade(app).webhook, checkedAt: now };
}

export function passed(check: AppCheckName, message: string, now: Date): AppCheck {
  return { check, status: 'passed', message, remedy: null, checkedAt: now };
}

export function failed(check: AppCheckName, message: string, remedy: string, now: Date): AppCheck {
  return { check, status: 'failed', message, remedy, checkedAt: now };
}

export function waiting(check: AppCheckName, message: string, remedy: string, now: Date): AppCheck {
  return { check, status: 'waiting', message, remedy, checkedAt: now };
}
