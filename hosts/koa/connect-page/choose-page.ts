import type { ConnectStep } from './connect-step.ts';
import { type Html, html } from './html.ts';
import { layout } from './layout.ts';

type Choose = Extract<ConnectStep, { kind: 'choose' }>;

/** The person authorized several organizations: one is connected. */
export function choosePage({ organizationName, selection, tenants }: Choose): Html {
  return layout(
    'Choose an organization',
    html`<h1>Which organization should ${organizationName} connect to?</h1>
<p class="soft">You approved access to ${tenants.length} organizations. Only the one you choose is connected.</p>
<form method="post" action="/connect/choose">
<input type="hidden" name="selection" value="${selection}">
<fieldset>
<legend>Your organizations</legend>
${tenants.map(
  ({ tenantId, name }) =>
    html`<label><input type="radio" name="tenant_id" value="${tenantId}" required><span>${name}</span></label>`,
)}
</fieldset>
<div class="actions"><button class="button" type="submit">Connect this organization</button></div>
</form>`,
  );
}
