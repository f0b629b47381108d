import type { LedgerRecord, PreparedWrite } from '../../domain/ledger-record.ts';
import type { LedgerGateway } from '../../ports/ledger-gateway.ts';

/** `absent`: none of the records was made by the create; `ambiguous`: several may have been. */
export type Match = LedgerRecord | 'absent' | 'ambiguous';

/**
 * Tells which of these records each create made, one to one. A record goes to the fitting create that sent the most values,
 * because a create with fewer values also fits the records of others. Equal creates may take each other's records; if there
 * are more records than equal creates, none is taken.
 */
export function matchRecords(
  { couldBe }: Pick<LedgerGateway, 'couldBe'>,
  writes: readonly PreparedWrite[],
  records: readonly LedgerRecord[],
): readonly Match[] {
  const texts = writes.map(({ payload }) => JSON.stringify(payload));
  const byText = new Map(writes.map((write, i) => [texts[i] as string, write]));
  const fullestFirst = [...byText].sort(([a], [b]) => b.length - a.length);
  const madeBy = new Map<string, LedgerRecord[]>(fullestFirst.map(([text]) => [text, []]));
  for (const record of records) {
    const [text] = fullestFirst.find(([, write]) => couldBe(write, record)) ?? [];
    if (text !== undefined) madeBy.get(text)?.push(record);
  }
  const equals = Map.groupBy(texts, (text) => text);
  return texts.map((text) => {
    const made = madeBy.get(text) ?? [];
    if (made.length > (equals.get(text)?.length ?? 0)) return 'ambiguous';
    return made.shift() ?? 'absent';
  });
}
