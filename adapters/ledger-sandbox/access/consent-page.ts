/** The consent page: plain HTML, no scripts, works with a keyboard and on a small screen. */
import { escapeHtml, htmlPage } from '../http/html-page.ts';
import type { Reply } from '../http/message.ts';
import type { AuthorizeRequest } from './authorize-request.ts';
import type { Choice } from './consent.ts';

const words: Readonly<Record<string, string>> = {
  'accounting.transactions': 'Invoices, quotes, payments and purchase orders',
  'accounting.invoices': 'Invoices, quotes and purchase orders',
  'accounting.payments': 'Payments',
  'accounting.contacts': 'Contacts',
  'accounting.settings': 'Organisation settings, accounts and tax rates',
  'accounting.attachments': 'Files on documents and contacts',
  'accounting.manualjournals': 'Manual journals',
  'accounting.banktransactions': 'Bank transactions and transfers',
  offline_access: 'Keep access until you disconnect it',
};

export function consentPage(request: AuthorizeRequest, choices: readonly Choice[], parameters: URLSearchParams): Reply {
  const hidden = [...parameters]
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('');
  const scopes = request.scopes.filter((scope) => words[scope]).map((scope) => `<li>${words[scope]}</li>`);
  // Once an app is connected, a person chooses: what was ticked for them would be connected unseen.
  const isFirst = !choices.some(({ isConnected }) => isConnected);
  const boxes = choices.map(
    ({ tenantId, name, isConnected }, index) =>
      `<label><input type="checkbox" name="tenant_id" value="${tenantId}"${isFirst && index === 0 ? ' checked' : ''}>${escapeHtml(name)}${isConnected ? '<small>connected</small>' : ''}</label>`,
  );
  const body = `<span class="tag">Sandbox ledger</span><h1>${escapeHtml(request.appName)} asks for access</h1><ul>${scopes.join('')}</ul>
<form method="post" action="/identity/connect/authorize">${hidden}<fieldset><legend>Which organisations may it use?</legend>${boxes.join('')}</fieldset>
<div class="row"><button class="main" name="decision" value="allow">Allow access</button><button name="decision" value="cancel">Cancel</button></div></form>`;
  return htmlPage(200, 'Allow access', body);
}

export const problemPage = (problem: string): Reply =>
  htmlPage(
    400,
    'Something is wrong',
    `<span class="tag">Sandbox ledger</span><h1>This link cannot be used</h1><p>${escapeHtml(problem)}</p>`,
  );
