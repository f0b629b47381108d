import { useLocation, useRoute } from 'preact-iso';
import { useAction } from '../../api/use-action.ts';
import { useLoad } from '../../api/use-load.ts';
import { useProvider } from '../../api/use-provider.ts';
import type { Connection, Items, TimelineEntry } from '../../api/wire.ts';
import { RecordBadge } from '../../parts/badge.tsx';
import { Card } from '../../parts/facts.tsx';
import { Id } from '../../parts/id.tsx';
import { JsonView } from '../../parts/json-view.tsx';
import { Empty, FailureNote, Note, Skeleton } from '../../parts/notes.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { Time } from '../../parts/time.tsx';
import { Timeline } from '../../parts/timeline.tsx';
import { usePlace } from '../../session/use-environment.ts';
import { coveredFamilies } from '../../words/coverage-words.ts';
import { familiesOfContacts } from '../../words/record-filters.ts';
import { type Family, type Record, shapeOf, singularOf } from '../../words/record-shape.ts';
import { familyLabel, recordHeading } from '../../words/record-summary.ts';
import { reportLabels } from '../../words/report-words.ts';
import { capital } from '../../words/state-words.ts';
import { ObjectPage } from '../object-page.tsx';
import { RecordActions } from './record-actions.tsx';
import { RecordAllocations } from './record-allocations.tsx';
import { RecordDocument } from './record-document.tsx';
import { RecordFiles } from './record-files.tsx';
import { RecordHistory } from './record-history.tsx';
import { useLiveRead } from './use-live-read.ts';

/** A record as people know it, from its copy or read live on demand; with its story beside it. */
export function RecordPage() {
  const { connection_id: id = '', type = '', record_id = '' } = useRoute().params;
  const { api, to } = usePlace();
  const loaded = useLoad<Connection>(api(`connections/${id}`));
  const up = { href: to(`connections/${id}/records/${type}`), label: familyLabel(type) };
  return (
    <ObjectPage loaded={loaded} title={capital(shapeOf(type).singular)} up={up}>
      {(connection) => (
        // The key ends what was read live, opened or refused of another record.
        <OneRecord key={`${type}/${record_id}`} connection={connection} type={type} recordId={record_id} up={up} />
      )}
    </ObjectPage>
  );
}

interface OneRecordProps {
  readonly connection: Connection;
  readonly type: string;
  readonly recordId: string;
  readonly up: { readonly href: string; readonly label: string };
}

