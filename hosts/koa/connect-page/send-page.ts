import type { Context } from '../routes/route.ts';
import { type Html, toText } from './html.ts';
import { styleSource } from './style.ts';

/**
 * Answers with a page that may run no script, load nothing and be framed by nobody. `formTargets` are the origins that a
 * form's answer may redirect to: browsers hold `form-action` against the redirect too.
 */
export function sendPage(ctx: Context, status: number, page: Html, formTargets: readonly string[] = []): void {
  ctx.status = status;
  ctx.set(
    'Content-Security-Policy',
    [
      "default-src 'none'",
      `style-src ${styleSource}`,
      `form-action ${["'self'", ...formTargets].join(' ')}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
  );
  ctx.type = 'text/html; charset=utf-8';
  ctx.body = toText(page);
}
