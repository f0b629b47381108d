// Pages that ask the person: who asks, for which account, and what is shared.
import { type ConnectOutcome, type Environment, type Link, resourceTypes } from '#core';
import { type Html, html } from './html.ts';
import type { Page } from './page.ts';
import type { Speech } from './speech.ts';

type Consent = Extract<ConnectOutcome, { kind: 'asks-consent' }>;

type Form = Extract<ConnectOutcome, { kind: 'asks-form' }>;

/** What the pages say of a link. */
type Shown = Pick<
  Link,
  'url' | 'providerName' | 'families' | 'accountName' | 'environment' | 'retentionMode' | 'expiresAt' | 'reconnects'
>;

export const badgeOf = ({ say }: Speech, environment: Environment): Html | string =>
  environment === 'test' ? html`<span class="badge">${say('testEnvironment')}</span>` : '';

/** The account as the customer calls it; an internal id would tell them nothing. */
export const account = ({ say }: Speech, name: string | null): Html | string =>
  name === null
    ? ''
    : html`<dl>
<div><dt>${say('forAccount')}</dt><dd><bdi>${name}</bdi></dd></div>
</dl>`;

const tick = html`<svg viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true"><path d="M4 10.5l4 4 8-9"/></svg>`;

const rights = {
  mayRead: ['list', 'read'],
  mayCreate: ['create'],
  mayChange: ['update', 'cancel', 'restore'],
} as const;

/** A row for each family, a column for each right that the provider's coverage gives; who may send e-mails stands below. */
export function rightsOf({ say, list }: Speech, families: Link['families']): Html {
  const can = (type: (typeof resourceTypes)[number], some: readonly string[]) =>
    families[type]?.can.some((one) => some.includes(one)) ?? false;
  const columns = Object.entries(rights) as [keyof typeof rights, readonly string[]][];
  const rows = resourceTypes.filter((type) => columns.some(([, some]) => can(type, some)));
  const mailed = resourceTypes.filter((type) => can(type, ['email']));
  const cell = (is: boolean) =>
    is
      ? html`<td>${tick}<span class="unseen">${say('may')}</span></td>`
      : html`<td><span class="unseen">${say('mayNot')}</span></td>`;
  const row = (type: (typeof rows)[number]) =>
    html`<tr><th scope="row">${say(type)}</th>${columns.map(([, some]) => cell(can(type, some)))}</tr>`;
  return html`<table>
<thead><tr><th scope="col">${say('records')}</th>${columns.map(([name]) => html`<th scope="col">${say(name)}</th>`)}</tr></thead>
<tbody>${rows.map(row)}</tbody>
</table>
${mailed.length === 0 ? '' : html`<p class="soft">${say('mayEmail', { records: list(mailed.map((type) => say(type))) })}</p>`}`;
}

const shared = (
  speech: Speech,
  { families, retentionMode, expiresAt }: Shown,
): Html => html`<h2>${speech.say('willBeAble')}</h2>
${rightsOf(speech, families)}
<h2>${speech.say('storesTitle')}</h2>
<p class="soft">${speech.say(`stores_${retentionMode}`)}</p>
<p class="soft">${speech.say('validUntil', { date: speech.date(expiresAt) })}</p>`;

/** What the page is for: a first connection, or one organization's again. */
function purposeOf({ say }: Speech, { reconnects, providerName: provider }: Shown) {
  if (reconnects === null) {
    return { title: say('consentTitle', { provider }), heading: say('asks', { provider }), hint: '' };
  }
  const names = { tenant: reconnects || provider, provider };
  const title = say('reconnectTitle', names);
  return { title, heading: title, hint: html`<p>${say('reconnectHint', names)}</p>` };
}

/** Leads to the provider's own consent page. */
export function consentPage(speech: Speech, { consentUrl }: Pick<Consent, 'consentUrl'>, link: Shown): Page {
  const names = { provider: link.providerName };
  const { title, heading, hint } = purposeOf(speech, link);
  return {
    title,
    content: html`${badgeOf(speech, link.environment)}
<h1>${heading}</h1>
${hint}
<p class="soft">${speech.say('youApproveThere', names)}</p>
${account(speech, link.accountName)}
${shared(speech, link)}
<div class="actions">
<a class="button" href="${consentUrl}" rel="noreferrer">${speech.say('continueTo', names)}</a>
<form method="post" action="${pathOf(link)}/cancel"><button class="button quiet" type="submit">${speech.say('cancel')}</button></form>
</div>`,
  };
}

/** The link's own address, beneath which it is answered. */
const pathOf = ({ url }: Shown): string => `/connect/${url.slice(url.lastIndexOf('/') + 1)}`;

/** Asks how to reach the provider, where a person cannot approve there. */
export function formPage(speech: Speech, form: Form, link: Link): Page {
  const { fields, problem } = form;
  const names = { provider: link.providerName };
  const { title, heading, hint } = purposeOf(speech, link);
  // The secret is not sent along by Cancel, so that button belongs to a form of its own.
  return {
    title: problem === null ? title : speech.say('notYet', { title }),
    content: html`${badgeOf(speech, link.environment)}
<h1>${heading}</h1>
${hint}
<p class="soft">${speech.say('formHint', names)}</p>
${account(speech, link.accountName)}
${problem?.field === null ? html`<p class="problem" role="alert">${told(speech, problem)}</p>` : ''}
<form id="cancel" method="post" action="${pathOf(link)}/cancel"></form>
<form method="post" action="${pathOf(link)}">
${fields.map((field) => entryOf(speech, form, field))}
${shared(speech, link)}
<div class="actions">
<button class="button" type="submit">${speech.say('formButton', names)}</button>
<button class="button quiet" type="submit" form="cancel">${speech.say('cancel')}</button>
</div>
</form>`,
  };
}

const inputTypes = { address: 'url', text: 'text', secret: 'password' } as const;

function entryOf(speech: Speech, { entered, problem }: Form, { name, label, kind }: Form['fields'][number]): Html {
  const isWrong = problem?.field === name;
  const alert = isWrong
    ? html`<span class="problem" id="${name}-problem" role="alert">${told(speech, problem)}</span>`
    : '';
  const wrong = isWrong ? html` aria-invalid="true" aria-describedby="${name}-problem"` : '';
  return html`<div class="entry"><label for="${name}">${speech.sayOr(`field_${name}`, label)}</label>
<input id="${name}" name="${name}" type="${inputTypes[kind]}" value="${entered[name] ?? ''}" required maxlength="500" autocapitalize="none" spellcheck="false" autocomplete="off"${wrong}>${alert}</div>`;
}

/** In English an adapter tells it exactly; other languages have a sentence for each reason. */
function told({ say, sayOr, exactly }: Speech, { why, message, minutes }: NonNullable<Form['problem']>): string {
  if (minutes !== null) return say('problem_too_many', { minutes });
  const known = sayOr(`problem_${why}`, say('problem_other'));
  return message === null ? known : exactly(message, known);
}
