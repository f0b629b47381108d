import { isJsonObject, type Json, type JsonObject } from './json.ts';
import type { ResourceType } from './resource.ts';

declare const gatewayOnly: unique symbol;

/** What the gateway sends: plain JSON that the core stores, compares as a whole and hands back, and never reads. */
export type WritePayload = JsonObject & { readonly [gatewayOnly]: true };

/** A write that is ready to be sent. Plain data: it is stored before it is sent, and sent again unchanged. */
export interface PreparedWrite {
  readonly type: ResourceType;
  /** Whether it makes a record; otherwise it changes one. */
  readonly creates: boolean;
  readonly payload: WritePayload;
}

/** A create that was stored before it was sent. Older ones are stored as their payload alone. */
export function storedCreate(stored: Json): PreparedWrite {
  if (isJsonObject(stored) && 'payload' in stored) return stored as unknown as PreparedWrite;
  const payload = stored as WritePayload;
  return { type: payload['type'] as ResourceType, creates: true, payload };
}
