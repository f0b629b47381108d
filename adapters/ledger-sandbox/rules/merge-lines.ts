import type { LineRecord } from '../books/line-record.ts';
import { type JsonObject, objectsAt } from '../http/json.ts';
import { refuse } from '../http/problems.ts';
import type { BookContext } from './book-context.ts';
import { type LinePlan, readLines, reprice } from './lines.ts';
import type { LineAmountMode } from './tax.ts';

export interface LinedDocument {
  readonly lines: readonly LineRecord[];
  readonly lineAmountTypes: LineAmountMode;
}

/** An absent or empty array keeps the lines, which a new mode reprices; another array replaces them. */
export function mergeLines(
  context: BookContext,
  before: LinedDocument | undefined,
  body: JsonObject,
  plan: Omit<LinePlan, 'existing'>,
): readonly LineRecord[] {
  const sent = objectsAt(body, 'LineItems') ?? [];
  if (sent.length === 0) {
    const kept = before?.lines ?? [];
    return plan.mode === before?.lineAmountTypes ? kept : kept.map((line) => reprice(context, line, plan.mode));
  }
  const { lines, messages } = readLines(context, sent, { ...plan, existing: before?.lines ?? [] });
  if (messages.length > 0) refuse(...messages);
  return lines;
}
