// What an agent's write would meet, without writing, claiming, reserving or noting anything.
import type { Money } from './agent-act.ts';
import type { Unchecked } from './books-rules.ts';
import type { ProposedChange } from './held-write.ts';
import type { JsonObject } from './json.ts';
import type { ToldLookAlike } from './told-look-alike.ts';

export interface PreviewedLookAlike extends ToldLookAlike {
  /** Of many writes: the item that resembles it; null otherwise. */
  readonly ofItem: string | null;
  /** True if the caller has said that its write is another one, so that it is not asked about. */
  readonly isNamed: boolean;
}

/** Writes and amounts before tax. */
export interface Counted {
  readonly writes: number;
  readonly amounts: readonly Money[];
}

export interface Preview {
  readonly preview: true;
  /** The record as it would be sent; null if nothing would be, and for several writes. */
  readonly item: JsonObject | null;
  /** The fields that would get another value; null for what changes no record that is there. */
  readonly changes: readonly ProposedChange[] | null;
  /** What an automation would write by step, or the items of a bulk write; null for a single write. */
  readonly plan: JsonObject | null;
  /** What only the provider decides; null where nobody looked. */
  readonly notChecked: readonly Unchecked[] | null;
  /** The newest of what each create resembles. */
  readonly lookAlikes: readonly PreviewedLookAlike[];
  readonly approval: 'none' | 'needed';
  /** Why a person would be asked. */
  readonly approvalReason: 'all' | 'high' | 'over_limit' | null;
  /** Why the write would be refused; null if it would be sent, or wait for a person. */
  readonly refusal: { readonly code: string; readonly reason: string; readonly message: string } | null;
  readonly limits: {
    /** What the write counts. */
    readonly counts: Counted;
    /** What the day (UTC) would have with it. */
    readonly spent: Counted;
    /** What would be left of the day; null for what has no limit. */
    readonly left: { readonly writes: number | null; readonly amounts: readonly Money[] | null };
    readonly over: boolean;
    /** The limits that it would pass, in words. */
    readonly passed: readonly string[];
  };
}
