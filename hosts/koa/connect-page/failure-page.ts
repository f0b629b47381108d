import type { RequestId, ServiceError } from '#core';
import { type Html, html } from './html.ts';
import { layout } from './layout.ts';

/** Something went wrong on the way; says whether trying again may help, and what to quote. */
export function failurePage(error: ServiceError, requestId: RequestId): Html {
  const passing = error.retryable || error.code === 'INTERNAL';
  return layout(
    'Something went wrong',
    html`<h1>${passing ? 'That did not work just now' : 'That did not work'}</h1>
<p>${sentence(error.message)}</p>
<p class="soft">${
      passing
        ? 'Wait a moment, then reload this page.'
        : 'Go back to the application that sent you here and start again.'
    } If it happens again, quote this number to that application: <code>${requestId}</code></p>`,
  );
}

function sentence(message: string): string {
  const capital = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}
