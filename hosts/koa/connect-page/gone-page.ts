import { type Html, html } from './html.ts';
import { layout } from './layout.ts';

/** The link is expired, used or unknown. */
export function gonePage(why: string): Html {
  return layout(
    'Link no longer valid',
    html`<h1>This connect link no longer works</h1>
<p>${why}</p>
<p class="soft">Links work once and for 30 minutes. Go back to the application that sent you here and start again.</p>`,
  );
}
