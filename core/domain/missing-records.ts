// Which copies are of records that the provider no longer has, judged by walks that read a family whole.

export interface WholeWalk {
  /** When the walk asked the provider. */
  readonly at: Date;
  /** How many records the provider listed. */
  readonly listed: number;
  /** The copies last read before the walk. */
  readonly known: number;
  /** Those of them that the provider did not list, each with when walks began to miss it; null for the first time. */
  readonly unlisted: readonly { readonly providerId: string; readonly missedAt: Date | null }[];
}

export interface Missed {
  /** Deleted at the provider. */
  readonly gone: readonly string[];
  /** Missed, but not for sure; null if the walk says nothing, so that what was missed before stays so. */
  readonly missing: readonly string[] | null;
}

/** Two walks that a passing fault of the provider could both meet are one. */
export const confirmedAfterMs = 5 * 60_000;
/** An answer that lacks more than this share of what is known, and more than one record, is doubted. */
const doubtedShare = 0.2;
/** How long a doubted answer must stay so before it is believed. */
export const doubtedForMs = 24 * 3_600_000;

/**
 * One answer may be wrong, so a record is gone only if two walks in a row miss it. An answer that lacks much of what is
 * known looks like a fault or a lost permission: it must last a day. An empty one tells nothing, however often it comes.
 */
export function judgedMissing({ at, listed, known, unlisted }: WholeWalk): Missed {
  if (unlisted.length === 0) return { gone: [], missing: [] };
  if (listed === 0) return { gone: [], missing: null };
  const isDoubted = unlisted.length > 1 && unlisted.length > known * doubtedShare;
  const waitMs = isDoubted ? doubtedForMs : confirmedAfterMs;
  const isGone = (missedAt: Date | null) => missedAt !== null && at.getTime() - missedAt.getTime() >= waitMs;
  const idsOf = (are: boolean) =>
    unlisted.filter(({ missedAt }) => isGone(missedAt) === are).map(({ providerId }) => providerId);
  return { gone: idsOf(true), missing: idsOf(false) };
}
