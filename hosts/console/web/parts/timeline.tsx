import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { useEndpoints } from '../api/use-endpoints.ts';
import type { Loaded } from '../api/use-load.ts';
import type { Items, TimelineEntry, WebhookEndpoint } from '../api/wire.ts';
import { usePlace } from '../session/use-environment.ts';
import { useZone } from '../session/use-zone.ts';
import { endpointName } from '../words/endpoint-name.ts';
import { withEqualEventsFolded } from '../words/equal-events.ts';
import { bytes, duration } from '../words/quantity.ts';
import { withQuery } from '../words/query-state.ts';
import { clockTime, dayWords, exactTime } from '../words/relative-time.ts';
import { insideWords, kindsOf, storyOf, withBriefSyncs, withoutKinds } from '../words/story.ts';
import { placeOn, type Span, spanOf, ticksOf } from '../words/story-axis.ts';
import type { StoryPart } from '../words/story-part.ts';
import { isAsked, isBad, kindLabels } from '../words/timeline-kinds.ts';
import { Button } from './button.tsx';
import { BrokenAtDots } from './dotted.tsx';
import { Id, RequestId } from './id.tsx';
import { Empty, FailureNote, Note, Skeleton } from './notes.tsx';
import { Time, useNow } from './time.tsx';

interface TimelineProps {
  readonly loaded: Loaded<Items<TimelineEntry>>;
  /** The id of the page's own object, which entries need not repeat. */
  readonly own?: string;
  /** True for the story of one record. */
  readonly isOfRecord?: boolean;
}

const endpointIn = ({ details }: TimelineEntry) => details['webhook_endpoint_id'];

const rowsMost = 50;
/** A story of more outer parts begins with them alone. */
const openMost = 8;

/** What happened, as a nested list with times; bars beside it show the same on one axis. */
export function Timeline({ loaded, own, isOfRecord = false }: TimelineProps) {
  const { data, meta, failure, reload } = loaded;
  const { path, query, route } = useLocation();
  const [shownMost, setShownMost] = useState(rowsMost);
  useNow();
  const find = useEndpoints((data?.items ?? []).map(endpointIn));
  if (data === undefined) return failure ? <FailureNote failure={failure} onRetry={reload} /> : <Skeleton lines={8} />;
  if (data.items.length === 0) return <Empty title="Nothing yet">What happens will appear here by itself.</Empty>;
  const hidden = query['hidden']?.split(',') ?? [];
  const whole = storyOf(data.items, Date.now());
  const story = isOfRecord ? withBriefSyncs(whole) : whole;
  const all = withEqualEventsFolded(withoutKinds(story, hidden));
  const shown = all.slice(-shownMost);
  const toggle = (kind: string) => {
    const others = hidden.filter((one) => one !== kind);
    const next = others.length < hidden.length ? others : [...hidden, kind];
    route(withQuery(path, { ...query, hidden: next.join(',') }), true);
  };
  return (
    <div class="story">
      <fieldset class="story-kinds">
        <legend class="hidden">Kinds of entries</legend>
        {[...kindsOf(story)].map(([kind, count]) => (
          <label key={kind} class={`kind of-${kind}`}>
            <input type="checkbox" checked={!hidden.includes(kind)} onChange={() => toggle(kind)} />
            {kindLabels[kind] ?? kind} <span class="quiet">{count}</span>
          </label>
        ))}
      </fieldset>
      {meta?.truncated && <Note tone="info">A long timeline leaves out its earliest entries.</Note>}
      {all.length > shown.length && (
        <p class="more">
          The latest {shown.length} of {all.length} are shown.{' '}
          <Button
            look="small"
            words={`Show ${Math.min(rowsMost, all.length - shown.length)} earlier`}
            onClick={() => setShownMost(shownMost + rowsMost)}
          />
        </p>
      )}
      {shown.length > 0 && <Waterfall parts={shown} own={own} endpointOf={find} />}
    </div>
  );
}

function Waterfall({ parts, ...rest }: Pick<RowsProps, 'parts' | 'own' | 'endpointOf'>) {
  const { zone } = useZone();
  const axis = spanOf(parts);
  const ends = [new Date(axis.from), new Date(axis.to)];
  const hasDays = new Set(ends.map((at) => dayWords(at, zone))).size > 1;
  const [from, to] = ends.map((at) => exactTime(at, zone));
  return (
    <>
      <p class="hidden">
        From {from} to {to}: {duration(axis.to - axis.from)}.
      </p>
      <div class="axis" aria-hidden="true">
        {ticksOf(axis).map((tick) => (
          <span key={tick} style={{ left: `${(tick / (axis.to - axis.from)) * 100}%` }}>
            {duration(tick)}
          </span>
        ))}
      </div>
      <Rows {...{ parts, axis, hasDays }} {...rest} isLong={parts.length > openMost} depth={0} />
    </>
  );
}

