/** The layout of all pages for people: plain HTML without scripts, light and dark. */
import type { Reply } from './message.ts';

const style = `
:root{color-scheme:light dark;--ink:#1b2430;--soft:#5a6675;--line:#d5dce4;--paper:#fff;--ground:#eef2f6;--accent:#0b6e99;--on:#fff}
@media (prefers-color-scheme:dark){:root{--ink:#e8edf2;--soft:#a3b0be;--line:#3a4653;--paper:#1c242d;--ground:#12181f;--accent:#4db5e0;--on:#06202c}}
*{box-sizing:border-box}body{margin:0;font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--ground)}
main{max-width:30rem;margin:8vh auto;padding:2rem;background:var(--paper);border:1px solid var(--line);border-radius:14px}
.tag{display:inline-block;font-size:.75rem;letter-spacing:.06em;text-transform:uppercase;color:var(--soft)}
h1{font-size:1.35rem;margin:.25rem 0 1rem}ul{padding-left:1.1rem;color:var(--soft)}fieldset{border:0;padding:0;margin:1.25rem 0}
legend{font-weight:600;margin-bottom:.5rem}label{display:flex;gap:.75rem;align-items:center;padding:.75rem;margin:.4rem 0;border:1px solid var(--line);border-radius:10px;cursor:pointer}
label:has(:checked){border-color:var(--accent)}label small{color:var(--soft);margin-left:auto}input{width:1.1rem;height:1.1rem;accent-color:var(--accent)}
.row{display:flex;gap:.75rem}button{flex:1;padding:.75rem;font:inherit;font-weight:600;border-radius:10px;border:1px solid var(--line);background:transparent;color:inherit;cursor:pointer}
button.main{background:var(--accent);border-color:var(--accent);color:var(--on)}button:focus-visible,input:focus-visible{outline:3px solid var(--accent);outline-offset:2px}`;

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (mark) => escapes[mark] ?? mark);

export function htmlPage(status: number, title: string, body: string): Reply {
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><style>${style}</style></head><body><main>${body}</main></body></html>`;
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
  };
  return { status, headers, body: html };
}
