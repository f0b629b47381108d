import { useState } from 'preact/hooks';
import { useList } from '../../api/use-list.ts';
import { useLoad } from '../../api/use-load.ts';
import type { ProviderRequest, ProviderRequestDetail } from '../../api/wire.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { type Column, ListTable } from '../../parts/data-table.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Facts } from '../../parts/facts.tsx';
import { FilterBar, FilterSelect, FilterTime } from '../../parts/filter-bar.tsx';
import { Id } from '../../parts/id.tsx';
import { JsonView } from '../../parts/json-view.tsx';
import { Empty, FailureNote, Note } from '../../parts/notes.tsx';
import { Time } from '../../parts/time.tsx';
import { useMay } from '../../session/session.tsx';
import { usePlace } from '../../session/use-environment.ts';
import { actorWords } from '../../words/actor-words.ts';
import { outcomeTones, outcomeWords, settleHint } from '../../words/provider-request-words.ts';
import { timeFilters, withTimes } from '../../words/query-state.ts';
import { ConnectionFrame } from './connection-frame.tsx';

export function ProviderRequestsPage() {
  return <ConnectionFrame>{({ connection_id: id }) => <ProviderRequests connectionId={id} />}</ConnectionFrame>;
}

interface Chosen {
  readonly act: 'show' | 'settle';
  readonly request: ProviderRequest;
}

/** The requests of one's own that were sent through a connection: what they were, how they ended, and which need a person. */
function ProviderRequests({ connectionId }: { readonly connectionId: string }) {
  const { api } = usePlace();
  const may = useMay('operate');
  const [chosen, setChosen] = useState<Chosen>();
  const path = api(`connections/${connectionId}/provider-requests`);
  const filters = ['outcome', 'effect', ...timeFilters];
  const list = useList<ProviderRequest>(path, { filters, asked: (given) => withTimes(given, new Date()) });
  const close = () => setChosen(undefined);
  const hasUnknown = list.rows.some(({ outcome }) => outcome === 'unknown');
  return (
    <>
      {hasUnknown && (
        <Note tone="warn">
          Nobody knows how some of these ended: the provider’s answer was lost. They are never sent again by themselves.
          Look at the provider’s books, and settle each.
        </Note>
      )}
      <FilterBar>
        <FilterSelect label="Outcome" any="Any outcome" {...list.one('outcome')} options={outcomeOptions} />
        <FilterSelect label="Effect" any="Reads and writes" {...list.one('effect')} options={effectOptions} />
        <FilterTime label="Made" list={list} />
      </FilterBar>
      <ListTable
        caption="Provider requests, newest first"
        list={list}
        columns={[...columns, actionsColumn(setChosen, may)]}
        rowKey={(row) => row.id}
        empty={
          <Empty title="No provider requests">
            A program asks the provider for what the API does not model by POST /v1/connections/…/provider-requests,
            with a key that has the scope “provider”. Each request that was sent appears here.
          </Empty>
        }
      />
      {chosen?.act === 'show' && <Shown path={`${path}/${chosen.request.id}`} onClose={close} />}
      {chosen?.act === 'settle' && <Settle path={path} request={chosen.request} onClose={close} onDone={list.reload} />}
    </>
  );
}

const outcomeOptions = [
  ['unknown', outcomeWords.unknown],
  ['done', outcomeWords.done],
  ['refused', outcomeWords.refused],
] as const;
const effectOptions = [
  ['read', 'Reads'],
  ['write', 'Writes'],
] as const;

const columns: readonly Column<ProviderRequest>[] = [
  {
    label: 'Request',
    cell: ({ method, template }) => (
      <span class="breaks">
        <strong>{method}</strong> {template}
      </span>
    ),
  },
  {
    label: 'Outcome',
    cell: ({ outcome, status, settlement }) => (
      <>
        <Badge tone={outcomeTones[outcome]}>{outcomeWords[outcome]}</Badge>
        <span class="row-under">
          {settlement ? 'settled by a person' : status === null ? 'no answer' : `HTTP ${status}`}
        </span>
      </>
    ),
  },
  { label: 'Who', wide: true, cell: ({ actor }) => <span class="who">{actor.name ?? actorWords(actor)}</span> },
  { label: 'Made', wide: true, cell: ({ created_at: at }) => <Time at={at} /> },
];

