// Looks a CSV file over once before its items are read: which columns have values, how its numbers and dates are written,
// and whom its rows name.
import { meant } from '../../../core/domain/near-word.ts';
import { Failure } from '../command.ts';
import { type Column, columnOf, columnsOf, type Fields, type Manner } from './column.ts';
import { DateSurvey } from './dates.ts';
import type { Wanted } from './item.ts';
import { maybeThousands, numberOf } from './numbers.ts';
import { type Form, type Row, rowsOf } from './read-rows.ts';
import { missingIn, sideOf, targetOf } from './template.ts';
import { Template } from './template-rows.ts';

export interface Surveyed {
  /** As in the first row. */
  readonly names: readonly string[];
  /** The field of each column, such as `line_items.quantity`; undefined for a column that is none. */
  readonly fieldNames: readonly (string | undefined)[];
  readonly columns: readonly (Column | undefined)[];
  readonly manner: Manner;
  /** The key of a row, where no column gives it. */
  readonly keyOf: (fields: Fields, line: number) => string | undefined;
  readonly notes: readonly string[];
  readonly template?: Template;
}

/** How many numbers of a column are written with exactly three decimals. */
interface Numbers {
  all: number;
  maybeThousands: number;
  first: { readonly line: number; readonly text: string } | undefined;
}

/** Throws a `Failure` that names every column that is wrong. */
export async function surveyed(file: string, form: Form, wanted: Wanted): Promise<Surveyed> {
  let head: Head | undefined;
  for await (const row of rowsOf(file, form)) {
    if (head) head.see(row);
    else head = new Head(file, row, wanted);
  }
  if (!head) throw new Failure(`${file} has no records`);
  return head.result(form);
}

class Head {
  readonly #file: string;
  readonly #wanted: Wanted;
  readonly #line: number;
  readonly #names: readonly string[];
  readonly #isSpaced: boolean;
  readonly #fieldNames: readonly (string | undefined)[];
  readonly #columns: readonly (Column | undefined)[];
  readonly #template: Template | undefined;
  /** True if the columns do not tell which template it is, and nobody said. */
  readonly #isUnclear: boolean = false;
  readonly #filled = new Set<number>();
  readonly #numbers = new Map<number, Numbers>();
  readonly #dates = new DateSurvey();
  #rows = 0;

