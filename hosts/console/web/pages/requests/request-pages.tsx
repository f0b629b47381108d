import { useRoute } from 'preact-iso';
import { useLoad } from '../../api/use-load.ts';
import type { RequestDetail } from '../../api/wire.ts';
import { Badge } from '../../parts/badge.tsx';
import { ConnectionName } from '../../parts/connection-name.tsx';
import { CopyField } from '../../parts/copy-field.tsx';
import { type Column, Table } from '../../parts/data-table.tsx';
import { Card, Facts } from '../../parts/facts.tsx';
import { Id } from '../../parts/id.tsx';
import { JsonView } from '../../parts/json-view.tsx';
import { Note } from '../../parts/notes.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Time } from '../../parts/time.tsx';
import { usePlace } from '../../session/use-environment.ts';
import { actorWords } from '../../words/actor-words.ts';
import { curlOf, isAltered, takesBody } from '../../words/curl-words.ts';
import { bytes, duration, grouped } from '../../words/quantity.ts';
import { pathOf, statusTone, statusWords } from '../../words/request-words.ts';
import { capital } from '../../words/state-words.ts';
import { ObjectPage } from '../object-page.tsx';
import { RequestsTable } from './requests-table.tsx';

export function RequestsPage() {
  return (
    <>
      <PageHead
        title="Requests"
        under="What was asked of the API, and how it was answered. Kept for 30 days by default."
      />
      <RequestsTable />
    </>
  );
}

/** A request: who made it, why it was refused, and what it caused. */
export function RequestPage() {
  const { request_id: id = '' } = useRoute().params;
  const { api, to } = usePlace();
  const up = { href: to('requests'), label: 'Requests' };
  const loaded = useLoad<RequestDetail>(api(`requests/${id}`), { once: true });
  return (
    <ObjectPage loaded={loaded} title="Request" up={up}>
      {(request) => (
        <>
          <PageHead
            title={`${request.method} ${pathOf(request)}`}
            badge={<Badge tone={statusTone(request.status)}>{statusWords(request.status)}</Badge>}
            under={<Id value={request.id} plain />}
            up={up}
          />
          {request.code !== null && <Refusal request={request} />}
          <div class="columns">
            <div class="column-main">
              <Asked request={request} />
              <Calls calls={request.provider_calls} />
              <Events events={request.events} />
            </div>
            <div class="column-side">
              <Card title="Facts">
                <RequestFacts request={request} />
              </Card>
            </div>
          </div>
        </>
      )}
    </ObjectPage>
  );
}

/** What was sent, as far as the log has it, and the same as a command. */
function Asked({ request }: RequestProps) {
  const { method, path, body, repeats } = request;
  const shown = path ?? pathOf(request);
  const parameters = [...new URLSearchParams(shown.split('?').slice(1).join('?').replace(/&?…$/, ''))];
  const isWhole = path !== null && !isAltered(path) && !isAltered(body) && (body !== null || !takesBody(method));
  const command = path === null ? undefined : curlOf(location.origin, { ...request, path });
  return (
    <Card title="What was asked">
      <p class="pad breaks">
        <strong>{method}</strong> <code>{shown}</code>
      </p>
      {parameters.length > 0 && (
        <Facts facts={parameters.map(([name, value]) => [name, <code class="breaks">{value}</code>] as const)} />
      )}
      {body !== null && <JsonView label="Body, without secrets" value={body} />}
      {path === null && (
        <p class="pad quiet">
          {repeats > 0
            ? 'It stands for several requests, so the log has neither path nor body.'
            : 'The path is not stored: the connection has no retention or none any more, or an earlier release logged this.'}
        </p>
      )}
      {path !== null && body === null && takesBody(method) && (
        <p class="pad quiet">
          Its body is not stored. The operator can have bodies stored with <code>LOG_REQUEST_BODIES</code>, without
          secrets and never of a connection without retention.
        </p>
      )}
      {command !== undefined && (
        <div class="pad">
          <CopyField
            label="As curl"
            text={command}
            hint={`Put your key into LEDGERPORT_API_KEY.${isWhole ? '' : ' The log has not all that was sent: put in what is missing.'}`}
          />
        </div>
      )}
    </Card>
  );
}

