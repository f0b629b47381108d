// The worlds that most suites of the core begin with, each in a line.
import { openedEach, openedOnce } from '../../../contract-tests/testing/opened.ts';
import { openBooks } from '../resources/testing/books.ts';
import type { SessionFields } from './connecting.ts';
import { openService, type ServiceOptions } from './service.ts';

/** One service and one organization for all cases. */
export function givenService(options: ServiceOptions = {}) {
  const service = openedOnce(() => openService(options));
  return { service, tenancy: openedOnce(() => service.newOrganization()) };
}

/** As `givenService`, with new books for each case. */
export function givenBooks(options: ServiceOptions = {}, fields: SessionFields = {}) {
  const { service, tenancy } = givenService(options);
  return { service, tenancy, books: openedEach(() => openBooks(service, tenancy, fields)) };
}
