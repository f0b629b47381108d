import type { RecipeName } from './automation.ts';
import type { JsonObject } from './json.ts';
import type { ResourceType } from './resource.ts';

/** A write of one record that an agent asks for. `delete` removes it for good, `cancel` ends it by its status. */
export interface RecordAct {
  readonly kind: 'create' | 'update' | 'cancel' | 'delete';
  readonly type: ResourceType;
  /** The record that is changed; null for a new one. */
  readonly providerId: string | null;
  /** The normalized fields that are set; of a cancellation none. */
  readonly fields: JsonObject;
}

/** Work with several writes that an agent asks for. */
export type WorkAct =
  | { readonly kind: 'automation'; readonly recipe: RecipeName; readonly input: JsonObject }
  | { readonly kind: 'bulk'; readonly type: ResourceType; readonly items: number };

/** An act that cannot wait for a person: its bytes are not kept. */
export interface PassingAct {
  readonly kind: 'attachment' | 'note' | 'allocation';
}

export type AgentAct = RecordAct | WorkAct | PassingAct;

/** An amount in the currency's own decimals, as exact text. */
export interface Money {
  /** Three capital letters. */
  readonly currency: string;
  readonly amount: string;
}
