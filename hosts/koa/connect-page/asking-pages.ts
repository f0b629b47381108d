// Pages that ask the person: who asks, for which account, and what is shared.
import type { ConnectStep, Environment } from '#core';
import { type Html, html } from './html.ts';
import { layout } from './page.ts';

type Consent = Extract<ConnectStep, { kind: 'consent' }>;

type Form = Extract<ConnectStep, { kind: 'form' }>;

export const badgeOf = (environment: Environment): Html | string =>
  environment === 'test' ? html`<span class="badge">Test environment</span>` : '';

export const asker = (organizationName: string, accountName: string): Html => html`<dl>
<div><dt>Asked by</dt><dd>${organizationName}</dd></div>
<div><dt>For account</dt><dd>${accountName}</dd></div>
</dl>`;

const rights = [
  'Read and change contacts',
  'Read and change invoices, quotes and purchase orders; read and create credit notes',
  'Read and change payments and accounts',
  'Read organization details, tax rates and branding themes',
];

const tick = html`<svg viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true"><path d="M4 10.5l4 4 8-9"/></svg>`;

const stored: Readonly<Record<Consent['retentionMode'], string>> = {
  cached:
    'Ledgerport keeps a copy of these records so that they can be listed quickly. The copy is deleted when you disconnect.',
  zero: 'Ledgerport stores none of these records. Each is read from your accounting when it is needed.',
};

const shared = (
  organizationName: string,
  retentionMode: Consent['retentionMode'],
): Html => html`<h2>${organizationName} will be able to</h2>
<ul>${rights.map((right) => html`<li>${tick}<span>${right}</span></li>`)}</ul>
<h2>What Ledgerport stores</h2>
<p class="soft">${stored[retentionMode]}</p>`;

/** Leads to the provider's own consent page. */
export function consentPage(step: Consent): Html {
  const { organizationName, accountName, retentionMode, consentUrl, cancelToken, environment } = step;
  return layout(
    `Connect to ${organizationName}`,
    html`${badgeOf(environment)}
<h1>${organizationName} asks to connect to your accounting</h1>
<p class="soft">You will sign in with your accounting provider and approve there. Your password is never shared.</p>
${asker(organizationName, accountName)}
${shared(organizationName, retentionMode)}
<div class="actions">
<a class="button" href="${consentUrl}" rel="noreferrer">Continue to your provider</a>
${cancel(`/connect/${encodeURIComponent(cancelToken)}`)}
</div>`,
  );
}

/** Asks how to reach the provider, where a person cannot approve there. */
export function formPage(step: Form): Html {
  const { organizationName, providerName, accountName, retentionMode, environment, fields, problem, token } = step;
  const isWrong = problem !== null || fields.some((field) => field.problem !== null);
  const action = `/connect/${encodeURIComponent(token)}`;
  return layout(
    `${isWrong ? 'Not connected yet: ' : ''}Connect ${providerName} to ${organizationName}`,
    html`${badgeOf(environment)}
<h1>${organizationName} asks to connect to your ${providerName}</h1>
<p class="soft">Enter a user of ${providerName} that was made for this connection. Ledgerport keeps the password sealed to sign in, and shows it to nobody, not to ${organizationName} either.</p>
${asker(organizationName, accountName)}
${problem === null ? '' : html`<p class="problem" role="alert">${sentence(problem)}</p>`}
<form method="post" action="${action}">
${fields.map(entryOf)}
${shared(organizationName, retentionMode)}
<div class="actions"><button class="button" type="submit">Connect ${providerName}</button></div>
</form>
<div class="actions">${cancel(action)}</div>`,
  );
}

const inputTypes = { address: 'url', text: 'text', secret: 'password' } as const;

function entryOf({ name, label, kind, value, problem }: Form['fields'][number]): Html {
  const told =
    problem === null ? '' : html`<span class="problem" id="${name}-problem" role="alert">${sentence(problem)}</span>`;
  const wrong = problem === null ? '' : html` aria-invalid="true" aria-describedby="${name}-problem"`;
  return html`<div class="entry"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${inputTypes[kind]}" value="${value}" required maxlength="500" autocapitalize="none" spellcheck="false" autocomplete="off"${wrong}>${told}</div>`;
}

const cancel = (action: string): Html =>
  html`<form method="post" action="${action}/cancel"><button class="button quiet" type="submit">Cancel</button></form>`;

export function sentence(message: string): string {
  const capital = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}
