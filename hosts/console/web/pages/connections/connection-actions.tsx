import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { useAction } from '../../api/use-action.ts';
import { useLoad } from '../../api/use-load.ts';
import type { Connection, Items, Operation, RecordCounts } from '../../api/wire.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog, typedFrom } from '../../parts/confirm-dialog.tsx';
import { useToast } from '../../parts/toasts.tsx';
import { useMay } from '../../session/session.tsx';
import { usePlace } from '../../session/use-environment.ts';
import { bounded, boundedSum, plural } from '../../words/quantity.ts';
import { ConnectDialog } from './connect-dialog.tsx';
import { PortalButton } from './portal-button.tsx';

const leavable = new Set(['active', 'action_required', 'disconnecting']);

export function ConnectionActions({ connection }: { readonly connection: Connection }) {
  const may = useMay('operate');
  const [asked, setAsked] = useState<'reconnect' | 'disconnect'>();
  if (!may) return null;
  const { status, retention_mode } = connection;
  const close = () => setAsked(undefined);
  return (
    <>
      {status === 'active' && retention_mode === 'cached' && <SyncButton connection={connection} />}
      {status !== 'disconnecting' && (
        <Button
          look={status === 'action_required' ? 'primary' : ''}
          words="Reconnect link"
          onClick={() => setAsked('reconnect')}
        />
      )}
      {(status === 'active' || status === 'action_required') && <PortalButton connection={connection} />}
      {leavable.has(status) && <Button words="Disconnect…" onClick={() => setAsked('disconnect')} />}
      {asked === 'reconnect' && <ConnectDialog again={connection} onClose={close} />}
      {asked === 'disconnect' && <Disconnect connection={connection} onClose={close} />}
    </>
  );
}

function SyncButton({ connection }: { readonly connection: Connection }) {
  const { api, to } = usePlace();
  const { route } = useLocation();
  const toast = useToast();
  const { run, isPending, failure, clear } = useAction();
  useEffect(() => {
    if (failure === undefined) return;
    toast(failure.message);
    clear();
  }, [failure, toast, clear]);
  const sync = async () => {
    const path = api(`connections/${connection.connection_id}/sync`);
    const answer = await run<Operation>('POST', path, { scope: 'all' });
    if (!answer) return;
    toast(answer.message);
    route(to(`operations/${answer.data.operation_id}`));
  };
  return <Button words="Sync now" isDisabled={isPending} onClick={sync} />;
}

function Disconnect({ connection, onClose }: { readonly connection: Connection; readonly onClose: () => void }) {
  const { api, environment } = usePlace();
  const toast = useToast();
  const name = connection.provider_tenant_name ?? connection.external_account_id;
  const counts = ['queued', 'running', 'retrying'].map((state) => {
    const path = api(`operations?connection_id=${connection.connection_id}&state=${state}&limit=1`);
    return useLoad<Items<Operation>>(path).meta;
  });
  const records = useLoad<RecordCounts>(api(`connections/${connection.connection_id}/record-counts`)).data?.items;
  const stored = records?.reduce((sum, { count }) => sum + count, 0) ?? 0;
  const unfinished = boundedSum(
    counts.map((meta) => ({ value: meta?.total ?? 0, at_least: meta?.total_is_estimate === true })),
  );
  return (
    <ConfirmDialog
      title={`Disconnect ${name}?`}
      verb="Disconnect"
      isDangerous
      isReady={records !== undefined && counts.every((meta) => meta !== undefined)}
      typed={environment === 'live' || unfinished.value + stored >= typedFrom ? name : undefined}
      act={(run) => run('DELETE', api(`connections/${connection.connection_id}`))}
      onDone={({ message }) => {
        toast(message);
        onClose();
      }}
      onClose={onClose}
    >
      <p>
        The connection is removed at the provider and its credentials are destroyed.{' '}
        <strong>
          {plural(stored, 'stored record is', 'stored records are')} deleted
          {unfinished.value === 1 && ' and 1 unfinished operation is cancelled'}
          {unfinished.value > 1 && ` and ${bounded(unfinished)} unfinished operations are cancelled`}.
        </strong>{' '}
        The books at the provider stay as they are. The customer can connect again later; the records are read anew
        then.
      </p>
    </ConfirmDialog>
  );
}
