import type { AppCheck, ProviderApp } from '../api/wire.ts';

export const wizardSteps = ['name', 'register', 'credentials', 'consent', 'verify'] as const;
export type WizardStep = (typeof wizardSteps)[number];

type Known = Pick<ProviderApp, 'has_client_id' | 'has_client_secret' | 'has_webhook_signing_key' | 'checks' | 'status'>;

/** Returns the step at which a setup continues: the first that is not done. */
export function resumeAt(app: Known): WizardStep {
  const given = [app.has_client_id, app.has_client_secret, app.has_webhook_signing_key];
  if (!given.includes(true)) return 'register';
  return (['credentials', 'consent'] as const).find((step) => !isDone(app, step)) ?? 'verify';
}

export function isDone(app: Known, step: WizardStep): boolean {
  switch (step) {
    case 'name':
      return true;
    case 'register':
      return app.has_client_id;
    case 'credentials':
      return (
        app.has_client_id &&
        app.has_client_secret &&
        app.has_webhook_signing_key &&
        statusOf(app, 'credentials') !== 'failed'
      );
    case 'consent':
      return statusOf(app, 'oauth') === 'passed' && statusOf(app, 'scopes') === 'passed';
    case 'verify':
      return app.status === 'verified';
  }
}

export function statusOf({ checks }: Pick<ProviderApp, 'checks'>, name: AppCheck['check']): AppCheck['status'] {
  return checks.find(({ check }) => check === name)?.status ?? 'waiting';
}

/** Opens the URL's step, except the first; a step that needs an earlier one leads to the step that is due. */
export function stepAsked(app: Known, asked: string | undefined): WizardStep {
  const due = resumeAt(app);
  const step = wizardSteps.find((name) => name === asked && name !== 'name');
  return step === undefined || !canOpen(app, step) ? due : step;
}

/** A person can always look at the URLs and give credentials; consent and verification need credentials. */
export function canOpen(app: Known, step: WizardStep): boolean {
  if (step === 'name') return false;
  if (step === 'register' || step === 'credentials') return true;
  return app.has_client_id && app.has_client_secret;
}

/** An app that no check was made of was not verified here: the operator registered it as ready. */
export function appState({ status, checks }: Pick<ProviderApp, 'status' | 'checks'>): string {
  const isUnchecked = checks.every(({ checked_at: at }) => at === null);
  return status === 'verified' && isUnchecked ? 'registered' : status;
}
