// What SQL counts, to compare with what a page shows.
import type Sqlite from 'better-sqlite3';

/** What has come and what of it has gone. Both only grow, so that counts before and after a page bound its number. */
export interface Flow {
  readonly come: number;
  readonly gone: number;
}

const hourMs = 3_600_000;
/** Where lists and queues stop counting: `10,000+`. */
const boundedAt = 10_000;

/** The beginning of a chart of 24 hours. */
const begun = () => Math.floor(Date.now() / hourMs) * hourMs - 24 * hourMs;

/** The counts of one organization. */
export function sqlCounts(database: Sqlite.Database, organization: string) {
  const sum = (what: string, from: string, ...bindings: readonly unknown[]): Flow => {
    const own = from.includes(' where ')
      ? from.replace(' where ', ' where organization_id = ? and ')
      : `${from} where organization_id = ?`;
    const { n } = database.prepare(`select sum(${what}) as n from ${own}`).get(organization, ...bindings) as {
      n: number | null;
    };
    return { come: n ?? 0, gone: 0 };
  };
  const rows = (from: string) => () => sum('1', from);
  const since = (from: string) => () => sum('1', `${from} >= ?`, begun());
  return {
    sum,
    rows,
    since,
    /** Operations of some types: those that ended in the chart's time, and all that have not. */
    work(which: string) {
      const ended = (states: string) => since(`operations where ${which} and state in (${states}) and finished_at`);
      const [all, gone] = [
        rows(`operations where ${which}`),
        rows(`operations where ${which} and finished_at is not null`),
      ];
      return {
        succeeded: ended("'succeeded'"),
        failed: ended("'failed', 'dead_letter'"),
        waiting: () => ({ come: all().come, gone: gone().come }),
        retrying: rows(`operations where ${which} and state = 'retrying'`),
      };
    },
  };
}

/** Says what is wrong with the numbers of a text; empty if each is between the counts. Shares are left out. */
export function shows(text: string, before: readonly Flow[], after: readonly Flow[]): string {
  const numbers = [...text.replaceAll(/[\d.]+ %/g, '').matchAll(/(\d[\d,]*)(\+?)/g)];
  const bounds = before.map(({ come, gone }, i) => {
    const later = after[i] ?? { come, gone };
    // What comes may be taken back, as when a connection is well again.
    return { low: Math.min(come, later.come) - later.gone, high: Math.max(come, later.come) - gone };
  });
  const fits = ({ low, high }: (typeof bounds)[number], i: number) => {
    const [, digits = '', plus] = numbers[i] ?? [];
    const number = Number(digits.replaceAll(',', ''));
    return plus ? number === boundedAt && high >= boundedAt : digits !== '' && number >= low && number <= high;
  };
  const isRight = numbers.length === bounds.length && bounds.every(fits);
  return isRight ? '' : `${JSON.stringify(text)} is not ${JSON.stringify(bounds)}`;
}
