import type fc from 'fast-check';
import type { JsonObject } from '../../../domain/json.ts';

/** One thing that can be set independently. */
export interface Part {
  /** The provider's keys that it sets. */
  readonly native: JsonObject;
  /** The normalized fields that it sets; null if there are none. */
  readonly normalized: JsonObject | null;
  /** Further keys of the provider that follow from it. */
  readonly follows: readonly string[];
}

export interface GeneratedFamily {
  readonly type: string;
  /** What every document of the family needs. */
  readonly base: fc.Arbitrary<Part>;
  readonly parts: readonly fc.Arbitrary<Part>[];
  /** Whether there are normalized bodies. */
  readonly isNormalized: boolean;
}

/** Records that documents refer to. */
export interface Known {
  readonly contacts: readonly string[];
  readonly themes: readonly string[];
}
