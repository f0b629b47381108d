import type { ConnectStep } from './connect-step.ts';
import { type Html, html } from './html.ts';
import { layout } from './layout.ts';

type Consent = Extract<ConnectStep, { kind: 'consent' }>;

const rights = [
  'Read and change contacts',
  'Read and change invoices, quotes and purchase orders',
  'Read and change payments and accounts',
  'Read organization details, tax rates and branding themes',
];

const tick = html`<svg viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true"><path d="M4 10.5l4 4 8-9"/></svg>`;

/** Who asks, for which account, and what will be shared, before the person goes to the provider. */
export function consentPage(step: Consent): Html {
  const { organizationName, externalAccountId, retentionMode, consentUrl, cancelToken, environment } = step;
  return layout(
    `Connect to ${organizationName}`,
    html`${environment === 'test' ? html`<span class="badge">Test environment</span>` : ''}
<h1>${organizationName} asks to connect to your accounting</h1>
<p class="soft">You will sign in with your accounting provider and approve there. Your password is never shared.</p>
<dl>
<div><dt>Asked by</dt><dd>${organizationName}</dd></div>
<div><dt>For account</dt><dd>${externalAccountId}</dd></div>
</dl>
<h2>${organizationName} will be able to</h2>
<ul>${rights.map((right) => html`<li>${tick}<span>${right}</span></li>`)}</ul>
<h2>What is kept</h2>
<p class="soft">${keeping[retentionMode]}</p>
<div class="actions">
<a class="button" href="${consentUrl}" rel="noreferrer">Continue to your provider</a>
<form method="post" action="/connect/${encodeURIComponent(cancelToken)}/cancel"><button class="button quiet" type="submit">Cancel</button></form>
</div>`,
  );
}

const keeping: Readonly<Record<Consent['retentionMode'], string>> = {
  cached:
    'Ledgerport keeps a copy of these records so that they can be listed quickly. The copy is deleted when you disconnect.',
  zero: 'Ledgerport stores none of these records. Each is read from your accounting when it is needed.',
};
