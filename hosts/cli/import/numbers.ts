// Numbers as people and spreadsheets write them. Nothing is guessed: 1.000 may be one or a thousand.

export const decimalMarks = ['point', 'comma'] as const;
export type DecimalMark = (typeof decimalMarks)[number];

const plain = /^-?\d+(\.\d+)?$/;
/** A JavaScript number keeps no more than 15 digits. */
const digitsMost = 15;

/** What groups thousands in every country: spaces of all widths and apostrophes. */
const spaces = "'\u2019 \u00a0\u2009\u202f";
const forms: Readonly<Record<DecimalMark, RegExp>> = {
  // The second form groups as India does: 12,34,567.80.
  point: new RegExp(`^-?(?:\\d+|\\d{1,3}([,${spaces}])\\d{3}(?:\\1\\d{3})*|\\d{1,2}(?:,\\d{2})+,\\d{3})(?:\\.\\d+)?$`),
  comma: new RegExp(`^-?(?:\\d+|\\d{1,3}([.${spaces}])\\d{3}(?:\\1\\d{3})*)(?:,\\d+)?$`),
};

/** Undefined for what is no number, or one only with a `mark` that nobody named. */
export function numberOf(cell: string, mark: DecimalMark | undefined): number | undefined {
  const text = cell.trim().replace(/^\u2212/, '-');
  if (!(mark ? forms[mark] : plain).test(text)) return undefined;
  const [whole = '', fraction] = text.split(mark === 'comma' ? ',' : '.');
  const digits = whole.replaceAll(/[^\d-]/g, '');
  if (`${digits}${fraction ?? ''}`.replace('-', '').length > digitsMost) return undefined;
  return Number(fraction === undefined ? digits : `${digits}.${fraction}`);
}

/** Says how the text may be meant, as the end of a sentence: `: "1,200.50" is 1200.5 with --decimal point`. */
export function readingsOf(text: string): string {
  const readings = decimalMarks.flatMap((mark) => {
    const read = numberOf(text, mark);
    return read === undefined ? [] : [`${read} with --decimal ${mark}`];
  });
  return readings.length === 0 ? '' : `: "${text.trim()}" is ${readings.join(' and ')}`;
}

/** `1.000`, which may be a thousand. A nought or four digits before the point show that it does not group. */
export function maybeThousands(text: string): boolean {
  return /^-?[1-9]\d{0,2}\.\d{3}$/.test(text.trim().replace(/^\u2212/, '-'));
}

/** `1.23E+11`, to which a spreadsheet turns a long number in a cell that is not formatted as text. */
export function isDamaged(text: string): boolean {
  return /^\d(?:[.,]\d+)?E\+\d{1,3}$/i.test(text.trim());
}
