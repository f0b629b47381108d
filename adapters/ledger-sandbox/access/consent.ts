/** The decision in the authorize step, made by a person on the page or by the control plane. */
import type { Books } from '../books/books.ts';
import type { Quirks } from '../control/quirks.ts';
import {
  type AuthorizeReading,
  type AuthorizeRequest,
  callbackUrl,
  readAuthorizeRequest,
} from './authorize-request.ts';
import type { Grants } from './grants.ts';

export interface ConsentPorts {
  readonly books: Books;
  readonly grants: Grants;
  quirks(): Quirks;
}

export interface Choice {
  readonly tenantId: string;
  readonly name: string;
  readonly isConnected: boolean;
}

export type Consent = ReturnType<typeof createConsent>;

export function createConsent({ books, grants, quirks }: ConsentPorts) {
  const organisations = () => books.tenants.list().filter((tenant) => tenant.type === 'ORGANISATION');

  return {
    read: (parameters: URLSearchParams): AuthorizeReading => readAuthorizeRequest(parameters, books),

    choices: (request: AuthorizeRequest): readonly Choice[] =>
      organisations()
        .map(({ id, name }) => ({ tenantId: id, name, isConnected: isConnected(books, request.clientId, id) }))
        .sort((a, b) => a.name.localeCompare(b.name)),

    /** Cancels when no known organisation is among the chosen. Returns where the browser goes. */
    decide(request: AuthorizeRequest, chosen: readonly string[]): string {
      const { redirectUri, state } = request;
      const known = organisations().filter((tenant) => chosen.includes(tenant.id));
      if (known.length === 0) {
        const error_description = 'The person did not allow access';
        return callbackUrl(redirectUri, { error: 'access_denied', error_description, state });
      }
      // Provider: /connections also lists practices, which clients must leave out.
      const practices = books.tenants.list().filter((tenant) => tenant.type === 'PRACTICE');
      const tenants = quirks().hide_practice_tenant ? known : [...known, ...practices];
      const code = grants.consent(
        request,
        tenants.map((tenant) => tenant.id),
      );
      return callbackUrl(redirectUri, {
        code,
        scope: request.scopes.join(' '),
        state,
        session_state: code.slice(0, 16),
      });
    },
  };
}

const isConnected = (books: Books, clientId: string, tenantId: string): boolean =>
  books.connections.find('app', clientId).some((connection) => connection.tenantId === tenantId);
