// "Your connection": what a connection's customer sees of it, and the question before the access ends.
import type { PortalStep } from '#core';
import { customerWords } from '../present/connection.ts';
import type { Context } from '../request-state.ts';
import { badgeOf, rightsOf } from './asking-pages.ts';
import { type Html, html } from './html.ts';
import { type Page, sendPage } from './page.ts';
import { backButton, gonePage, seeOther } from './pages.ts';
import { type Speech, speechFor } from './speech.ts';

type Portal = Extract<PortalStep, { kind: 'portal' }>;

interface Shown {
  /** Asks whether to end the access. */
  readonly asksToEnd?: boolean;
  /** Why an act failed. */
  readonly problem?: { readonly status: number; readonly why: string };
}

/** Shows a link's page, which the application to return to may frame. */
export function showPortal(ctx: Context, step: PortalStep, { asksToEnd = false, problem }: Shown = {}): void {
  const speech = speechFor(ctx, step);
  const framedBy = step.backUrl && new URL(step.backUrl).origin;
  if (step.kind === 'gone') {
    sendPage(ctx, 410, speech, { ...gonePage(speech, step), framedBy });
    return;
  }
  const isFramed = ctx.get('Sec-Fetch-Dest') === 'iframe';
  const asks = asksToEnd && step.status !== 'disconnected';
  const page = asks ? endPage(speech, step) : portalPage(speech, step, isFramed, noticeOf(ctx, speech));
  const told = problem && speech.sayOr(`problem_${problem.why}`, speech.say('error_other'));
  const content = html`${told ? html`<p class="problem" role="alert">${told}</p>` : ''}${page.content}`;
  sendPage(ctx, problem?.status ?? 200, speech, { ...page, content, framedBy });
}

/** How a reconnect ended. */
const endOf = (ctx: Context) =>
  (['connected', 'cancelled', 'failed'] as const).find((end) => end === ctx.query['status']);

function noticeOf(ctx: Context, { say }: Speech): Html | string {
  const end = endOf(ctx);
  return end ? html`<p role="status"><strong>${say(`${end}Title`)}</strong></p>` : '';
}

/** Leads back to the page, or says how a reconnect ended where the link is not known. */
export function showReturn(ctx: Context, token: string | undefined): void {
  const end = endOf(ctx);
  const speech = speechFor(ctx);
  if (token !== undefined) {
    seeOther(ctx, `${ctx['mountPath'] ?? ''}/portal/${token}?status=${end ?? 'failed'}`);
  } else if (end === undefined) {
    sendPage(ctx, 410, speech, gonePage(speech, { why: 'unknown' }));
  } else {
    const title = speech.say(`${end}Title`);
    sendPage(ctx, 200, speech, { title, content: html`<h1>${title}</h1><p>${speech.say('mayClose')}</p>` });
  }
}

function portalPage(speech: Speech, step: Portal, isFramed: boolean, notice: Html | string): Page {
  const { say } = speech;
  const names = { tenant: step.tenantName, provider: step.providerName };
  const isLive = step.status === 'active' || step.status === 'action_required';
  // In a frame the application is there already.
  const back = step.backUrl && !isFramed ? backButton(step.backUrl, say('backTo'), isLive ? 'quiet' : '') : '';
  const isFine = step.status === 'active' && step.healthReason === null;
  return {
    title: say('portalTitle'),
    content: html`${badgeOf(speech, step.environment)}
<h1>${say('portalTitle')}</h1>
${notice}
<p>${isFine ? html`<strong>${say('portalFine')}</strong> ` : ''}${say(`portal_${step.status as Exclude<Portal['status'], 'pending_selection'>}`, names)}</p>
${troubleOf(speech, step)}
${facts(speech, step)}
<div class="actions still">
${isLive ? reconnectForm(speech, step, { isFramed, isNeeded: needsPerson(step) }) : ''}
${step.status === 'disconnected' ? '' : html`<a class="button quiet" href="/portal/${step.token}/end">${say('endAccess')}</a>`}
${back}
</div>
${isFine ? html`<p class="soft">${say('renewHint')}</p>` : ''}
${isLive ? whatItMay(speech, step) : ''}`,
  };
}

/** Only the customer can mend it. */
const needsPerson = ({ status, healthReason }: Portal): boolean =>
  status === 'action_required' || healthReason === 'scope_missing';

/** What else is wrong, in words for the customer. */
function troubleOf({ say }: Speech, { status, healthReason, tenantName: tenant }: Portal): Html | string {
  if (status !== 'active' || healthReason === null) return '';
  if (healthReason === 'scope_missing') return html`<p class="problem">${say('partlyGranted')}</p>`;
  return html`<p>${say(customerWords[healthReason], { tenant })}</p>`;
}

function facts({ say, date }: Speech, step: Portal): Html {
  const rows = [
    [say('tenant'), step.tenantName],
    ...(step.accountName === null ? [] : [[say('forAccount'), step.accountName]]),
    [say('connectedSince'), date(step.createdAt, 'medium')],
    ...(step.lastReadAt ? [[say('lastRead'), date(step.lastReadAt, 'medium')]] : []),
    ...(step.lastWrittenAt ? [[say('lastWritten'), date(step.lastWrittenAt, 'medium')]] : []),
  ];
  return html`<dl>${rows.map(([name = '', value = '']) => html`<div><dt>${name}</dt><dd><bdi>${value}</bdi></dd></div>`)}</dl>`;
}

const whatItMay = (speech: Speech, { status, families, retentionMode, expiresAt }: Portal): Html => html`
<h2>${speech.say(status === 'active' ? 'ableTo' : 'willBeAble')}</h2>
${rightsOf(speech, families)}
<h2>${speech.say('storesTitle')}</h2>
<p class="soft">${speech.say(`stores_${retentionMode}`)}</p>
<p class="soft">${speech.say('validUntil', { date: speech.date(expiresAt) })}</p>`;

interface Reconnect {
  readonly isFramed: boolean;
  readonly isNeeded: boolean;
}

/** The connect flow refuses frames, so from a frame it opens in a tab of its own. */
const reconnectForm = ({ say }: Speech, { token, status }: Portal, { isFramed, isNeeded }: Reconnect): Html =>
  html`<form method="post" action="/portal/${token}/reconnect"${isFramed ? html` target="_blank"` : ''}><button class="button${isNeeded ? '' : ' quiet'}" type="submit">${say(status === 'active' ? 'renew' : 'reconnect')}</button></form>`;

function endPage({ say }: Speech, { token, retentionMode, tenantName, providerName }: Portal): Page {
  return {
    title: say('endTitle'),
    content: html`<h1>${say('endTitle')}</h1>
<p>${say('endNow', { tenant: tenantName, provider: providerName })}</p>
<p>${say(`endCopy_${retentionMode}`)}</p>
<p>${say('endKeeps')}</p>
<div class="actions">
<a class="button quiet" href="/portal/${token}">${say('endKeep')}</a>
<form method="post" action="/portal/${token}/end"><button class="button danger" type="submit">${say('endConfirm')}</button></form>
</div>`,
  };
}
