// The corner shop's books as a provider of Ledgerport. A customer connects with the path of the file.
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { badRequest, type LedgerAccess, type LedgerGrant, type Provider, ServiceError } from 'ledgerport/ports';
import { openBooks } from './books.ts';
import { createGateway } from './gateway.ts';
import { traits } from './traits.ts';

const tokenHours = 12;

/** Books lie in `folder`; a customer names a file in it. */
export function createCornerShop(folder: string): Provider {
  const fileOf = (name: string) => path.join(folder, `${name}.json`);
  const grantOf = (name: string): LedgerGrant => ({
    accessToken: `${name} ${randomUUID()}`,
    refreshToken: name,
    expiresAt: new Date(Date.now() + tokenHours * 3_600_000),
    scopes: [],
    consentId: null,
  });
  const open = ({ accessToken, tenantId }: LedgerAccess) => {
    const [name] = accessToken.split(' ');
    if (!/^[a-z]+ [\w-]{36}$/.test(accessToken)) throw refused('token_rejected', 'the token is not known');
    if (name !== tenantId) throw refused('tenant_forbidden', 'the books are of another company');
    return openBooks(fileOf(tenantId));
  };
  return {
    traits,
    gateway: createGateway(open),
    connect: {
      kind: 'form',
      fields: [{ name: 'books', label: 'Name of the books', kind: 'text' }],
      async open({ books = '' }) {
        if (!/^[a-z]{1,50}$/.test(books)) throw badRequest('books', 'must consist of letters a to z');
        openBooks(fileOf(books));
        return grantOf(books);
      },
      refresh: async (name) => grantOf(name),
      async tenants(accessToken) {
        const [name = ''] = accessToken.split(' ');
        return [
          { providerConnectionId: name, tenantId: name, name: openBooks(fileOf(name)).read().company, isNew: true },
        ];
      },
      disconnect: async () => {},
    },
  };
}

function refused(reason: string, message: string): ServiceError {
  return new ServiceError('ACTION_REQUIRED', message, { reason, outcome: 'not_applied' });
}
