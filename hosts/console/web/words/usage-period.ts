// Periods of UTC days, both ends included, as in the usage API.

export interface Period {
  readonly from: string;
  readonly to: string;
}

const dayMs = 86_400_000;
const mostDays = 400;

export function utcDay(at: Date): string {
  return at.toISOString().slice(0, 10);
}

function daysLater(day: string, days: number): string {
  return utcDay(new Date(Date.parse(day) + days * dayMs));
}

export interface Preset extends Period {
  readonly label: string;
}

/** Periods to choose from, counted from today (UTC). */
export function presets(now: Date): readonly Preset[] {
  const today = utcDay(now);
  const month = `${today.slice(0, 7)}-01`;
  const lastOfBefore = daysLater(month, -1);
  return [
    { label: 'Today', from: today, to: today },
    { label: '7 days', from: daysLater(today, -6), to: today },
    { label: '30 days', from: daysLater(today, -29), to: today },
    { label: '90 days', from: daysLater(today, -89), to: today },
    { label: 'This month', from: month, to: today },
    { label: 'Last month', from: `${lastOfBefore.slice(0, 7)}-01`, to: lastOfBefore },
  ];
}

function isDay(text: string | undefined): text is string {
  return text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
}

/** Reads the URL's period; 30 days where it has none or an invalid one. */
export function periodOf(query: Readonly<Record<string, string>>, now: Date): Period {
  const today = utcDay(now);
  const to = isDay(query['to']) ? query['to'] : today;
  const from = isDay(query['from']) ? query['from'] : daysLater(to, -29);
  return daysOf({ from, to }).length === 0 ? { from: daysLater(today, -29), to: today } : { from, to };
}

/** Returns every day of a period in order; none if it runs backwards or exceeds the API's limit. */
export function daysOf({ from, to }: Period): readonly string[] {
  const count = Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;
  if (!(count >= 1 && count <= mostDays)) return [];
  return Array.from({ length: count }, (_, i) => daysLater(from, i));
}
