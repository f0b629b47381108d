import { useState } from 'preact/hooks';
import type { Loaded } from '../api/use-load.ts';
import type { Items, TimelineEntry } from '../api/wire.ts';
import { usePlace } from '../session/use-environment.ts';
import { bytes, duration } from '../words/quantity.ts';
import { clockTime, exactTime } from '../words/relative-time.ts';
import { isAsked, isBad, kindLabels, kindsOf } from '../words/timeline-kinds.ts';
import { Id } from './id.tsx';
import { Empty, FailureNote, Note, Skeleton } from './notes.tsx';
import { RequestId } from './request-id.tsx';

interface TimelineProps {
  readonly loaded: Loaded<Items<TimelineEntry>>;
  /** The id of the page's own object, which entries need not repeat. */
  readonly own?: string;
}

/** Everything in one list by time: request, operation, steps, calls, events, deliveries. */
export function Timeline({ loaded, own }: TimelineProps) {
  const { data, meta, failure, reload } = loaded;
  const [hidden, setHidden] = useState<readonly string[]>([]);
  if (data === undefined) return failure ? <FailureNote failure={failure} onRetry={reload} /> : <Skeleton lines={8} />;
  if (data.items.length === 0) return <Empty title="Nothing yet">What happens will appear here by itself.</Empty>;
  const kinds = kindsOf(data.items);
  const shown = data.items.filter(({ kind }) => !hidden.includes(kind));
  return (
    <div class="story">
      <fieldset class="story-kinds">
        <legend class="hidden">Kinds of entries</legend>
        {kinds.map(({ kind, count }) => (
          <label key={kind} class={`kind of-${kind}`}>
            <input
              type="checkbox"
              checked={!hidden.includes(kind)}
              onChange={(event) =>
                setHidden(event.currentTarget.checked ? hidden.filter((one) => one !== kind) : [...hidden, kind])
              }
            />
            {kindLabels[kind] ?? kind} <span class="quiet">{count}</span>
          </label>
        ))}
      </fieldset>
      {meta?.truncated && (
        <Note tone="info">
          <p>A long timeline shows its beginning and its latest 500 entries.</p>
        </Note>
      )}
      <ol class="timeline">
        {shown.map((entry, i) => (
          <Entry key={`${entry.at} ${entry.kind} ${entry.title} ${i}`} entry={entry} before={shown[i - 1]} own={own} />
        ))}
      </ol>
    </div>
  );
}

function Entry({ entry, before, own }: EntryProps) {
  const { environment } = usePlace();
  const { at, kind, id, title, request_id, details } = entry;
  const date = new Date(at);
  const isNewDay = before === undefined || new Date(before.at).toDateString() !== date.toDateString();
  return (
    <li class={isBad(entry) ? `entry of-${kind} bad` : `entry of-${kind}`}>
      {isNewDay && <p class="day">{date.toDateString()}</p>}
      <div class="entry-line">
        <time dateTime={at} title={exactTime(date)}>
          {clockTime(date)}
        </time>
        <div class="entry-text">
          <p>{title}</p>
          <EntryDetails details={details} />
        </div>
        <span class="entry-ids">
          {id !== null && id !== own && <Id value={id} short />}
          {request_id !== null && <RequestId id={request_id} of={isAsked(entry) ? environment : null} />}
        </span>
      </div>
    </li>
  );
}

interface EntryProps {
  readonly entry: TimelineEntry;
  readonly before: TimelineEntry | undefined;
  readonly own: string | undefined;
}

function EntryDetails({ details }: { readonly details: TimelineEntry['details'] }) {
  const { duration_ms: ms, bytes_in: bytesIn, error, actor, sequence } = details;
  const facts = [
    typeof ms === 'number' ? duration(ms) : '',
    typeof bytesIn === 'number' && bytesIn > 0 ? bytes(bytesIn) : '',
    typeof sequence === 'number' ? `sequence ${sequence}` : '',
    typeof actor === 'string' ? `by ${actor}` : '',
    errorWords(error),
  ].filter((fact) => fact !== '');
  return facts.length === 0 ? null : <p class="quiet entry-facts">{facts.join(' · ')}</p>;
}

function errorWords(error: unknown): string {
  if (typeof error === 'string') return error;
  if (typeof error !== 'object' || error === null) return '';
  const { code, message } = error as { readonly code?: string; readonly message?: string };
  return [code, message].filter(Boolean).join(': ');
}
