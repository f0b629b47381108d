import { useRoute } from 'preact-iso';
import { useLoad } from '../../api/use-load.ts';
import type { Items, TimelineEntry } from '../../api/wire.ts';
import { Card, Facts } from '../../parts/facts.tsx';
import { JsonView } from '../../parts/json-view.tsx';
import { FailureNote, Skeleton } from '../../parts/notes.tsx';
import { Timeline } from '../../parts/timeline.tsx';
import { usePlace } from '../../session/use-environment.ts';
import { familyLabel, plainFields, type Record, recordTitle } from '../../words/record-summary.ts';
import { ConnectionFrame } from './connection-frame.tsx';

interface Live {
  readonly source: string;
  readonly item: Record;
}

/** One record, read at the provider now; of an invoice also what happened to it. */
export function RecordPage() {
  const { type = '', record_id: id = '' } = useRoute().params;
  return (
    <ConnectionFrame>
      {({ connection_id: connectionId }) => <LiveRecord {...{ connectionId, type, id }} />}
    </ConnectionFrame>
  );
}

interface LiveRecordProps {
  readonly connectionId: string;
  readonly type: string;
  readonly id: string;
}

function LiveRecord({ connectionId, type, id }: LiveRecordProps) {
  const { api, to } = usePlace();
  const path = `connections/${connectionId}/${type}/${id}`;
  // Each live read is one that is counted and costs provider budget: it is made when asked for, not by polling.
  const { data, failure, isLoading, reload } = useLoad<Live>(api(`${path}?include=provider_data`), { once: true });
  const timeline = useLoad<Items<TimelineEntry>>(type === 'invoices' ? api(`${path}/timeline`) : undefined);
  const { provider_data: native, ...record } = data?.item ?? {};
  return (
    <>
      <p class="record-head">
        <a class="up" href={to(`connections/${connectionId}/records/${type}`)}>
          {familyLabel(type)}
        </a>
        <button type="button" class="button small" disabled={isLoading} onClick={reload}>
          Read again
        </button>
      </p>
      {failure && <FailureNote failure={failure} onRetry={reload} />}
      <div class="columns">
        <div class="column-main">
          <Card title={data ? `${recordTitle(record)}, read live` : 'Reading at the provider…'}>
            {data ? (
              <Facts facts={plainFields(record)} many />
            ) : (
              <div class="pad">
                <Skeleton lines={10} />
              </div>
            )}
          </Card>
          {type === 'invoices' && (
            <Card title="What happened to it">
              <Timeline loaded={timeline} />
            </Card>
          )}
        </div>
        <div class="column-side">
          <Card title="Documents">
            <JsonView label="Record" value={record} />
            <JsonView label="The provider’s own document" value={native ?? null} />
          </Card>
        </div>
      </div>
    </>
  );
}
