// A connect link in a window that the application's page opened by `/connect.js`.
import type { Link } from '#core';
import { readCookie, setCookie } from '../cookies.ts';
import type { Context } from '../request-state.ts';
import { html } from './html.ts';

const popupCookie = ({ session }: Link): string => `ledgerport_popup_${session}`;

/** Remembers `?display=popup` for the way through the provider, until the link expires at the latest. */
export function notePopup(ctx: Context, link: Link | undefined): void {
  if (ctx.query['display'] === 'popup' && link) setCookie(ctx, popupCookie(link), '1', link.expiresAt);
}

export function isInPopup(ctx: Context, link: Link | undefined): boolean {
  return ctx.query['display'] === 'popup' || (link !== undefined && readCookie(ctx, popupCookie(link)) === '1');
}

/**
 * Sends the result to the origin that the person returns to, and to no other. If the provider's page has cut the opener
 * off, the window itself goes there.
 */
export const popupScript = html`
for (const back of document.querySelectorAll('a[data-back]')) {
  const isNow = back.dataset.back === 'now';
  const leave = (event) => {
    const url = new URL(back.href);
    const [status, connection_id, error] = ['status', 'connection_id', 'error'].map((name) => url.searchParams.get(name) ?? undefined);
    if (!opener || opener.closed) return isNow && location.replace(url);
    if (event) event.preventDefault();
    opener.postMessage({ ledgerport: { status, connection_id, error } }, url.origin);
    close();
  };
  back.onclick = leave;
  if (isNow) leave();
}
`;
