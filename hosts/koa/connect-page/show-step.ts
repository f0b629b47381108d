import type { Context } from '../routes/route.ts';
import { choosePage } from './choose-page.ts';
import type { ConnectStep } from './connect-step.ts';
import { consentPage } from './consent-page.ts';
import { gonePage } from './gone-page.ts';
import { sendPage } from './send-page.ts';

/** Shows the person what comes next, or sends them on. */
export function showStep(ctx: Context, step: ConnectStep, formTargets: readonly string[]): void {
  if (step.kind === 'redirect') {
    ctx.redirect(step.url);
    ctx.body = null;
    ctx.status = 303;
    return;
  }
  if (step.kind === 'gone') sendPage(ctx, 410, gonePage(step.why));
  else sendPage(ctx, 200, step.kind === 'consent' ? consentPage(step) : choosePage(step), formTargets);
}
