import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { asFailure, newKey } from '../api/client.ts';
import type { Failure } from '../api/failure.ts';
import type { Operation, ReplayPreview } from '../api/wire.ts';
import { useClient, useMay } from '../session/session.tsx';
import { usePlace } from '../session/use-environment.ts';
import { bounded } from '../words/quantity.ts';
import { ConfirmDialog, typedFrom } from './confirm-dialog.tsx';
import { useConnectionColumn } from './connection-name.tsx';

type Filter = Readonly<Record<string, string | undefined>>;

interface Previewed<T> {
  readonly preview?: ReplayPreview<T>;
  readonly failure?: Failure;
}

/** Asks what a replay by this filter would take up. */
export function useReplayPreview<T>(list: 'operations' | 'webhook-deliveries', filter: Filter): Previewed<T> {
  const client = useClient();
  const { api } = usePlace();
  const [previewed, setPreviewed] = useState<Previewed<T>>({});
  const path = api(`${list}/replay`);
  const asked = JSON.stringify({ filter, reason: 'preview', dry_run: true });
  useEffect(() => {
    let isLatest = true;
    const show = (next: Previewed<T>) => isLatest && setPreviewed(next);
    client.send<ReplayPreview<T>>('POST', path, { body: JSON.parse(asked), idempotencyKey: newKey() }).then(
      ({ data }) => show({ preview: data }),
      (error: unknown) => show({ failure: asFailure(error) }),
    );
    return () => {
      isLatest = false;
    };
  }, [client, path, asked]);
  return previewed;
}

interface ReplayManyProps<T> {
  readonly list: 'operations' | 'webhook-deliveries';
  readonly filter: Filter;
  /** The button's text. */
  readonly label: string;
  readonly title: string;
  /** The last button's text; `count` is empty at first. */
  readonly verb: (count: string) => string;
  /** What happens to the matches. */
  readonly children: ComponentChildren;
  /** What a person recognises one by, beside its customer. */
  readonly line: (item: T) => ComponentChildren;
}

/** Replays all that match, after it has shown how many they are and the newest; leads to the operation that does it. */
export function ReplayMany<T extends { readonly connection_id: string | null }>(props: ReplayManyProps<T>) {
  const may = useMay('operate');
  const [isAsked, setAsked] = useState(false);
  if (!may) return null;
  return (
    <>
      <button type="button" class="button above" onClick={() => setAsked(true)}>
        {props.label}
      </button>
      {isAsked && <Ask {...props} onClose={() => setAsked(false)} />}
    </>
  );
}

function Ask<T extends { readonly connection_id: string | null }>(
  props: ReplayManyProps<T> & { readonly onClose: () => void },
) {
  const { list, title, verb, children, line, onClose } = props;
  const { api, to, environment } = usePlace();
  const { route } = useLocation();
  // A period such as an hour stays as it was when the dialog was opened.
  const [filter] = useState(props.filter);
  const { preview, failure } = useReplayPreview<T>(list, filter);
  const { count, sample = [] } = preview ?? {};
  const customer = useConnectionColumn(sample);
  return (
    <ConfirmDialog
      title={title}
      verb={verb(count ? bounded(count) : '')}
      asksReason
      isReady={count !== undefined && count.value > 0}
      typed={count && count.value >= typedFrom ? environment : undefined}
      failure={failure}
      act={(run, reason) => run<Operation>('POST', api(`${list}/replay`), { filter, reason })}
      onDone={({ data }) => route(to(`operations/${data.operation_id}`))}
      onClose={onClose}
    >
      {!count && !failure && <p class="quiet">Counting…</p>}
      {count && (
        <p>
          <strong>{count.value === 0 ? 'Nothing matches that can be replayed.' : `${bounded(count)} match.`}</strong>{' '}
          {count.value > 0 && children}
        </p>
      )}
      {sample.length > 0 && (
        <ul class="sample" aria-label="The newest that match">
          {sample.map((item, i) => (
            <li key={i}>
              {customer.cell(item)} {line(item)}
            </li>
          ))}
        </ul>
      )}
    </ConfirmDialog>
  );
}
