/** Rows and cells as the provider writes them. Every value is a text. */
import type { JsonObject } from '../http/json.ts';

export interface Attribute extends JsonObject {
  readonly Id: string;
  readonly Value: string;
}

export const amount = (value: number): string => (value === 0 ? 0 : value).toFixed(2);

/** Provider: an empty cell has an empty text, or no Value at all. */
export function cell(value: string | undefined, attributes: readonly Attribute[] = []): JsonObject {
  return {
    ...(value === undefined ? {} : { Value: value }),
    ...(attributes.length > 0 ? { Attributes: attributes } : {}),
  };
}

export const accountAttribute = (id: string): readonly Attribute[] => [{ Id: 'account', Value: id }];

export const header = (...values: readonly string[]): JsonObject => ({
  RowType: 'Header',
  Cells: values.map((value) => cell(value)),
});

export const row = (cells: readonly JsonObject[]): JsonObject => ({ RowType: 'Row', Cells: cells });

export const summary = (label: string, values: readonly string[]): JsonObject => ({
  RowType: 'SummaryRow',
  Cells: [label, ...values].map((value) => cell(value)),
});

/** Provider: a section without rows may have none at all. */
export const section = (title: string, rows: readonly JsonObject[]): JsonObject => ({
  RowType: 'Section',
  Title: title,
  ...(rows.length > 0 ? { Rows: rows } : {}),
});

/** A figure outside of every section: a Row, and no SummaryRow. */
export const figure = (label: string, values: readonly string[]): JsonObject =>
  section('', [row([label, ...values].map((value) => cell(value)))]);

/** An account's row: all of its cells name it. */
export function accountRow(label: string, accountId: string, values: readonly (string | undefined)[]): JsonObject {
  const attributes = accountAttribute(accountId);
  return row([cell(label, attributes), ...values.map((value) => cell(value, attributes))]);
}
