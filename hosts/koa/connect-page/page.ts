import { createHash } from 'node:crypto';
import { type Brand, contrastOf, textOn } from '#core';
import type { Context } from '../request-state.ts';
import { type Html, html, toText } from './html.ts';
import { popupScript } from './popup.ts';
import type { Speech } from './speech.ts';

/** The ground of the card. */
const cards = { light: '#ffffff', dark: '#1a232b' };

/** Inlined; the Content-Security-Policy allows its hash. */
const style = html`
:root { color-scheme: light dark; --ground: #f4f6f8; --card: ${cards.light}; --ink: #17212b; --soft: #55636f; --line: #d9e0e6;
  --accent: #4549c9; --accent-ink: #fff; --focus: #c2570c; --note: #f1f1fb; --warn: #ffe8bd; --warn-ink: #6b4300; --wrong: #b3261e; --wrong-ink: #fff; }
@media (prefers-color-scheme: dark) { :root { --ground: #10161b; --card: ${cards.dark}; --ink: #e9eff4; --soft: #a3b2be;
  --line: #31404c; --accent: #a3a8ff; --accent-ink: #14163a; --focus: #ffb066; --note: #22263c; --warn: #3a2c12;
  --warn-ink: #f5d9a4; --wrong: #ffb4ab; --wrong-ink: #410e0b; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: flex; flex-direction: column; align-items: center; justify-content: center;
  gap: 1rem; padding: 1.25rem; background: var(--ground); color: var(--ink);
  overflow-wrap: anywhere; font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; }
header { display: flex; flex-wrap: wrap; align-items: center; justify-content: center; gap: .5rem .9rem; max-width: 29rem;
  font-size: 1.1rem; font-weight: 650; text-align: center; }
header img { max-width: 100%; height: 3.5rem; padding: .35rem .5rem; border-radius: 10px; background: #fff; object-fit: contain; }
main { width: 100%; max-width: 29rem; background: var(--card); border: 1px solid var(--line); border-radius: 14px;
  padding: clamp(1.25rem, 5vw, 2.25rem); box-shadow: 0 1px 2px rgb(0 0 0 / .05), 0 8px 28px rgb(0 0 0 / .07); }
h1 { margin: 0 0 .5rem; font-size: 1.45rem; line-height: 1.25; letter-spacing: -.01em; text-wrap: balance; }
h2 { margin: 1.5rem 0 .5rem; font-size: .95rem; }
p { margin: 0 0 .75rem; }
.soft, footer { color: var(--soft); }
.soft { font-size: .92rem; }
.badge { display: inline-block; margin: 0 0 .9rem; padding: .12rem .6rem; border-radius: 99px; background: var(--warn);
  color: var(--warn-ink); font-size: .8rem; font-weight: 600; }
dl { margin: 1.1rem 0 0; padding: .8rem 1rem; background: var(--note); border-radius: 10px; }
dl div { display: flex; flex-wrap: wrap; gap: .1rem .75rem; justify-content: space-between; padding: .18rem 0; }
dt { color: var(--soft); }
dd { margin: 0; font-weight: 600; }
table { width: 100%; border-collapse: collapse; font-size: .92rem; }
th, td { padding: .3rem .2rem; border-bottom: 1px solid var(--line); font-weight: 400; text-align: center; }
th:first-child { padding-left: 0; text-align: left; }
tbody th::first-letter { text-transform: uppercase; }
thead th { color: var(--soft); font-size: .85rem; }
thead th:not(:first-child) { overflow-wrap: normal; white-space: nowrap; }
td svg { display: block; width: 1.15rem; height: 1.15rem; margin: 0 auto; color: var(--accent); }
table + p { margin-top: .75rem; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.actions { display: flex; flex-wrap: wrap; gap: .6rem; margin-top: 1rem; padding: .6rem 0; background: var(--card); }
@media (min-height: 26rem) { html { scroll-padding-bottom: 9rem; } .actions { position: sticky; bottom: 0; }
  .actions::before { content: ""; position: absolute; inset: -1rem 0 100%; background: linear-gradient(transparent, var(--card)); pointer-events: none; } }
.actions > * { flex: 1 1 auto; max-width: 100%; }
.actions > .button:first-child { flex-grow: 3; }
.actions.still { position: static; }
.actions.still::before { content: none; }
.actions form { display: grid; }
.beside { display: flex; flex-wrap: wrap; gap: .6rem; }
.beside input { flex: 1 1 8rem; min-width: 0; }
.button { display: block; padding: .7rem 1.1rem; border: 1px solid transparent; border-radius: 10px;
  background: var(--accent); color: var(--accent-ink); font: inherit; font-weight: 650; text-align: center;
  text-decoration: none; cursor: pointer; }
.button:hover { text-decoration: underline; }
@media (max-width: 26rem) { .actions .button { padding-inline: .7rem; } }
.danger { border-color: transparent; background: var(--wrong); color: var(--wrong-ink); }
.quiet { background: transparent; border-color: var(--line); color: var(--ink); font-weight: 500; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
fieldset { margin: 1.1rem 0 0; padding: 0; border: 0; display: grid; gap: .55rem; }
legend { padding: 0 0 .55rem; font-weight: 600; }
label { display: flex; align-items: center; gap: .75rem; padding: .8rem 1rem; border: 1px solid var(--line);
  border-radius: 10px; cursor: pointer; }
label:has(:checked) { border-color: var(--accent); background: var(--note); }
label:has(:disabled) { color: var(--soft); cursor: not-allowed; }
label small { display: block; color: var(--soft); }
label:has([type="radio"]) { position: relative; }
label:has([type="radio"])::before { content: ""; flex: none; width: 1.15rem; height: 1.15rem; border: 2px solid var(--soft);
  border-radius: 50%; }
label:has(:checked)::before { border: .38rem solid var(--accent); }
label:has(:disabled)::before { border-style: dotted; }
label:has(:focus-visible) { outline: 3px solid var(--focus); outline-offset: 2px; }
/* The whole label is what a finger meets; the circle is drawn. */
input[type="radio"] { position: absolute; inset: 0; width: 100%; height: 100%; margin: 0; opacity: 0; cursor: inherit; }
.entry { display: grid; gap: .3rem; margin-top: 1rem; }
.entry label { padding: 0; border: 0; font-weight: 600; cursor: auto; }
.entry input { width: 100%; padding: .65rem .8rem; border: 1px solid var(--soft); border-radius: 10px; background: var(--card);
  color: var(--ink); font: inherit; }
.entry input[aria-invalid] { border-color: var(--wrong); border-width: 2px; }
.problem { color: var(--wrong); font-weight: 600; }
p.problem { margin-top: 1rem; }
code { font: .88em ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
footer { display: flex; flex-wrap: wrap; justify-content: center; gap: .3rem 1.1rem; max-width: 29rem; font-size: .85rem; }
footer a { color: inherit; }
`;

