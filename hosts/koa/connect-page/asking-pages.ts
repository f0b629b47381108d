// Pages that ask the person: who asks, for which account, and what is shared.
import { type ConnectStep, type Environment, resourceTypes } from '#core';
import { type Html, html } from './html.ts';
import type { Page } from './page.ts';
import type { Speech } from './speech.ts';

type Consent = Extract<ConnectStep, { kind: 'consent' }>;

type Form = Extract<ConnectStep, { kind: 'form' }>;

export const badgeOf = ({ say }: Speech, environment: Environment): Html | string =>
  environment === 'test' ? html`<span class="badge">${say('testEnvironment')}</span>` : '';

export const account = ({ say }: Speech, name: string): Html => html`<dl>
<div><dt>${say('forAccount')}</dt><dd><bdi>${name}</bdi></dd></div>
</dl>`;

const tick = html`<svg viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true"><path d="M4 10.5l4 4 8-9"/></svg>`;

const rights = {
  mayRead: ['list', 'read'],
  mayCreate: ['create'],
  mayChange: ['update', 'cancel', 'restore'],
  mayEmail: ['email'],
} as const;

/** A line for each right that the provider's coverage gives, with the families it holds for. */
export function rightsOf({ say, list }: Speech, families: Consent['families']): readonly Html[] {
  return (Object.keys(rights) as (keyof typeof rights)[]).flatMap((right) => {
    const included = resourceTypes.filter((type) => rights[right].some((one) => families[type]?.can.includes(one)));
    if (included.length === 0) return [];
    return html`<li>${tick}<span>${say(right, { records: list(included.map((type) => say(type))) })}</span></li>`;
  });
}

const shared = (
  speech: Speech,
  { families, retentionMode, expiresAt }: Consent | Form,
): Html => html`<h2>${speech.say('willBeAble')}</h2>
<ul>${rightsOf(speech, families)}</ul>
<h2>${speech.say('storesTitle')}</h2>
<p class="soft">${speech.say(`stores_${retentionMode}`)}</p>
<p class="soft">${speech.say('validUntil', { date: speech.date(expiresAt) })}</p>`;

/** Leads to the provider's own consent page. */
export function consentPage(speech: Speech, step: Consent): Page {
  const { accountName, consentUrl, cancelToken, environment } = step;
  const names = { provider: step.providerName };
  return {
    title: speech.say('consentTitle', names),
    content: html`${badgeOf(speech, environment)}
<h1>${speech.say('asks', names)}</h1>
<p class="soft">${speech.say('youApproveThere', names)}</p>
${account(speech, accountName)}
${shared(speech, step)}
<div class="actions">
<a class="button" href="${consentUrl}" rel="noreferrer">${speech.say('continueTo', names)}</a>
${cancelForm(speech, cancelToken)}
</div>`,
  };
}

/** Asks how to reach the provider, where a person cannot approve there. */
export function formPage(speech: Speech, step: Form): Page {
  const { accountName, environment, fields, problem, token } = step;
  const names = { provider: step.providerName };
  const isWrong = problem !== null || fields.some((field) => field.problem !== null);
  const title = speech.say('consentTitle', names);
  // The secret is not sent along by Cancel, so that button belongs to a form of its own.
  return {
    title: isWrong ? speech.say('notYet', { title }) : title,
    content: html`${badgeOf(speech, environment)}
<h1>${speech.say('asks', names)}</h1>
<p class="soft">${speech.say('formHint', names)}</p>
${account(speech, accountName)}
${problem === null ? '' : html`<p class="problem" role="alert">${told(speech, step, problem)}</p>`}
<form id="cancel" method="post" action="/connect/${encodeURIComponent(token)}/cancel"></form>
<form method="post" action="/connect/${encodeURIComponent(token)}">
${fields.map((field) => entryOf(speech, step, field))}
${shared(speech, step)}
<div class="actions">
<button class="button" type="submit">${speech.say('formButton', names)}</button>
<button class="button quiet" type="submit" form="cancel">${speech.say('cancel')}</button>
</div>
</form>`,
  };
}

const inputTypes = { address: 'url', text: 'text', secret: 'password' } as const;

function entryOf(speech: Speech, step: Form, { name, label, kind, value, problem }: Form['fields'][number]): Html {
  const alert =
    problem === null
      ? ''
      : html`<span class="problem" id="${name}-problem" role="alert">${told(speech, step, problem)}</span>`;
  const wrong = problem === null ? '' : html` aria-invalid="true" aria-describedby="${name}-problem"`;
  return html`<div class="entry"><label for="${name}">${speech.sayOr(`field_${name}`, label)}</label>
<input id="${name}" name="${name}" type="${inputTypes[kind]}" value="${value}" required maxlength="500" autocapitalize="none" spellcheck="false" autocomplete="off"${wrong}>${alert}</div>`;
}

function told({ say, sayOr, exactly }: Speech, { why }: Form, problem: string): string {
  return exactly(problem, sayOr(`problem_${why}`, say('problem_other')));
}

const cancelForm = ({ say }: Speech, token: string): Html =>
  html`<form method="post" action="/connect/${encodeURIComponent(token)}/cancel"><button class="button quiet" type="submit">${say('cancel')}</button></form>`;