function actionsColumn(choose: (chosen: Chosen) => void, may: boolean): Column<ProviderRequest> {
  return {
    label: 'Actions',
    kind: 'end',
    cell: (request) => (
      <span class="pair">
        <Button
          look="small"
          words="Show"
          label={`Show ${request.method} ${request.template}`}
          onClick={() => choose({ act: 'show', request })}
        />
        {may && request.outcome === 'unknown' && (
          <Button
            look="small"
            words="Settle…"
            label={`Settle ${request.method} ${request.template}`}
            onClick={() => choose({ act: 'settle', request })}
          />
        )}
      </span>
    ),
  };
}

interface ShownProps {
  readonly path: string;
  readonly onClose: () => void;
}

/** What is kept of one, what was sent included. */
function Shown({ path, onClose }: ShownProps) {
  const { data, failure } = useLoad<ProviderRequestDetail>(path);
  return (
    <Dialog title="Provider request" onClose={onClose}>
      <div class="dialog-body">
        {failure && <FailureNote failure={failure} />}
        {data && <Kept request={data} />}
      </div>
      <footer class="dialog-foot">
        <Button words="Close" onClick={onClose} />
      </footer>
    </Dialog>
  );
}

function Kept({ request }: { readonly request: ProviderRequestDetail }) {
  const { sent, settlement } = request;
  return (
    <>
      <Facts
        facts={[
          ['Id', <Id value={request.id} plain />],
          ['Sent', `${request.method} ${sent?.path ?? request.template}`],
          ['Outcome', outcomeWords[request.outcome]],
          ['Provider’s name of the call', request.correlation_id ?? 'none'],
          ['Made', <Time at={request.created_at} />],
          request.ended_at !== null && ['Ended', <Time at={request.ended_at} />],
          settlement !== null && ['Settled by', settlement.by.name ?? actorWords(settlement.by)],
          settlement !== null && ['Because', settlement.reason],
        ]}
      />
      {sent?.body !== undefined && <JsonView label="What was sent" value={sent.body} />}
    </>
  );
}

interface SettleProps extends ShownProps {
  readonly request: ProviderRequest;
  readonly onDone: () => void;
}

/** A person says what the books have. Nothing is sent. */
function Settle({ path, request, onClose, onDone }: SettleProps) {
  const { data, failure } = useLoad<ProviderRequestDetail>(`${path}/${request.id}`);
  const [outcome, setOutcome] = useState<'done' | 'refused' | undefined>();
  const hint = data && settleHint(data, new Date());
  return (
    <ConfirmDialog
      title="Settle a provider request"
      verb="Settle"
      asksReason
      isReady={outcome !== undefined && hint === undefined}
      failure={failure}
      act={(run, reason) => run('POST', `${path}/${request.id}/settle`, { outcome, reason })}
      said="Settled"
      onClose={onClose}
      onDone={() => {
        onDone();
        onClose();
      }}
    >
      <p>
        The answer to <strong>{request.method}</strong> <code>{data?.sent?.path ?? request.template}</code> was lost.
        Look at the provider’s books, and say what they have. Nothing is sent by this; the program that asks again with
        the same key is answered so.
      </p>
      {data?.sent?.body !== undefined && <JsonView label="What was sent" value={data.sent.body} />}
      {hint !== undefined && <Note tone="warn">{hint}</Note>}
      <fieldset class="stack">
        <legend>What the books have</legend>
        {(['done', 'refused'] as const).map((one) => (
          <label key={one} class="check">
            <input type="radio" name="outcome" checked={outcome === one} onChange={() => setOutcome(one)} />
            {one === 'done' ? 'They have it: it was made' : 'They do not have it: it was not made'}
          </label>
        ))}
      </fieldset>
    </ConfirmDialog>
  );
}
