import type { ConnectOutcome, ConsentOutcome, Core, Link, ServiceError } from '#core';
import type { Context } from '../request-state.ts';
import { badgeOf, consentPage, formPage } from './asking-pages.ts';
import { askPage, choosePage } from './choice-pages.ts';
import { type Html, html } from './html.ts';
import { type Page, sendPage } from './page.ts';
import { isInPopup } from './popup.ts';
import { type Speech, speechFor, speechIn } from './speech.ts';
import { wayBack } from './way-back.ts';

/** The console's own pages are in English. */
export const english = speechIn('en');

/**
 * Shows the outcome's page in the person's language, or redirects. `search` narrows a choice. Programs, which ask for no
 * HTML, are redirected after a failure, too.
 */
export function showOutcome(ctx: Context, outcome: ConnectOutcome, formTargets: readonly string[], search = ''): void {
  const isPopup = isInPopup(ctx, outcome.link);
  const back = wayBack(outcome);
  const isAsked = ctx.get('Accept').includes('text/html');
  if (back !== undefined && leaves(outcome, { isPopup, isAsked })) {
    seeOther(ctx, back);
    return;
  }
  const speech = speechFor(ctx, outcome.link);
  const page = pageOf(speech, outcome, { back, search });
  sendPage(ctx, outcome.kind === 'gone' ? 410 : 200, speech, { ...page, formTargets, isPopup });
}

/** A flow that is over goes back at once; a failure is told first, while the link still works. */
function leaves(outcome: ConnectOutcome, { isPopup, isAsked }: { isPopup: boolean; isAsked: boolean }): boolean {
  if (outcome.kind === 'ended' && outcome.isOpen) return !isAsked && !outcome.wrong && !outcome.spent;
  return (outcome.kind === 'connected' || outcome.kind === 'ended') && !isPopup;
}

export function seeOther(ctx: Context, url: string): void {
  ctx.redirect(url);
  ctx.body = null;
  ctx.status = 303;
}

interface Shown {
  readonly back: string | undefined;
  readonly search: string;
}

function pageOf(speech: Speech, outcome: ConnectOutcome, { back, search }: Shown): Page {
  const { link } = outcome;
  if (outcome.kind === 'gone' || !link) {
    return gonePage(speech, { why: outcome.kind === 'gone' ? outcome.why : 'unknown', backUrl: back });
  }
  if (outcome.kind === 'asks-consent') return consentPage(speech, outcome, link);
  if (outcome.kind === 'asks-form') return formPage(speech, outcome, link);
  if (outcome.kind === 'asks-choice') {
    const { carried } = outcome;
    return carried ? askPage(speech, { ...outcome, carried }, link, search) : choosePage(speech, outcome, search);
  }
  if (outcome.kind === 'ended' && outcome.isOpen) return failedPage(speech, outcome, link, back);
  return back === undefined ? endPage(speech, outcome, link) : popupEndPage(speech, outcome.kind, back);
}

const onward = (href: string, label: string, cancel: Html | string = ''): Html =>
  html`<div class="actions"><a class="button" href="${href}" rel="noreferrer">${label}</a>${cancel}</div>`;

/** Returns to the application: in a popup by a message, `now` without a click. */
export const backButton = (href: string, label: string, how: '' | 'quiet' | 'now' = ''): Html =>
  html`<a class="button${how === 'quiet' ? ' quiet' : ''}" href="${href}" rel="noreferrer" data-back="${how}">${label}</a>`;

const refusalForm = ({ say }: Speech, selection: string): Html =>
  html`<form method="post" action="/connect/choose"><input type="hidden" name="selection" value="${selection}"><button class="button quiet" type="submit" name="decision" value="no">${say('cancel')}</button></form>`;

type Ended = Extract<ConnectOutcome, { kind: 'ended' }>;

/** Says why it failed, which the person may try again. */
function failedPage(speech: Speech, outcome: Ended, link: Link, back: string | undefined): Page {
  const { say, sayOr } = speech;
  if (outcome.wrong) return wrongPage(speech, outcome.wrong, link);
  if (outcome.spent) return spentPage(speech, outcome.spent);
  const error = outcome.result.status === 'failed' ? outcome.result.error : '';
  const title = sayOr(`title_${error}`, say('failedTitle'));
  const quiet = back === undefined ? '' : backButton(back, say('backTo'), 'quiet');
  return {
    title,
    content: html`<h1>${title}</h1>
<p>${sayOr(`failed_${error}`, say('failedText'))} ${back === undefined ? say('mayClose') : ''}</p>
${onward(link.url, say('tryAgain'), quiet)}`,
  };
}

function wrongPage(
  speech: Speech,
  { chosen, consentUrl, selection }: NonNullable<Ended['wrong']>,
  { reconnects }: Link,
): Page {
  const { say, list } = speech;
  const isNone = chosen.length === 0;
  const names = { wanted: reconnects ?? '', chosen: list(chosen) };
  return {
    title: say(isNone ? 'noneTitle' : 'wrongTitle'),
    content: html`<h1>${say(isNone ? 'noneTitle' : 'wrongHeading')}</h1>
<p>${say(isNone ? 'wrongNone' : 'wrongText', names)}</p>
${onward(consentUrl, say('chooseAnother'), refusalForm(speech, selection))}`,
  };
}

function spentPage(speech: Speech, { consentUrl, selection }: NonNullable<Ended['spent']>): Page {
  const { say } = speech;
  return {
    title: say('spentTitle'),
    content: html`<h1>${say('spentHeading')}</h1>
<p>${say('spentText')}</p>
${onward(consentUrl, say('approveAgain'), refusalForm(speech, selection))}`,
  };
}

/** Ends a flow that has no application to return to. */
function endPage(
  { say }: Speech,
  outcome: Extract<ConnectOutcome, { kind: 'connected' | 'ended' }>,
  { reconnects, providerName: provider }: Link,
): Page {
  if (outcome.kind === 'ended') {
    const title = say(`${outcome.result.status}Title`);
    return {
      title,
      content: html`<h1>${title}</h1>
<p>${say(`${outcome.result.status}Text`)} ${say('mayClose')}</p>`,
    };
  }
  const title = say('connectedTitle');
  const tenant = outcome.tenantName;
  return {
    title,
    content: html`<h1>${title}</h1>
<p>${say(reconnects === null ? 'connectedText' : 'connectedAgain', { tenant, provider })} ${say('mayClose')}</p>
<p class="soft">${say('undoHint', { provider })}</p>`,
  };
}

/** Closes a window that the application opened; without its script or its opener the person goes on here. */
function popupEndPage({ say }: Speech, kind: 'connected' | 'ended', url: string): Page {
  const title = say(kind === 'connected' ? 'connectedTitle' : 'cancelledTitle');
  return { title, content: html`<h1>${title}</h1><div class="actions">${backButton(url, say('goOn'), 'now')}</div>` };
}

interface Gone {
  readonly why: Extract<ConnectOutcome, { kind: 'gone' }>['why'];
  readonly backUrl?: string | undefined;
}

/** For an expired, used, withdrawn or unknown link. */
export function gonePage({ say, brand }: Speech, { why, backUrl }: Gone): Page {
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
