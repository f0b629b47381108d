import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { useAction } from '../../api/use-action.ts';
import { useLoad } from '../../api/use-load.ts';
import type { AlertDestination, Items } from '../../api/wire.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button, LinkButton } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import type { Column } from '../../parts/data-table.tsx';
import { Empty, FailureNote, Note } from '../../parts/notes.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Time } from '../../parts/time.tsx';
import { useToast } from '../../parts/toasts.tsx';
import { WholeList } from '../../parts/whole-list.tsx';
import { useMay } from '../../session/session.tsx';
import { nobodyWords, wantedWords, wayWords } from '../../words/alert-words.ts';
import { AddAlert, ChangeAlert } from './alert-form.tsx';

interface Chosen {
  readonly act: 'change' | 'remove';
  readonly destination: AlertDestination;
}

/** `?add=1` opens the dialog for a new destination. */
export function AlertsPage() {
  const { query, route } = useLocation();
  const may = useMay('operate');
  const toast = useToast();
  const loaded = useLoad<Items<AlertDestination>>('alerts');
  const testing = useAction();
  const [chosen, setChosen] = useState<Chosen>();
  const rows = loaded.data?.items;
  const add = may && <LinkButton look="primary" words="Add a destination" href="/console/alerts?add=1" />;
  const test = async ({ alert_id: id, address }: AlertDestination) => {
    if (await testing.run('POST', `alerts/${id}/test`)) toast(`The test was sent to ${address}`);
  };
  const failing = rows?.filter(({ last_error: error }) => error !== null).length ?? 0;
  const nobody = rows && rows.length > 0 ? nobodyWords({ destinations: rows.length, failing }) : undefined;
  const close = () => setChosen(undefined);
  return (
    <>
      <PageHead
        title="Alerts"
        under="Where your people are told that something needs one of them, at once and at night. Nothing of a record is in a message."
        actions={add}
      />
      {nobody && <Note tone="bad">{nobody}</Note>}
      {testing.failure && <FailureNote failure={testing.failure} />}
      <div class="card list">
        <WholeList
          caption="Destinations of alerts"
          loaded={loaded}
          rows={rows}
          columns={may ? [...columns, actionsColumn(test, setChosen, testing.isPending)] : columns}
          rowKey={({ alert_id: id }) => id}
          empty={
            <Empty title="Nobody would be told" action={add}>
              Name an e-mail address or the webhook of a chat (Slack, Mattermost, Discord). It is told once an hour of
              each connection and endpoint that fails, and once when it is well again.
            </Empty>
          }
        />
      </div>
      {may && query['add'] && <AddAlert onClose={() => route('/console/alerts')} />}
      {chosen?.act === 'change' && <ChangeAlert destination={chosen.destination} onClose={close} />}
      {chosen?.act === 'remove' && <Remove destination={chosen.destination} onClose={close} />}
    </>
  );
}

const columns: readonly Column<AlertDestination>[] = [
  {
    label: 'Destination',
    cell: (row) => (
      <>
        <strong class="breaks">{row.address}</strong>
        <span class="row-under">{wayWords(row.kind)}</span>
        {row.last_error !== null && <span class="row-under">Last error: {row.last_error}</span>}
      </>
    ),
  },
  { label: 'Told of', wide: true, cell: (row) => wantedWords(row) },
  {
    label: 'State',
    cell: ({ last_error: error, last_sent_at: sent }) =>
      error !== null ? (
        <Badge tone="bad">Failing</Badge>
      ) : sent === null ? (
        <Badge tone="warn">Not tested</Badge>
      ) : (
        <Badge tone="good">Works</Badge>
      ),
  },
  { label: 'Last message', wide: true, cell: ({ last_sent_at: at }) => <Time at={at} /> },
];

function actionsColumn(
  test: (destination: AlertDestination) => unknown,
  choose: (chosen: Chosen) => void,
  isPending: boolean,
): Column<AlertDestination> {
  return {
    label: 'Actions',
    kind: 'end',
    cell: (destination) => (
      <span class="pair">
        <Button
          look="small"
          words="Send a test"
          label={`Send a test to ${destination.address}`}
          isDisabled={isPending}
          onClick={() => test(destination)}
        />
        <Button
          look="small"
          words="Change…"
          label={`Change ${destination.address}`}
          onClick={() => choose({ act: 'change', destination })}
        />
        <Button
          look="small"
          words="Remove…"
          label={`Remove ${destination.address}`}
          onClick={() => choose({ act: 'remove', destination })}
        />
      </span>
    ),
  };
}

function Remove({ destination, onClose }: { readonly destination: AlertDestination; readonly onClose: () => void }) {
  return (
    <ConfirmDialog
      title="Remove this destination?"
      verb="Remove"
      isDangerous
      act={(run) => run('DELETE', `alerts/${destination.alert_id}`)}
      onClose={onClose}
    >
      <p class="breaks">
        Nothing more is told to <strong>{destination.address}</strong>, also not what waits to be told.
      </p>
    </ConfirmDialog>
  );
}