interface RowsProps {
  readonly parts: readonly StoryPart[];
  readonly axis: Span;
  readonly own: string | undefined;
  readonly endpointOf: ReturnType<typeof useEndpoints>;
  readonly isLong: boolean;
  /** True if times need their day. */
  readonly hasDays: boolean;
  readonly depth: number;
}

function Rows({ parts, depth, ...rest }: RowsProps) {
  const [most, setMost] = useState(rowsMost);
  const shown = depth === 0 ? parts : parts.slice(0, most);
  return (
    <ol class={depth === 0 ? 'timeline' : 'timeline inner'}>
      {shown.map((one, i) => (
        <Row key={`${one.from} ${one.kind} ${i}`} part={one} depth={depth} {...rest} />
      ))}
      {shown.length < parts.length && (
        <li class="more">
          {shown.length} of {parts.length} are shown.{' '}
          <Button
            look="small"
            words={`Show ${Math.min(rowsMost, parts.length - shown.length)} more`}
            onClick={() => setMost(most + rowsMost)}
          />
        </li>
      )}
    </ol>
  );
}

type RowProps = Omit<RowsProps, 'parts'> & { readonly part: StoryPart };

function Row({ part, depth, ...rest }: RowProps) {
  const { axis, own, hasDays, isLong, endpointOf } = rest;
  const { zone } = useZone();
  const { kind, title, entry, from, isRunning, isFolded, children } = part;
  const [isOpen, setOpen] = useState(!isFolded && (!isLong || depth > 0 || entry?.id === own));
  const { left, width } = placeOn(axis, part);
  const date = new Date(from);
  const inside = insideWords(part);
  const day = hasDays ? `${dayWords(date, zone).slice(0, -5)} ` : '';
  return (
    <li class={`entry of-${kind}${entry && isBad(entry) ? ' bad' : ''}${isRunning ? ' running' : ''}`}>
      <div class="entry-line">
        <time dateTime={date.toISOString()} title={exactTime(date, zone)}>
          {day}
          {clockTime(date, zone)}
        </time>
        <div class="entry-text" style={{ '--depth': depth }}>
          <p>
            <BrokenAtDots text={title} />
          </p>
          <div class="quiet entry-facts">
            {children.length > 0 && (
              <button
                type="button"
                class="fold"
                aria-expanded={isOpen}
                aria-label={`${inside} of ${title}`}
                onClick={() => setOpen(!isOpen)}
              >
                {inside}
              </button>
            )}
            <Facts part={part} own={own} endpoint={endpointOf(entry && endpointIn(entry))} />
          </div>
        </div>
        <span class="track" aria-hidden="true">
          <span class="span" style={{ left: `min(${left}%, 100% - 3px)`, width: `${width}%` }} />
        </span>
      </div>
      {isOpen && children.length > 0 && <Rows parts={children} depth={depth + 1} {...rest} />}
    </li>
  );
}

const lasting = ['operation', 'attempt', 'step', 'wait', 'provider_call', 'delivery', 'delivery_attempt'];

/** Others have the id of the request that began it all. */
const byRequest = ['request', 'replay', 'audit'];

function Facts({
  part,
  own,
  endpoint,
}: Pick<RowProps, 'part' | 'own'> & { readonly endpoint: WebhookEndpoint | undefined }) {
  const { environment } = usePlace();
  const { kind, entry, from, to, isRunning, until } = part;
  const { bytes_in: size, error, actor, actor_name: name, sequence, ...what } = entry?.details ?? {};
  const id = entry?.id ?? null;
  const facts = [
    endpoint && `to ${endpointName(endpoint.url)}`,
    lasting.includes(kind) && `${duration(to - from)}${isRunning ? ' until now' : ''}`,
    typeof size === 'number' && size > 0 && bytes(size),
    changeWords(what),
    typeof sequence === 'number' && `sequence ${sequence}`,
    typeof actor === 'string' && `by ${name ?? actor}`,
    errorWords(error),
  ].filter(Boolean);
  return (
    <>
      {facts.length > 0 && <span>{facts.join(' · ')}</span>}
      {until && (
        <span>
          next <Time at={until} />
        </span>
      )}
      {id !== null && id !== own && kind !== 'delivery_attempt' && <Id value={id} short />}
      {entry && entry.request_id !== null && byRequest.includes(kind) && (
        <RequestId id={entry.request_id} of={kind === 'request' && !isAsked(entry) ? null : environment} />
      )}
    </>
  );
}

/** What an event of a changed record says: what became of it, and which fields an update changed. */
function changeWords({ change, changed }: Readonly<{ [name: string]: unknown }>): string {
  if (typeof change !== 'string' || !Array.isArray(changed)) return '';
  return change === 'updated' ? `${change}: ${changed.join(', ').replaceAll('_', ' ')}` : change;
}

function errorWords(error: unknown): string {
  if (typeof error === 'string') return error;
  if (typeof error !== 'object' || error === null) return '';
  const { code, message } = error as { readonly code?: string; readonly message?: string };
  return [code, message].filter(Boolean).join(': ');
}
