// The stored body from which an item is sent; sealed under zero retention.
import type { BulkItem } from '../../domain/bulk.ts';
import type { Plane } from '../../domain/caller.ts';
import type { PreparedWrite } from '../../domain/ledger-record.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { SecretPlace } from '../../ports/secrets.ts';
import type { Exactly } from '../resources/find-record.ts';
import type { WriteRequest } from '../resources/parse-write.ts';

export interface ItemBody {
  readonly write: PreparedWrite;
  /** How to find and change the record if the provider refuses the create because the record exists. */
  readonly known?: { readonly identity: Exactly; readonly request: WriteRequest };
}

type Owner = Pick<BulkItem, 'id' | keyof Plane>;

export async function storedBody({ vault }: CorePorts, owner: Owner, body: ItemBody, isSealed: boolean) {
  const text = JSON.stringify(body);
  return isSealed
    ? { body: null, sealedBody: await vault.seal(text, placeOf(owner)) }
    : { body: text, sealedBody: null };
}

export async function bodyOf({ vault }: CorePorts, item: BulkItem): Promise<ItemBody> {
  const { body, sealedBody } = item;
  const text = body ?? (sealedBody && (await vault.open(sealedBody, placeOf(item))));
  if (!text) throw new Error('an item of a bulk write has lost its body');
  return JSON.parse(text) as ItemBody;
}

function placeOf({ id, organizationId, environment }: Owner): SecretPlace {
  return { organizationId, environment, table: 'bulk_items', row: id, column: 'body' };
}
