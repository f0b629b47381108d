import type { ConnectStep, ConsentOutcome, Core, ServiceError } from '#core';
import type { Context } from '../request-state.ts';
import { badgeOf, consentPage, formPage } from './asking-pages.ts';
import { askPage, choosePage } from './choice-pages.ts';
import { type Html, html } from './html.ts';
import { type Page, sendPage } from './page.ts';
import { isInPopup } from './popup.ts';
import { type Speech, speechFor, speechIn } from './speech.ts';

/** The console's own pages are in English. */
export const english = speechIn('en');

/**
 * Shows the step's page in the person's language, or redirects. `search` narrows a choice. Programs, which ask for no HTML,
 * are redirected after a failure, too.
 */
export function showStep(ctx: Context, step: ConnectStep, formTargets: readonly string[], search = ''): void {
  const isPopup = isInPopup(ctx, step);
  const failedUrl = step.kind === 'ended' && !ctx.get('Accept').includes('text/html') ? step.backUrl : undefined;
  const url = step.kind === 'redirect' && !isPopup ? step.url : failedUrl;
  if (url !== undefined) {
    seeOther(ctx, url);
    return;
  }
  const speech = speechFor(ctx, step);
  const page = step.kind === 'gone' ? gonePage(speech, step) : pageOf(speech, step, search);
  sendPage(ctx, step.kind === 'gone' ? 410 : 200, speech, { ...page, formTargets, isPopup });
}

export function seeOther(ctx: Context, url: string): void {
  ctx.redirect(url);
  ctx.body = null;
  ctx.status = 303;
}

function pageOf(speech: Speech, step: Exclude<ConnectStep, { kind: 'gone' }>, search: string): Page {
  if (step.kind === 'consent') return consentPage(speech, step);
  if (step.kind === 'form') return formPage(speech, step);
  if (step.kind === 'choose') {
    const { asked } = step;
    return asked ? askPage(speech, { ...step, asked }, search) : choosePage(speech, step, search);
  }
  if (step.kind === 'redirect') return popupEndPage(speech, step.url);
  if (step.kind === 'spent') return spentPage(speech, step);
  return step.kind === 'wrong' ? wrongPage(speech, step) : endedPage(speech, step);
}

const onward = (href: string, label: string, cancel: Html | string = ''): Html =>
  html`<div class="actions"><a class="button" href="${href}" rel="noreferrer">${label}</a>${cancel}</div>`;

/** Returns to the application: in a popup by a message, `now` without a click. */
export const backButton = (href: string, label: string, how: '' | 'quiet' | 'now' = ''): Html =>
  html`<a class="button${how === 'quiet' ? ' quiet' : ''}" href="${href}" rel="noreferrer" data-back="${how}">${label}</a>`;

const refusalForm = ({ say }: Speech, selection: string): Html =>
  html`<form method="post" action="/connect/choose"><input type="hidden" name="selection" value="${selection}"><button class="button quiet" type="submit" name="decision" value="no">${say('cancel')}</button></form>`;

function wrongPage(
  speech: Speech,
  { chosen, wanted, consentUrl, selection }: Extract<ConnectStep, { kind: 'wrong' }>,
): Page {
  const { say } = speech;
  const isNone = chosen === '';
  return {
    title: say(isNone ? 'noneTitle' : 'wrongTitle'),
    content: html`<h1>${say(isNone ? 'noneTitle' : 'wrongHeading')}</h1>
<p>${say(isNone ? 'wrongNone' : 'wrongText', { wanted, chosen })}</p>
${onward(consentUrl, say('chooseAnother'), refusalForm(speech, selection))}`,
  };
}

function spentPage(speech: Speech, { consentUrl, selection }: Extract<ConnectStep, { kind: 'spent' }>): Page {
  const { say } = speech;
  return {
    title: say('spentTitle'),
    content: html`<h1>${say('spentHeading')}</h1>
<p>${say('spentText')}</p>
${onward(consentUrl, say('approveAgain'), refusalForm(speech, selection))}`,
  };
}

/** Ends a flow that failed, which the person may try again, or that has no application to return to. */
function endedPage({ say, sayOr }: Speech, { result, again, backUrl }: Extract<ConnectStep, { kind: 'ended' }>): Page {
  const { status } = result;
  const title = say(`${status}Title`);
  const why = status === 'failed' ? sayOr(`failed_${result.error}`, say('failedText')) : say(`${status}Text`);
  const back = backUrl === undefined ? '' : backButton(backUrl, say('backTo'), 'quiet');
  return {
    title,
    content: html`<h1>${title}</h1>
<p>${why} ${backUrl === undefined ? say('mayClose') : ''}</p>
${again === undefined ? '' : onward(again, say('tryAgain'), back)}`,
  };
}

