// Asks the service, record by record, whether the books would take what a file holds. Nothing is written.
import { LedgerportError } from '../../../client/index.ts';
import { patient, type Service } from '../service.ts';
import type { Item } from './item.ts';

/** Records are looked at one by one, so that a look at a large file would take hours. */
export const checkedMost = 1_000;

export interface Checking {
  readonly service: Service;
  readonly connectionId: string;
  readonly type: string;
  readonly signal: AbortSignal;
  /** Hears of each reason for which an item would be refused: the field, or an empty one for the whole of it. */
  readonly refuse: (item: Item, field: string, message: string) => void;
}

export interface Checked {
  readonly looked: number;
  readonly refused: number;
  /** Items whose contact is not there yet, and those after the first `checkedMost`. */
  readonly left: number;
  /** What the looks did not check. */
  readonly notChecked: readonly string[];
}

/** Rejects with the error of the first look that came to no end. */
export async function checkRows(items: AsyncIterable<Item>, checking: Checking): Promise<Checked> {
  const notChecked = new Set<string>();
  let [looked, refused, left] = [0, 0, 0];
  for await (const item of items) {
    const isWaiting = item.contact !== undefined && item.fields['contact_id'] === undefined;
    if (isWaiting || looked === checkedMost || checking.signal.aborted) {
      left += 1;
      continue;
    }
    looked += 1;
    try {
      for (const thing of await lookAt(item, checking)) notChecked.add(thing);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      refused += 1;
      const told = error.errors ?? [];
      if (told.length === 0) checking.refuse(item, '', error.message);
      for (const { path, message } of told) checking.refuse(item, path, message);
    }
  }
  return { looked, refused, left, notChecked: [...notChecked] };
}

async function lookAt(item: Item, { service, connectionId, type, signal }: Checking): Promise<readonly string[]> {
  const { item_key: _key, id, ...body } = item.fields;
  const place = `/v1/connections/${encodeURIComponent(connectionId)}/${type}`;
  const path = typeof id === 'string' ? `${place}/${encodeURIComponent(id)}` : place;
  const method = typeof id === 'string' ? 'PATCH' : 'POST';
  const answer = await service.api.request(method, `${path}?validate_only=true` as `/${string}`, {
    body,
    signal,
    ...patient,
  });
  const { data } = answer as { readonly data: { readonly not_checked: readonly string[] } };
  return data.not_checked;
}

/** False for a look that came to no end, such as one without a key or an answer. */
function isRefusal(error: unknown): error is LedgerportError {
  return (
    error instanceof LedgerportError &&
    ['BAD_REQUEST', 'PROVIDER_REJECTED', 'NOT_FOUND', 'CONFLICT'].includes(error.code)
  );
}
