// The ledger's own API, called past the service with the connection's token.
import type { Connection } from '../../../domain/connection.ts';
import type { JsonObject } from '../../../domain/json.ts';
import { accessToken } from '../../ledger/access-token.ts';
import type { Service } from '../../testing/service.ts';

export interface RawLedger {
  /** The documents of the answer, whose array is named as the path's first part. */
  call(method: 'GET' | 'PUT' | 'POST', path: string, body?: JsonObject): Promise<readonly JsonObject[]>;
}

export function rawLedger({ ports, sandbox }: Service, connection: Connection): RawLedger {
  return {
    async call(method, path, body) {
      const answer = await fetch(`${sandbox.url}/api.xro/2.0/${path}`, {
        method,
        headers: {
          authorization: `Bearer ${await accessToken(ports, connection)}`,
          'ledger-tenant-id': connection.providerTenantId ?? '',
          accept: 'application/json',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 500)}`);
      return (JSON.parse(text) as Record<string, readonly JsonObject[]>)[path.split(/[/?]/, 1)[0] ?? ''] ?? [];
    },
  };
}
