import type { ConnectStep, ConsentOutcome, RequestId, ServiceError } from '#core';
import type { Context } from '../request-state.ts';
import { asker, badgeOf, consentPage, formPage, sentence } from './asking-pages.ts';
import { type Html, html } from './html.ts';
import { layout, sendPage } from './page.ts';

/** Shows the step's page, or redirects. */
export function showStep(ctx: Context, step: ConnectStep, formTargets: readonly string[]): void {
  if (step.kind === 'redirect') {
    ctx.redirect(step.url);
    ctx.body = null;
    ctx.status = 303;
    return;
  }
  if (step.kind === 'gone') sendPage(ctx, 410, gonePage(step.why));
  else sendPage(ctx, 200, pageOf(step), formTargets);
}

function pageOf(step: Exclude<ConnectStep, { kind: 'redirect' | 'gone' }>): Html {
  if (step.kind === 'consent') return consentPage(step);
  if (step.kind === 'form') return formPage(step);
  if (step.kind === 'choose') return step.asked ? askPage(step, step.asked) : choosePage(step);
  if (step.kind === 'spent') return spentPage(step.consentUrl);
  return step.kind === 'wrong' ? wrongPage(step) : endedPage(step.result);
}

const onward = (href: string, label: string): Html =>
  html`<div class="actions"><a class="button" href="${href}" rel="noreferrer">${label}</a></div>`;

function wrongPage({ chosen, wanted, consentUrl }: Extract<ConnectStep, { kind: 'wrong' }>): Html {
  return layout(
    'Another organization',
    html`<h1>That was another organization</h1>
<p>This link connects <strong>${wanted}</strong> again. ${chosen === '' ? 'None was chosen.' : html`You chose ${chosen}.`} Nothing was changed.</p>
${onward(consentUrl, 'Choose another')}`,
  );
}

function spentPage(consentUrl: string): Html {
  return layout(
    'Approve again',
    html`<h1>Approve once more</h1>
<p>Your approval has been read already, and this page cannot be reloaded. Nothing was connected by it.</p>
${onward(consentUrl, 'Continue to your provider')}`,
  );
}

const endings = {
  connected: ['You are connected', 'Your accounting is connected again.'],
  cancelled: ['Nothing was connected', 'You cancelled. Nothing was changed.'],
  failed: ['That did not work', 'Nothing was connected. If the link no longer works, ask for a new one.'],
} as const;

/** Ends a link that has no application to return to. */
function endedPage({ status }: Extract<ConnectStep, { kind: 'ended' }>['result']): Html {
  const [title, text] = endings[status];
  return layout(
    title,
    html`<h1>${title}</h1>
<p>${text} You can close this page.</p>`,
  );
}

type Choice = Extract<ConnectStep, { kind: 'choose' }>;

/** Asks which of several authorized organizations to connect. */
function choosePage({ organizationName, selection, tenants }: Choice): Html {
  return layout(
    'Choose an organization',
    html`<h1>Which organization should ${organizationName} connect to?</h1>
<p class="soft">You approved access to ${tenants.length} organizations. Only the one you choose is connected.</p>
<form method="post" action="/connect/choose">
<input type="hidden" name="selection" value="${selection}">
${organizationsField(tenants)}
<div class="actions"><button class="button" type="submit">Connect this organization</button></div>
</form>`,
  );
}

const organizationsField = (tenants: Choice['tenants']): Html => html`<fieldset>
<legend>Your organizations</legend>
${tenants.map(
  ({ tenantId, name }) =>
    html`<label><input type="radio" name="tenant_id" value="${tenantId}" required><span>${name}</span></label>`,
)}
</fieldset>`;

/** Shown when the browser did not open the link: somebody else may have begun. */
function askPage({ organizationName, selection, tenants }: Choice, asked: NonNullable<Choice['asked']>): Html {
  const [only, ...others] = tenants;
  const one = only && others.length === 0 ? only : undefined;
  return layout(
    `Connect to ${organizationName}?`,
    html`<h1>Connect ${one?.name ?? 'one of your organizations'} to ${organizationName}?</h1>
<p>The link was opened in another browser. Say yes only if you asked ${organizationName} for this connection yourself: whoever has this account there will see your accounting and can change it.</p>
${asker(organizationName, asked.accountName)}
<form method="post" action="/connect/choose">
<input type="hidden" name="selection" value="${selection}">
<input type="hidden" name="consent" value="${asked.consent}">
${one ? html`<input type="hidden" name="tenant_id" value="${one.tenantId}">` : organizationsField(tenants)}
<div class="actions">
<button class="button" type="submit" name="decision" value="yes">Yes, connect</button>
<button class="button quiet" type="submit" name="decision" value="no" formnovalidate>No</button>
</div>
</form>`,
  );
}

/** For an expired, used or unknown link. */
function gonePage(why: string): Html {
  return layout(
    'Link no longer valid',
    html`<h1>This connect link no longer works</h1>
<p>${why}</p>
<p class="soft">A link works once and for a limited time. Go back to the application that sent you here and start again.</p>`,
  );
}

/** Says whether a retry may help, and the request id. */
export function failurePage(error: ServiceError, requestId: RequestId): Html {
  const passing = error.retryable || error.code === 'INTERNAL';
  return layout(
    'Something went wrong',
    html`<h1>${passing ? 'That did not work just now' : 'That did not work'}</h1>
<p>${sentence(error.message)}</p>
<p class="soft">${
      passing
        ? 'Wait a moment, then reload this page.'
        : 'Go back to the application that sent you here and start again.'
    } If it happens again, tell the support of that application this number: <code>${requestId}</code></p>`,
  );
}

/** Shows the checks of a provider app after a consent. */
export function appConsentPage(outcome: ConsentOutcome): Html {
  if (outcome.kind !== 'checked') return lostPage(outcome.kind);
  const { app, checks } = outcome;
  const isGood = checks.every(({ status }) => status === 'passed');
  return layout(
    isGood ? 'Consent received' : 'Consent not complete',
    html`${badgeOf(app.environment)}
<h1>${isGood ? 'The consent has arrived' : 'The consent is not complete'}</h1>
<p>The provider app “${app.name}” ${isGood ? 'works with your provider.' : 'does not work yet:'}</p>
<dl>${checks.map(
      ({ check, status, message, remedy }) =>
        html`<div><dt>${titles[check]}: ${status}</dt><dd>${message}${remedy === null ? '' : html`. ${remedy}.`}</dd></div>`,
    )}</dl>
<p class="soft">Ledgerport stored these results and nothing else of this consent. You can close this tab.</p>
${onward(`/console/provider-apps/${encodeURIComponent(app.id)}`, 'Back to the console')}`,
  );
}

const titles = { credentials: 'Credentials', oauth: 'Consent', scopes: 'Scopes', webhook: 'Webhook' } as const;

const lost = {
  signed_out: 'This browser is not signed in to the console. Sign in here, then start the consent again.',
  gone: 'This consent was used already, has expired, or was started in another browser. Start it again from the console.',
} as const;

function lostPage(kind: keyof typeof lost): Html {
  return layout(
    'Consent not used',
    html`<h1>This consent could not be used</h1>
<p>${lost[kind]}</p>
${onward('/console', 'To the console')}`,
  );
}
