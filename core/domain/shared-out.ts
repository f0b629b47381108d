// Shares out records that are equal in everything among the creates that may have made them. Pure.

/** A create without an answer: it was first sent at `from`, and can have reached the provider until `until`. */
export interface LostCreate {
  readonly from: Date;
  readonly until: Date;
}

/** A record of the books that any of the creates may have made. `at`: its stamp; null if the provider gives none. */
export interface EqualRecord {
  readonly at: Date | null;
}

/**
 * Which of equal records a lost create may take, by its place. Each record was made by one create, so one can be taken only if the
 * others account for all that are left. `none`: the others account for every record, and this create made none of them ·
 * `unknown`: there are more records than creates, so that somebody else made one, and nobody can say which.
 */
export function sharedOut(
  own: LostCreate,
  others: readonly LostCreate[],
  records: readonly EqualRecord[],
): number | 'none' | 'unknown' {
  const mine = records.findIndex(
    (record, at) => mayHaveMade(own, record) && areMadeBy(others, records.toSpliced(at, 1)),
  );
  if (mine >= 0) return mine;
  return areMadeBy(others, records) ? 'none' : 'unknown';
}

function mayHaveMade({ from, until }: LostCreate, { at }: EqualRecord): boolean {
  return at === null || (at >= from && at <= until);
}

/** True if each record can have a create of its own. The one that ends first is taken for the earliest record. */
function areMadeBy(creates: readonly LostCreate[], records: readonly EqualRecord[]): boolean {
  const left = creates.toSorted((a, b) => a.until.getTime() - b.until.getTime());
  // Any create that is left will do for a record without a stamp.
  const inOrder = records.toSorted((a, b) => stampOf(a) - stampOf(b));
  return inOrder.every((record) => {
    const at = left.findIndex((create) => mayHaveMade(create, record));
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

const stampOf = ({ at }: EqualRecord): number => at?.getTime() ?? Number.POSITIVE_INFINITY;
