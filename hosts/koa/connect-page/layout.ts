import { type Html, html, trusted } from './html.ts';
import { style } from './style.ts';

const styleSheet = trusted(`<style>${style}</style>`);

/** A whole page around its content. */
export function layout(title: string, content: Html): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title} · Ledgerport</title>
${styleSheet}
</head>
<body>
<main>${content}</main>
<footer>Secure connection by Ledgerport</footer>
</body>
</html>
`;
}