interface RequestProps {
  readonly request: RequestDetail;
}

function Refusal({ request: { code, reason, error } }: RequestProps) {
  const said = error?.provider_error?.messages.filter((message) => !error.message.includes(message)) ?? [];
  // The message of a single wrong field says it all.
  const fields = error?.errors?.filter(({ message }) => !error.message.includes(message)) ?? [];
  const facts = [code, reason, error?.outcome && `outcome ${error.outcome}`, error?.retryable && 'may succeed later'];
  return (
    <Note tone="bad">
      <p>
        {error
          ? capital(error.message)
          : 'What it said is not stored: the connection has no retention, or none any more.'}
      </p>
      {fields.length > 0 && (
        <ul>
          {fields.map(({ path, message }) => (
            <li key={`${path} ${message}`}>
              <code>{path}</code> {message}
            </li>
          ))}
        </ul>
      )}
      {said.length > 0 && <p>The provider said: {said.join(' · ')}</p>}
      <p class="quiet">{facts.filter(Boolean).join(' · ')}</p>
    </Note>
  );
}

type Call = RequestDetail['provider_calls'][number];

const callColumns: readonly Column<Call>[] = [
  {
    label: 'Call',
    cell: ({ method, path }) => (
      <span class="breaks">
        <strong>{method}</strong> {path}
      </span>
    ),
  },
  {
    label: 'Answer',
    cell: ({ status }) => <Badge tone={statusTone(status)}>{status === null ? 'No answer' : String(status)}</Badge>,
  },
  { label: 'Size', kind: 'number', wide: true, cell: ({ bytes_in: size }) => bytes(size) },
  { label: 'Took', kind: 'number', cell: ({ duration_ms: ms }) => duration(ms) },
  { label: 'At', kind: 'end', cell: ({ at }) => <Time at={at} /> },
];

function Calls({ calls }: { readonly calls: readonly Call[] }) {
  return (
    <Card title="Calls to the provider">
      {calls.length === 0 ? (
        <p class="pad quiet">Its answer needed none.</p>
      ) : (
        <Table
          caption="Calls to the provider, oldest first"
          columns={callColumns}
          rows={calls}
          rowKey={({ at, path }) => `${at} ${path}`}
        />
      )}
    </Card>
  );
}

function Events({ events }: Pick<RequestDetail, 'events'>) {
  if (events.length === 0) return null;
  const columns: readonly Column<RequestDetail['events'][number]>[] = [
    { label: 'Event', cell: ({ type }) => <strong>{type}</strong> },
    { label: 'Id', cell: ({ id }) => <Id value={id} short /> },
    { label: 'Created', kind: 'end', cell: ({ created_at: at }) => <Time at={at} /> },
  ];
  return (
    <Card title="Events">
      <Table caption="Events that it announced" columns={columns} rows={events} rowKey={({ id }) => id} />
    </Card>
  );
}

function RequestFacts({ request }: RequestProps) {
  const { to } = usePlace();
  const { id, request_id, actor, connection_id: connection, operation_id, record, idempotency_key, replayed } = request;
  return (
    <Facts
      facts={[
        ['Who', actorWords(actor)],
        connection !== null && ['Customer', <ConnectionName id={connection} />],
        operation_id !== null && ['Operation', <Id value={operation_id} short />],
        record !== null &&
          connection !== null && [
            'Record',
            <a href={to(`connections/${connection}/records/${record.type}/${encodeURIComponent(record.id)}`)}>
              <code>{record.id}</code>
            </a>,
          ],
        id !== request_id && ['X-Request-ID', <Id value={request_id} plain />],
        idempotency_key !== null && ['Idempotency-Key', <code class="breaks">{idempotency_key}</code>],
        idempotency_key !== null && ['Answered', replayed ? 'from an earlier request' : 'by this request'],
        request.repeats > 0 && ['Stands for', `${grouped(request.repeats)} more that were refused alike`],
        ['Took', duration(request.duration_ms)],
        ['Arrived', <Time at={request.created_at} />],
      ]}
    />
  );
}