/** Closes a window that the application opened; without its script or its opener the person goes on here. */
function popupEndPage({ say }: Speech, url: string): Page {
  const title = say(new URL(url).searchParams.get('status') === 'connected' ? 'connectedTitle' : 'cancelledTitle');
  return { title, content: html`<h1>${title}</h1><div class="actions">${backButton(url, say('goOn'), 'now')}</div>` };
}

/** For an expired, used or unknown link. */
export function gonePage(
  { say, brand }: Speech,
  { why, backUrl }: Pick<Extract<ConnectStep, { kind: 'gone' }>, 'why' | 'backUrl'>,
): Page {
  return {
    title: say('goneTitle'),
    content: html`<h1>${say('goneHeading')}</h1>
<p>${say(brand ? `gone_${why}` : 'gone_unknown')}</p>
<p class="soft">${say('goneHint')}</p>
${backUrl === undefined ? '' : html`<div class="actions">${backButton(backUrl, say('backTo'))}</div>`}`,
  };
}

/** Says what a person can do, and the request id. */
export async function showFailure(ctx: Context, status: number, error: ServiceError, core: Core): Promise<void> {
  const state = typeof ctx.query['state'] === 'string' ? ctx.query['state'] : '';
  const isAway = error.code === 'DATABASE_UNAVAILABLE';
  const asker = isAway
    ? undefined
    : await core.connectSessions.findAsker(ctx.params['token'] ?? '', state).catch(() => undefined);
  const speech = speechFor(ctx, asker);
  const { say } = speech;
  const isPassing = error.retryable || error.code === 'INTERNAL';
  const isOurs = error.code === 'INTERNAL' || isAway;
  const why = status < 500 && !error.retryable ? 'unreadable' : isOurs ? 'other' : 'unavailable';
  const again = againAt(ctx);
  const content = html`<h1>${say(isPassing ? 'errorNow' : 'failedTitle')}</h1>
<p>${isAway ? say('error_other') : speech.exactly(error.message, say(`error_${why}`))}</p>
<p class="soft">${say(speech.brand ? 'supportBy' : 'support')} <code>${ctx.state.requestId}</code></p>
${again === undefined ? '' : onward(again, say('tryAgain'))}`;
  sendPage(ctx, status, speech, { title: say('errorTitle'), content });
}

/** The page itself, or the link of a form that was sent; the choice has no address. */
function againAt({ method, path, url }: Context): string | undefined {
  if (method === 'GET') return url;
  return path === '/connect/choose' ? undefined : path.replace(/\/(cancel|reconnect)$/, '');
}

/** Shows the checks of a provider app after a consent. */
export function appConsentPage(outcome: ConsentOutcome): Page {
  if (outcome.kind !== 'checked') return lostPage(outcome.kind);
  const { app, checks } = outcome;
  const isGood = checks.every(({ status }) => status === 'passed');
  return {
    title: isGood ? 'Consent received' : 'Consent not complete',
    content: html`${badgeOf(english, app.environment)}
<h1>${isGood ? 'The consent has arrived' : 'The consent is not complete'}</h1>
<p>The provider app “${app.name}” ${isGood ? 'works with your provider.' : 'does not work yet:'}</p>
<dl>${checks.map(
      ({ check, status, message, remedy }) =>
        html`<div><dt>${titles[check]}: ${status}</dt><dd>${message}${remedy === null ? '' : html`. ${remedy}.`}</dd></div>`,
    )}</dl>
<p class="soft">Ledgerport stored these results and nothing else of this consent. You can close this tab.</p>
${onward(`/console/${app.organizationId}/provider-apps/${app.id}`, 'Back to the console')}`,
  };
}

const titles = { credentials: 'Credentials', oauth: 'Consent', scopes: 'Scopes', webhook: 'Webhook' } as const;

const lost = {
  signed_out: 'This browser is not signed in to the console. Sign in here, then start the consent again.',
  gone: 'This consent was used already, has expired, or was started in another browser. Start it again from the console.',
} as const;

function lostPage(kind: keyof typeof lost): Page {
  return {
    title: 'Consent not used',
    content: html`<h1>This consent could not be used</h1>
<p>${lost[kind]}</p>
${onward('/console', 'To the console')}`,
  };
}
