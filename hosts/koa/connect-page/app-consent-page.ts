import type { ConsentOutcome } from '#core';
import { type Html, html } from './html.ts';
import { layout } from './layout.ts';

/** After a consent that was given to verify a provider app: what came of it, and the way back to the console. */
export function appConsentPage(outcome: ConsentOutcome): Html {
  if (outcome.kind !== 'checked') return lostPage(outcome.kind);
  const { app, checks } = outcome;
  const isGood = checks.every(({ status }) => status === 'passed');
  return layout(
    isGood ? 'Consent received' : 'Consent not complete',
    html`${app.environment === 'test' ? html`<span class="badge">Test environment</span>` : ''}
<h1>${isGood ? 'The consent has arrived' : 'The consent is not complete'}</h1>
<p>${isGood ? 'The provider app' : 'For the provider app'} “${app.name}”${isGood ? ' works with your provider.' : ' something is left to do:'}</p>
<dl>${checks.map(
      ({ check, status, message, remedy }) =>
        html`<div><dt>${titles[check]}: ${status}</dt><dd>${message}${remedy === null ? '' : html`. ${remedy}.`}</dd></div>`,
    )}</dl>
<p class="soft">Nothing was kept of this consent but what is said here. You can close this tab.</p>
<div class="actions"><a class="button" href="/console/provider-apps/${encodeURIComponent(app.id)}">Back to the console</a></div>`,
  );
}

const titles = { credentials: 'Credentials', oauth: 'Consent', scopes: 'Scopes', webhook: 'Webhook' } as const;

const lost = {
  signed_out: 'This browser is not signed in to the console. Sign in here, then start the consent again.',
  gone: 'This consent was used already, has expired, or was started in another browser. Start it again from the console.',
} as const;

function lostPage(kind: keyof typeof lost): Html {
  return layout(
    'Consent not counted',
    html`<h1>This consent does not count</h1>
<p>${lost[kind]}</p>
<div class="actions"><a class="button" href="/console">To the console</a></div>`,
  );
}
