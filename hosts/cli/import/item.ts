// What is read from a file, and what is asked of it.
import type { Fields } from './column.ts';
import type { DateForm } from './dates.ts';
import type { DecimalMark } from './numbers.ts';
import type { Side } from './template.ts';

export interface Fault {
  readonly line: number;
  /** Undefined for a fault of the whole line. */
  readonly column?: string;
  readonly message: string;
}

export interface Item {
  readonly fields: Fields;
  /** The item's first line in the file, counted from 1. */
  readonly line: number;
  readonly faults: readonly Fault[];
  /** The first line of each list entry, by its path, such as `line_items[1]`. */
  readonly lines: ReadonlyMap<string, number>;
  /** How the file calls the contact that was looked up; undefined where nothing is looked up. */
  readonly contact?: string | undefined;
}

export interface Wanted {
  /** Every item must follow one of these. */
  readonly schemas: readonly unknown[];
  /** True if the file is to be read as the provider's template; undefined: if it looks like one. */
  readonly isTemplate: boolean | undefined;
  /** Which template it is; undefined: which it looks like. */
  readonly side?: Side | undefined;
  readonly mark: DecimalMark | undefined;
  readonly dates: DateForm | undefined;
}
