import type { Service } from '../../testing/service.ts';
import type { Books } from './books.ts';

/**
 * Makes an option of the category Region that the copy of the books has and the books have no longer, so that the provider
 * drops it from lines.
 */
export async function loseOption(service: Service, books: Pick<Books, 'tenantId' | 'idsOf' | 'read'>, option: string) {
  const edit = (status: string) =>
    service.sandbox.control('POST', 'tracking', { tenant_id: books.tenantId, category: 'Region', option, status });
  await edit('ACTIVE');
  for (const id of await books.idsOf('tracking_categories')) await books.read('tracking_categories', id);
  await edit('DELETED');
}