export interface Page {
  readonly title: string;
  readonly content: Html;
  /** Where a form's answer may redirect: browsers apply `form-action` to redirects. */
  readonly formTargets?: readonly string[];
  /** The only origin whose pages may frame this one. */
  readonly framedBy?: string | undefined;
  /** Adds the script that answers the page that opened the window. */
  readonly isPopup?: boolean;
}

/** No script but a popup's, no frame unless the page allows one, and no loading but of the logo, from this service. */
export function sendPage(ctx: Context, status: number, speech: Speech, page: Page): void {
  const { brand } = speech;
  const styles = stylesOf(speech);
  ctx.status = status;
  ctx.set(
    'Content-Security-Policy',
    [
      "default-src 'none'",
      `style-src ${styles.map(sourceOf).join(' ')}`,
      ...(page.isPopup ? [`script-src ${sourceOf(popupScript)}`] : []),
      ...(brand?.logo ? ["img-src 'self'"] : []),
      `form-action ${["'self'", ...(page.formTargets ?? [])].join(' ')}`,
      "base-uri 'none'",
      `frame-ancestors ${page.framedBy ?? "'none'"}`,
    ].join('; '),
  );
  if (page.framedBy) ctx.remove('X-Frame-Options');
  ctx.type = 'text/html; charset=utf-8';
  // Only the layout writes quotes; in inserted texts they are escaped.
  ctx.body = toText(layout(speech, page, styles)).replaceAll(
    / (action|href|src)="[/]/g,
    ` $1="${ctx['mountPath'] ?? ''}/`,
  );
}

/** The page and its styles, for the console to show it before anybody gets a link. */
export const pageParts = (speech: Speech, page: Page): { readonly html: string; readonly css: string } => ({
  html: toText(layout(speech, page, [])),
  css: stylesOf(speech).map(toText).join(''),
});

const stylesOf = ({ brand }: Speech): readonly Html[] => [style, ...(brand?.colour ? [buttonStyle(brand.colour)] : [])];

const sourceOf = (sheet: Html): string => `'sha256-${createHash('sha256').update(toText(sheet)).digest('base64')}'`;

/** A ground that is hardly told from the card gets an edge. */
function buttonStyle(colour: string): Html {
  const edgeOn = (card: string) => html`var(--${contrastOf(colour, card) < 3 ? 'soft' : 'brand'})`;
  return html`
:root { --brand: ${colour}; --edge: ${edgeOn(cards.light)}; }
@media (prefers-color-scheme: dark) { :root { --edge: ${edgeOn(cards.dark)}; } }
main { border-top: 4px solid var(--brand); }
.button:not(.quiet, .danger) { border-color: var(--edge); background: var(--brand); color: ${textOn(colour).colour}; }
`;
}

function layout(speech: Speech, { title, content, isPopup }: Page, styles: readonly Html[]): Html {
  return html`<!doctype html>
<html lang="${speech.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title}${speech.brand?.hidePoweredBy ? '' : ' · Ledgerport'}</title>
${styles.map((sheet) => html`<style>${sheet}</style>`)}
</head>
<body>
${speech.brand ? header(speech.brand) : ''}
<main>${content}</main>
<footer>${footer(speech)}</footer>
${isPopup ? html`<script>${popupScript}</script>` : ''}
</body>
</html>
`;
}

/** The name stands beside the logo, whose picture therefore needs no words. */
const header = ({ name, logo }: Brand): Html =>
  html`<header>${logo === null ? '' : html`<img src="/connect/logos/${logo}" alt="">`}<bdi>${name}</bdi></header>`;

const footer = ({ brand, say }: Speech): Html => html`${outward(brand?.supportUrl, say('help'))}
${outward(brand?.privacyUrl, say('privacy'))}
${brand?.hidePoweredBy ? '' : html`<span>${say('secureBy')}</span>`}`;

const outward = (url: string | null | undefined, label: string): Html | string =>
  url ? html`<a href="${url}" target="_blank" rel="noopener noreferrer">${label}</a>` : '';
