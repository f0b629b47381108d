// Dates as a template's owners write them: the rows of a file have one form.

export const dateForms = ['ymd', 'dmy', 'mdy'] as const;
export type DateForm = (typeof dateForms)[number];

export const dateFormNames: Readonly<Record<DateForm, string>> = {
  ymd: 'YYYY-MM-DD',
  dmy: 'DD/MM/YYYY',
  mdy: 'MM/DD/YYYY',
};

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** A spreadsheet may write the midnight of a day. */
const midnight = /[ T]0?0:00(:00)?$/;

/** Returns the day as YYYY-MM-DD, or undefined if the text is none of this form or the day does not exist. */
export function dayOf(cell: string, form: DateForm): string | undefined {
  const text = cell.trim().replace(midnight, '');
  const parts = /^(\d{1,4})([-/. ])(\d{1,2}|[A-Za-z]{3,9})\2(\d{1,4})$/.exec(text);
  const [, first = '', , second = '', third = ''] = parts ?? [];
  const month = months.indexOf(second.slice(0, 3).toLowerCase()) + 1;
  // A month in letters leaves no doubt, whatever the form of the others is.
  if (month > 0) return form === 'ymd' ? existing(first, `${month}`, third) : existing(third, `${month}`, first);
  if (form === 'ymd') return existing(first, second, third);
  return form === 'dmy' ? existing(third, second, first) : existing(third, first, second);
}

function existing(year: string, month: string, day: string): string | undefined {
  if (!/^(\d{2}|\d{4})$/.test(year) || !/^\d{1,2}$/.test(month) || !/^\d{1,2}$/.test(day)) return undefined;
  const text = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? text : undefined;
}

/** Finds the form of a file's dates. */
export class DateSurvey {
  readonly #fitting: Record<DateForm, number> = { ymd: 0, dmy: 0, mdy: 0 };
  #all = 0;
  #example = '';

  see(cell: string): void {
    this.#all += 1;
    for (const form of dateForms) if (dayOf(cell, form) !== undefined) this.#fitting[form] += 1;
    if (dayOf(cell, 'dmy') !== dayOf(cell, 'mdy')) this.#example ||= cell.trim();
  }

  /** The form that fits every row, or most rows: the day comes first where both readings fit. */
  form(): DateForm {
    return dateForms.reduce((best, form) => (this.#fitting[form] > this.#fitting[best] ? form : best));
  }

  /** A sentence for the person where the rows fit two forms that differ; undefined where there is no doubt. */
  doubt(): string | undefined {
    const { dmy, mdy } = this.#fitting;
    if (this.#example === '' || dmy !== this.#all || mdy !== this.#all) return undefined;
    const { dmy: name } = dateFormNames;
    return `dates are read as ${name}: ${this.#example} is ${dayOf(this.#example, 'dmy')}; --dates mdy reads them as ${dateFormNames.mdy}`;
  }
}
