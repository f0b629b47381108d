import { useState } from 'preact/hooks';
import { useRoute } from 'preact-iso';
import { asFailure } from '../../api/client.ts';
import type { Failure } from '../../api/failure.ts';
import { useLoad } from '../../api/use-load.ts';
import { useProvider } from '../../api/use-provider.ts';
import type { Connection, Items, TimelineEntry } from '../../api/wire.ts';
import { Card, Facts } from '../../parts/facts.tsx';
import { JsonView } from '../../parts/json-view.tsx';
import { Empty, FailureNote, Skeleton } from '../../parts/notes.tsx';
import { Time } from '../../parts/time.tsx';
import { Timeline } from '../../parts/timeline.tsx';
import { useClient } from '../../session/session.tsx';
import { usePlace } from '../../session/use-environment.ts';
import { coveredFamilies } from '../../words/coverage-words.ts';
import { familiesOfContacts } from '../../words/record-filters.ts';
import { familyLabel, plainFields, type Record, recordTitle } from '../../words/record-summary.ts';
import { ConnectionFrame } from './connection-frame.tsx';

/** A record: its copy, the provider's version on demand, and the timeline of an invoice. */
export function RecordPage() {
  return <ConnectionFrame>{(connection) => <OneRecord connection={connection} />}</ConnectionFrame>;
}

function OneRecord({ connection }: { readonly connection: Connection }) {
  const { type = '', record_id = '' } = useRoute().params;
  // The provider's own id may hold a slash.
  const id = encodeURIComponent(record_id);
  const { api, to } = usePlace();
  const family = `connections/${connection.connection_id}/${type}`;
  const covered = coveredFamilies(useProvider(connection)).map(([name]) => name);
  const isCovered = (name: string) => covered.includes(name);
  const isKept = connection.retention_mode === 'cached';
  const copy = useLoad<Items<Record>>(isKept ? api(`${family}?id=${id}&include=provider_data`) : undefined);
  const live = useLiveRead(api(`${family}/${id}?include=provider_data`));
  const timeline = useLoad<Items<TimelineEntry>>(type === 'invoices' ? api(`${family}/${id}/timeline`) : undefined);
  const cached = copy.data?.items[0];
  const isLive = live.record !== undefined && !isNewer(cached, live.record);
  const record = isLive ? live.record : cached;
  const isComing = isKept && copy.data === undefined && copy.failure === undefined;
  return (
    <>
      <p class="record-head">
        <a class="up" href={to(`connections/${connection.connection_id}/records/${type}`)}>
          {familyLabel(type)}
        </a>
        <span class="pair">
          <span class="quiet">A live read is billed and counts against the provider budget.</span>
          <button type="button" class="button small" disabled={live.isPending} onClick={live.read}>
            {live.isPending ? 'Reading…' : 'Read live at the provider'}
          </button>
        </span>
      </p>
      {copy.failure && <FailureNote failure={copy.failure} onRetry={copy.reload} />}
      {live.failure && <FailureNote failure={live.failure} onRetry={live.read} />}
      <div class="columns">
        <div class="column-main">
          <Card title={record ? recordTitle(record) : familyLabel(type)}>
            {record && <Shown record={record} isLive={isLive} />}
            {!record && isComing && (
              <div class="pad">
                <Skeleton lines={10} />
              </div>
            )}
            {!record && !isComing && <NoCopy isKept={isKept} />}
          </Card>
          {type === 'contacts' && isKept && (
            <p class="pair">
              {familiesOfContacts.filter(isCovered).map((family) => (
                <a key={family} href={to(`connections/${connection.connection_id}/records/${family}?contact_id=${id}`)}>
                  {familyLabel(family)} of this contact
                </a>
              ))}
            </p>
          )}
          {type === 'invoices' && (
            <Card title="What happened to it">
              <Timeline loaded={timeline} />
            </Card>
          )}
        </div>
        {record && <Documents record={record} />}
      </div>
    </>
  );
}

function isNewer(copy: Record | undefined, live: Record): boolean {
  return copy !== undefined && String(copy['fetched_at']) > String(live['fetched_at']);
}

/** Reads the record at the provider, only when a person asks for it. */
function useLiveRead(path: string) {
  const client = useClient();
  const [isPending, setPending] = useState(false);
  const [shown, setShown] = useState<{ path: string; record?: Record; failure?: Failure }>({ path });
  const read = async () => {
    setPending(true);
    try {
      const { data } = await client.get<{ readonly item: Record }>(path);
      setShown({ path, record: data.item });
    } catch (error) {
      setShown((before) => ({ ...before, failure: asFailure(error) }));
    } finally {
      setPending(false);
    }
  };
  const { record, failure } = shown.path === path ? shown : {};
  return { record, failure, isPending, read: () => void read() };
}

function Shown({ record, isLive }: { readonly record: Record; readonly isLive: boolean }) {
  const { provider_data: _native, fetched_at: at, truncated, ...fields } = record;
  return (
    <>
      <p class="pad quiet">
        {isLive ? 'Read at the provider' : 'The cached copy, read at the provider'} <Time at={String(at)} />.
        {Array.isArray(truncated) &&
          ` Too large for the copy, so left out here: ${truncated.join(', ')}. A live read has them.`}
      </p>
      <Facts facts={plainFields(fields)} many />
    </>
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

function Documents({ record: { provider_data: native, ...record } }: { readonly record: Record }) {
  return (
    <div class="column-side">
      <Card title="Documents">
        <JsonView label="Record" value={record} />
        <JsonView label="The provider’s own document" value={native ?? null} />
      </Card>
    </div>
  );
}
