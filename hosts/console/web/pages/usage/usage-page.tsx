import { useLocation } from 'preact-iso';
import { useAllPages } from '../../api/use-all-pages.ts';
import type { UsageItem } from '../../api/wire.ts';
import { FailureNote, Note, Skeleton } from '../../parts/notes.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { useNow } from '../../parts/time.tsx';
import { usePlace } from '../../session/use-environment.ts';
import { withQuery } from '../../words/query-state.ts';
import { periodOf } from '../../words/usage-period.ts';
import { PeriodChoice } from './period-choice.tsx';
import { UsageByConnection } from './usage-by-connection.tsx';
import { UsageByDay } from './usage-by-day.tsx';
import { UsageByMeter } from './usage-by-meter.tsx';

/** The use of a period: in all, by day, and by connection. */
export function UsagePage() {
  const { query } = useLocation();
  const { api, environment } = usePlace();
  const period = periodOf(query, useNow());
  const days = useAllPages<UsageItem>(withQuery(api('usage'), { ...period, group_by: 'day' }));
  const connections = useAllPages<UsageItem>(withQuery(api('usage'), { ...period, group_by: 'connection' }));
  const failed = days.failure ? days : connections;
  const file = `usage-${environment}-${period.from}-to-${period.to}`;
  return (
    <>
      <PageHead
        title="Usage"
        under="Days are UTC days. What is billed is exact at once; the rest follows in seconds."
      />
      <PeriodChoice period={period} />
      {failed.failure && <FailureNote failure={failed.failure} onRetry={failed.reload} />}
      {(days.isCut || connections.isCut) && (
        <Note tone="warn">This period has more than can be shown at once. Choose a shorter one to see all of it.</Note>
      )}
      {days.rows === undefined || connections.rows === undefined ? (
        failed.failure === undefined && (
          <div class="card pad tall">
            <Skeleton lines={14} />
          </div>
        )
      ) : (
        <>
          <UsageByMeter items={days.rows} />
          <UsageByDay items={days.rows} period={period} file={file} />
          <UsageByConnection items={connections.rows} file={file} />
        </>
      )}
    </>
  );
}
