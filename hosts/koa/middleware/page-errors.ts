import type { Log } from '#core';
import { failurePage } from '../connect-page/failure-page.ts';
import { sendPage } from '../connect-page/send-page.ts';
import { statusOf } from '../present/error.ts';
import type { Context } from '../routes/route.ts';
import { asServiceError, setHeaders } from './error-boundary.ts';

/** On pages for people, what goes wrong is told as a page. */
export function pageErrors(log: Log) {
  return async (ctx: Context, next: () => Promise<unknown>) => {
    try {
      await next();
    } catch (thrown) {
      const error = asServiceError(thrown, ctx.state, log);
      ctx.state.refusal = { code: error.code, reason: error.details.reason };
      setHeaders(ctx, error);
      sendPage(ctx, statusOf(error), failurePage(error, ctx.state.requestId));
    }
  };
}
