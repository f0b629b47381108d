/** The front page of an organisation's books, which deep links reach by its short code. */
import type { Books } from '../books/books.ts';
import { escapeHtml, htmlPage } from '../http/html-page.ts';
import type { Reply } from '../http/message.ts';
import { notFound } from '../http/problems.ts';

/** `rest` follows `/app/`: the short code, perhaps with a path below it. */
export function showOrganisationHome(books: Books, rest: string): Reply {
  const [shortCode = ''] = rest.split('/', 1);
  const tenant = [...books.tenants.list()].find((one) => one.shortCode === decoded(shortCode));
  if (!tenant) return notFound();
  const name = escapeHtml(tenant.name);
  return htmlPage(200, name, `<span class="tag">Sandbox ledger</span><h1>${name}</h1><p>The books of ${name}.</p>`);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
