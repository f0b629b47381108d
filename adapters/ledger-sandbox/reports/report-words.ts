/** How an organisation's country words its reports: titles, totals and the headings of columns. */
export const reportCountries = ['nz', 'gb', 'us'] as const;
export type ReportCountry = (typeof reportCountries)[number];

export interface ReportWords {
  readonly income: string;
  readonly costOfSales: string;
  readonly grossProfit: string;
  readonly otherIncome: string;
  readonly expenses: string;
  readonly netProfit: string;
  /** The heading of a span or a day, in the form of this country. */
  heading(day: string, kind: 'span' | 'day'): string;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function partsOf(day: string) {
  const [year = '', month = '', date = ''] = day.split('-');
  return { year, month: months[Number(month) - 1] ?? '', date: String(Number(date)) };
}

const plain = (day: string): string => {
  const { date, month, year } = partsOf(day);
  return `${date} ${month} ${year}`;
};

export const reportWords: Readonly<Record<ReportCountry, ReportWords>> = {
  nz: {
    // Provider: the title of the first section begins with a blank.
    income: ' Income',
    costOfSales: 'Less Cost of Sales',
    grossProfit: 'Gross Profit',
    otherIncome: 'Plus Other Income',
    expenses: 'Less Operating Expenses',
    netProfit: 'Net Profit',
    heading: (day, kind) => (kind === 'day' ? plain(day) : plain(day).replace(/ \d\d(\d\d)$/, ' $1')),
  },
  gb: {
    income: 'Turnover',
    costOfSales: 'Cost of Sales',
    grossProfit: 'Gross Profit',
    otherIncome: 'Other Income',
    expenses: 'Administrative Costs',
    netProfit: 'Profit after Taxation',
    heading: plain,
  },
  us: {
    income: 'Revenue',
    costOfSales: 'Less Cost of Goods Sold',
    grossProfit: 'Gross Profit',
    otherIncome: 'Other Income',
    expenses: 'Less Operating Expenses',
    netProfit: 'Net Income',
    heading(day, kind) {
      const { date, month, year } = partsOf(day);
      return kind === 'day' ? `${month} ${date}, ${year}` : `${month}-${year.slice(2)}`;
    },
  },
};

/** Formats as `30 April 2019`. */
export function longDay(day: string): string {
  return new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );
}

/** Formats as `4/30/2019`. Provider: attributes have it whatever the country. */
export function usDay(day: string): string {
  const [year, month, date] = day.split('-');
  return `${Number(month)}/${Number(date)}/${year}`;
}
