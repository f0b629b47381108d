// Pages that ask which of the authorized organizations to connect, or whether to connect one at all.
import type { ConnectOutcome, Link } from '#core';
import { account } from './asking-pages.ts';
import { type Html, html } from './html.ts';
import type { Page } from './page.ts';
import type { Speech } from './speech.ts';

type Choice = Extract<ConnectOutcome, { kind: 'asks-choice' }>;

/** Above so many organizations the page offers a filter. */
const unfilteredMost = 8;

/** Asks which of several authorized organizations to connect; `search` narrows the list. */
export function choosePage(speech: Speech, { selection, tenants }: Choice, search: string): Page {
  const { say } = speech;
  return {
    title: say('chooseTitle'),
    content: html`<h1>${say('chooseHeading')}</h1>
<p class="soft">${say('approvedSeveral', { count: tenants.length })}</p>
<form method="post" action="/connect/choose">
<input type="hidden" name="selection" value="${selection}">
${organizationsField(speech, tenants, search)}
<div class="actions">
${tenants.some(isFree) ? html`<button class="button" type="submit">${say('connectThis')}</button>` : ''}
<button class="button quiet" type="submit" name="decision" value="no" formnovalidate>${say('cancel')}</button>
</div>
</form>`,
  };
}

/** Shown when the browser did not open the link: somebody else may have begun, so the account is named in any case. */
export function askPage(
  speech: Speech,
  { selection, tenants, carried }: Choice & Required<Pick<Choice, 'carried'>>,
  { accountName, externalAccountId }: Link,
  search: string,
): Page {
  const { say } = speech;
  const [only, ...others] = tenants;
  const one = only && others.length === 0 ? only : undefined;
  return {
    title: say('askTitle'),
    content: html`<h1>${one ? say('askHeading', { tenant: one.name }) : say('askHeadingSeveral')}</h1>
<p>${say('otherBrowser')}</p>
${account(speech, accountName ?? externalAccountId)}
<form method="post" action="/connect/choose">
<input type="hidden" name="selection" value="${selection}">
<input type="hidden" name="consent" value="${carried}">
${one ? html`<input type="hidden" name="tenant_id" value="${one.tenantId}">` : organizationsField(speech, tenants, search)}
<div class="actions">
<button class="button" type="submit" name="decision" value="yes">${say('yes')}</button>
<button class="button quiet" type="submit" name="decision" value="no" formnovalidate>${say('no')}</button>
</div>
</form>`,
  };
}

const isFree = ({ holder }: Choice['tenants'][number]): boolean => holder !== 'other';

function organizationsField(speech: Speech, tenants: Choice['tenants'], search: string): Html {
  const shown = tenants.filter(({ name }) => plain(name).includes(plain(search)));
  const isAlone = shown.filter(isFree).length === 1;
  const choices = shown.map((tenant) => choiceOf(speech, tenant, isAlone));
  return html`${tenants.length > unfilteredMost ? filter(speech, search) : ''}
<fieldset>
<legend>${speech.say('yourOrganizations')}</legend>
${choices}
${choices.length === 0 ? html`<p role="status">${speech.say('filterNone', { text: search })}</p>` : ''}
</fieldset>`;
}

/** Of the organizations that may be chosen, one alone is chosen already. */
function choiceOf({ say }: Speech, { tenantId, name, holder }: Choice['tenants'][number], isAlone: boolean): Html {
  const isTaken = holder === 'other';
  const state = isTaken ? html` disabled` : isAlone ? html` checked` : '';
  const note = holder === 'nobody' ? '' : html`<small>${say(isTaken ? 'connectedElsewhere' : 'connectedHere')}</small>`;
  return html`<label><input type="radio" name="tenant_id" value="${tenantId}" required${state}><span><bdi>${name}</bdi>${note}</span></label>`;
}

/** Stands before the other buttons, so that Enter in the field presses its button. */
const filter = ({ say }: Speech, search: string): Html => html`<div class="entry">
<label for="search">${say('filterLabel')}</label>
<div class="beside">
<input id="search" name="search" type="search" value="${search}" maxlength="100" autocomplete="off">
<button class="button quiet" type="submit" name="decision" value="search" formnovalidate>${say('filterButton')}</button>
${search === '' ? '' : html`<button class="button quiet" type="submit" name="decision" value="all" formnovalidate>${say('filterAll')}</button>`}
</div>
</div>`;

/** Without case and accents. */
const plain = (text: string): string => text.trim().normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
