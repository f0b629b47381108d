// A request of one's own that creates a contact group, for tables that lose processes and answers.
import { expect } from 'chai';
import type { ServiceError } from '../../../domain/errors.ts';
import type { BulkBooks } from '../../bulk/testing/bulk-books.ts';
import { write } from '../../testing/connecting.ts';
import type { Service } from '../../testing/service.ts';

interface Given {
  readonly service: Pick<Service, 'core'>;
  readonly books: Pick<BulkBooks, 'caller' | 'connection' | 'documents'>;
}

/** `ask` makes it under one key; once nothing is sent any more, a person who has looked settles it. `finish` expects one group. */
export function oneRequest({ service, books }: Given, Name: string) {
  const { caller, documents } = books;
  const connectionId = books.connection.id;
  const { make, settle } = service.core.providerRequests;
  const body = { method: 'PUT', path: '/ContactGroups', body: { ContactGroups: [{ Name }] } };
  return {
    ask: () =>
      make(caller, { connectionId, write: write(body, 'asked') }).catch(async (error: ServiceError) => {
        const providerRequestId = error.details.providerRequestId ?? '';
        const settlement = write({ outcome: 'done', reason: 'The group is there' });
        await settle(caller, { connectionId, providerRequestId, write: settlement }).catch(() => {});
        throw error;
      }),
    async finish() {
      expect((await documents('ContactGroups')).map((group) => group['Name'])).to.deep.equal([Name]);
    },
  };
}