function OneRecord({ connection, type, recordId, up }: OneRecordProps) {
  // The provider's own id may hold a slash.
  const id = encodeURIComponent(recordId);
  const { query } = useLocation();
  const { api, to } = usePlace();
  const base = `connections/${connection.connection_id}`;
  const isKept = connection.retention_mode === 'cached';
  const copy = useLoad<Items<Record>>(isKept ? api(`${base}/${type}?id=${id}&include=provider_data`) : undefined);
  const live = useLiveRead(api(`${base}/${type}/${id}?include=provider_data`));
  const action = useAction();
  const cached = copy.data?.items[0];
  const isLive = live.record !== undefined && !isNewer(cached, live.record);
  const record = isLive ? live.record : cached;
  const isComing = isKept && copy.data === undefined && copy.failure === undefined;
  const singular = capital(singularOf(type, record ?? {}));
  const here = to(`${base}/records/${type}/${id}`);
  const isJson = query['view'] === 'json';
  const can = useProvider(connection)?.capabilities[type as Family];
  return (
    <>
      <PageHead
        title={record ? recordHeading(type, record) : singular}
        badge={<RecordBadge status={record?.['status']} />}
        under={
          <span class="pair">
            <a href={to(base)}>{connection.provider_tenant_name ?? connection.external_account_id}</a>
            {record && <Id value={String(record['id'])} plain />}
          </span>
        }
        up={up}
      />
      {/* On a line of their own, because most of them come later than the record. */}
      <div class="page-actions">
        <RecordActions connection={connection} type={type} record={record} live={live} action={action} />
      </div>
      <p class="as-of quiet">
        {record && (
          <>
            As of <Time at={String(record['fetched_at'])} />, {isLive ? 'read at the provider' : 'the cached copy'}.{' '}
          </>
        )}
        <span class="screen-only">
          The buttons ask the provider: each use is billable and counts against the provider budget.
        </span>
      </p>
      {copy.failure && <FailureNote failure={copy.failure} onRetry={copy.reload} />}
      {live.failure && <FailureNote failure={live.failure} onRetry={live.read} />}
      {action.failure && <FailureNote failure={action.failure} />}
      <Tabs
        label="Views of this record"
        tabs={[
          { label: singular, href: here, isHere: !isJson },
          { label: 'JSON', href: `${here}?view=json`, isHere: isJson },
        ]}
      />
      <Truncated names={record?.['truncated']} />
      {record && isJson ? (
        <Documents record={record} />
      ) : (
        <div class="columns">
          <div class="column-main">
            {record ? (
              <RecordDocument connection={connection} type={type} record={record} />
            ) : (
              <div class="card pad">{isComing ? <Skeleton lines={10} /> : <NoCopy isKept={isKept} />}</div>
            )}
            {record && can?.allocate && (
              <div class="screen-only">
                <RecordAllocations
                  connection={connection}
                  type={type}
                  record={record}
                  onChanged={isKept ? copy.reload : live.read}
                />
              </div>
            )}
            {record && can?.attachments && (
              <div class="screen-only">
                <RecordFiles path={api(`${base}/${type}/${id}/attachments`)} />
              </div>
            )}
            {record && can?.history && (
              <div class="screen-only">
                <RecordHistory path={api(`${base}/${type}/${id}/history`)} />
              </div>
            )}
            {type === 'contacts' && isKept && <OfContact connection={connection} id={id} />}
          </div>
          <Story path={api(`${base}/records/${type}/${id}/timeline`)} />
        </div>
      )}
    </>
  );
}

function isNewer(copy: Record | undefined, live: Record): boolean {
  return copy !== undefined && String(copy['fetched_at']) > String(live['fetched_at']);
}

function Truncated({ names }: { readonly names: unknown }) {
  if (!Array.isArray(names)) return null;
  const words = names.map((name) => String(name).replaceAll('_', ' ')).join(', ');
  return (
    <Note tone="info">Too large for the copy, so left out here: {words}. Refresh reads them at the provider.</Note>
  );
}

function NoCopy({ isKept }: { readonly isKept: boolean }) {
  return (
    <Empty title="There is no cached copy">
      {isKept
        ? 'It has not been synced yet, or is no longer in the books.'
        : 'This connection stores no records, so they can only be read live.'}
    </Empty>
  );
}

function OfContact({ connection, id }: { readonly connection: Connection; readonly id: string }) {
  const { to } = usePlace();
  const provider = useProvider(connection);
  const covered = coveredFamilies(provider).map(([name]) => name);
  const aged = (['aged_receivables', 'aged_payables'] as const).filter((one) => provider?.reports.includes(one));
  return (
    <p class="pair">
      {familiesOfContacts
        .filter((family) => covered.includes(family))
        .map((family) => (
          <a key={family} href={to(`connections/${connection.connection_id}/records/${family}?contact_id=${id}`)}>
            {familyLabel(family)} of this contact
          </a>
        ))}
      {aged.map((report) => (
        <a key={report} href={to(`connections/${connection.connection_id}/reports/${report}?contact_id=${id}`)}>
          {reportLabels[report]}
        </a>
      ))}
    </p>
  );
}

function Story({ path }: { readonly path: string }) {
  const timeline = useLoad<Items<TimelineEntry>>(path);
  return (
    <div class="column-side">
      <Card title="What happened to it">
        <Timeline loaded={timeline} isOfRecord />
      </Card>
    </div>
  );
}

function Documents({ record: { provider_data: native, ...record } }: { readonly record: Record }) {
  return (
    <Card title="Documents">
      <div class="documents">
        <JsonView label="Record" value={record} />
        <JsonView label="The provider’s own document" value={native ?? null} />
      </div>
    </Card>
  );
}