  constructor(file: string, { line, cells }: Row, wanted: Wanted) {
    this.#file = file;
    this.#wanted = wanted;
    this.#line = line;
    this.#names = cells.map(({ text }) => text.trim());
    this.#isSpaced = cells.some(({ text, isQuoted }, i) => i > 0 && !isQuoted && /^ \S/.test(text));
    const isTemplate = wanted.isTemplate ?? this.#looksLikeTemplate();
    this.#fieldNames = this.#names.map((name) => {
      if (!isTemplate) return name === '' ? undefined : name;
      const target = targetOf(name);
      return target && 'field' in target ? target.field : undefined;
    });
    this.#columns = columnsOf(
      this.#fieldNames.map((name) => name ?? ''),
      wanted.schemas,
    );
    if (!isTemplate) return;
    const side = wanted.side ?? sideOf(this.#names);
    this.#isUnclear = side === undefined;
    this.#template = new Template(this.#names, side ?? 'receivable');
  }

  #looksLikeTemplate(): boolean {
    return !this.#names.includes('item_key') && missingIn(this.#names).length === 0;
  }

  see(row: Row): void {
    this.#rows += 1;
    for (const [i, { text }] of row.cells.entries()) {
      if (text.trim() === '') continue;
      this.#filled.add(i);
      const type = this.#columns[i]?.type;
      if (type === 'number') this.#seeNumber(i, row.line, text);
      if (type === 'date') this.#dates.see(text);
    }
    this.#template?.see(row);
  }

  #seeNumber(column: number, line: number, text: string): void {
    const known = this.#numbers.get(column) ?? { all: 0, maybeThousands: 0, first: undefined };
    known.all += 1;
    if (maybeThousands(text)) known.maybeThousands += 1;
    known.first ??= { line, text };
    this.#numbers.set(column, known);
  }

  result({ separator }: Form): Surveyed {
    this.#assertColumns();
    const { mark, dates } = this.#wanted;
    if (mark === undefined && separator !== ',') this.#assertNoDoubt();
    const isCommas = separator === ',';
    const manner: Manner = {
      // In a file whose values are separated by commas, a comma in a number groups.
      mark: mark ?? (this.#template && isCommas ? 'point' : undefined),
      dates: dates ?? (this.#template ? this.#dates.form() : undefined),
      isSpaced: this.#isSpaced,
    };
    const doubt = this.#template && dates === undefined ? this.#dates.doubt() : undefined;
    const isDocument = columnOf('line_items.quantity', this.#wanted.schemas) !== undefined;
    return {
      names: this.#names,
      fieldNames: this.#fieldNames,
      columns: this.#columns.map((column, i) => (this.#isUsed(i) ? column : undefined)),
      manner,
      keyOf: this.#keyOf(isDocument),
      notes: [...(this.#template?.notes(this.#filled) ?? []), ...(doubt === undefined ? [] : [doubt])],
      ...(this.#template && { template: this.#template }),
    };
  }

  /** A column without any value is nothing, whatever it is called. */
  #isUsed(column: number): boolean {
    return this.#rows === 0 || this.#filled.has(column);
  }

  #assertColumns(): void {
    const faults = this.#template ? this.#faultsOfTemplate() : this.#faultsOfNames();
    if (faults.length > 0) throw new Failure(faults.map((fault) => `${this.#file}:${this.#line}: ${fault}`).join('\n'));
  }

  #faultsOfTemplate(): readonly string[] {
    const missing = missingIn(this.#names).map((name) => `the column ${name} of the template is missing`);
    const strange = this.#names.filter((name, i) => name !== '' && this.#isUsed(i) && !targetOf(name));
    const faults = [...missing, ...strange.map((name) => `the column "${name}" is not in the template`)];
    // A guess would write what customers owe as what is owed to suppliers.
    if (faults.length > 0 || !this.#isUnclear) return faults;
    return [
      '--template xero-sales reads it as sales invoices, --template xero-bills as bills: its columns do not tell',
    ];
  }

  #faultsOfNames(): readonly string[] {
    const { schemas } = this.#wanted;
    const known = (schemas as readonly { readonly entries: object }[]).flatMap(({ entries }) => Object.keys(entries));
    const faults = this.#names.flatMap((name, i) => {
      if (name === '' || this.#columns[i] || !this.#isUsed(i)) return [];
      const isTwice = columnOf(name, schemas) !== undefined;
      return [
        `the column "${name}" ${isTwice ? 'occurs twice' : `is not a field of these records${meant(name, known)}`}`,
      ];
    });
    const needsKey = columnOf('line_items.quantity', schemas) !== undefined;
    const hasKey = ['item_key', 'number'].some((name) => this.#names.includes(name));
    if (!needsKey || hasKey) return faults;
    return [...faults, 'the column item_key is missing: it names each item, by its number for example'];
  }

  #keyOf(isDocument: boolean): Surveyed['keyOf'] {
    const i = this.#names.indexOf('item_key');
    if (i !== -1) return () => undefined;
    if (isDocument) return ({ number }) => (number === undefined ? undefined : String(number));
    return (_fields, line) => `line ${line}`;
  }

  /** Throws if every number of a column may be a thousand times as much. */
  #assertNoDoubt(): void {
    const faults = [...this.#numbers].flatMap(([i, { all, maybeThousands: doubtful, first }]) => {
      if (all !== doubtful || !first) return [];
      const both = (['comma', 'point'] as const).map((mark) => `--decimal ${mark} reads ${numberOf(first.text, mark)}`);
      const what = all === 1 ? 'has three decimals' : `has three decimals, as every number of the column`;
      return [`${this.#file}:${first.line}: ${this.#names[i]} ${first.text.trim()} ${what}: ${both.join(', ')}`];
    });
    if (faults.length > 0) throw new Failure(faults.join('\n'));
  }
}
