import { useEffect, useState } from 'preact/hooks';
import { noteChange } from '../../api/answers-cache.ts';
import type { Failure } from '../../api/failure.ts';
import { useAction } from '../../api/use-action.ts';
import { useLoad } from '../../api/use-load.ts';
import type { Connection } from '../../api/wire.ts';
import { Button } from '../../parts/button.tsx';
import { FormDialog } from '../../parts/confirm-dialog.tsx';
import { CopyField } from '../../parts/copy-field.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { SelectField, TextField } from '../../parts/fields.tsx';
import { FailureNote } from '../../parts/notes.tsx';
import { type ProviderChoice, ProviderField, useProviders } from '../../parts/provider-field.tsx';
import { Time } from '../../parts/time.tsx';
import { usePlace } from '../../session/use-environment.ts';

interface ConnectSession {
  readonly connect_session_id: string;
  readonly connect_url: string;
  readonly expires_at: string;
}

interface ConnectDialogProps {
  /** The connection to reconnect; undefined for a new one. */
  readonly again?: Connection | undefined;
  readonly onClose: () => void;
}

/** Makes the link with which a customer consents. */
export function ConnectDialog({ again, onClose }: ConnectDialogProps) {
  const [session, setSession] = useState<ConnectSession>();
  const title = again ? 'Reconnect this organization' : 'Connect an organization';
  if (!session) return <LinkForm {...{ title, again, onClose }} onMade={setSession} />;
  return (
    <Dialog title={title} onClose={onClose}>
      <LinkView session={session} onClose={onClose} />
    </Dialog>
  );
}

interface LinkFormProps extends ConnectDialogProps {
  readonly title: string;
  readonly onMade: (session: ConnectSession) => void;
}

function LinkForm({ title, again, onMade, onClose }: LinkFormProps) {
  const { api } = usePlace();
  const { run, isPending, failure } = useAction();
  const choice = useProviders();
  const [customer, setCustomer] = useState('');
  const [days, setDays] = useState('7');
  const [name, setName] = useState('');
  const [retention, setRetention] = useState('cached');
  const [from, setFrom] = useState('');
  const make = async () => {
    const { provider } = choice;
    const bound = from !== '' && retention === 'cached' && { sync_from: from };
    const first = { provider, external_account_id: customer, retention_mode: retention, ...bound };
    const whose = again ? { connection_id: again.connection_id } : first;
    // Without a way back the customer ends on a page that needs no account.
    const answer = await run<ConnectSession>('POST', api('connect-sessions'), {
      ...whose,
      ...(name.trim() !== '' && { account_name: name.trim() }),
      expires_in_minutes: Number(days) * 24 * 60,
    });
    if (answer) onMade(answer.data);
  };
  return (
    <FormDialog
      title={title}
      verb="Make the link"
      isPending={isPending}
      failure={failure?.ofNoField}
      onSubmit={make}
      onClose={onClose}
    >
      {again ? (
        <p>
          The link connects <strong>{again.provider_tenant_name}</strong> of {again.external_account_id} again, and no
          other organization. It ends on a page that needs no account.
        </p>
      ) : (
        <FirstFields
          {...{ choice, failure, customer, setCustomer, name, setName, retention, setRetention, from, setFrom }}
        />
      )}
      <SelectField
        label="The link works for"
        value={days}
        options={[
          { value: '1', label: 'A day' },
          { value: '7', label: 'A week' },
        ]}
        onChange={setDays}
      />
    </FormDialog>
  );
}

interface FirstFieldsProps {
  readonly choice: ProviderChoice;
  readonly failure: Failure | undefined;
  readonly customer: string;
  readonly setCustomer: (customer: string) => void;
  readonly name: string;
  readonly setName: (name: string) => void;
  readonly retention: string;
  readonly setRetention: (retention: string) => void;
  /** The day from which the first sync reads; empty reads everything. */
  readonly from: string;
  readonly setFrom: (from: string) => void;
}

/** Fields for a customer's first connection only. */
function FirstFields({
  choice,
  failure,
  customer,
  setCustomer,
  name,
  setName,
  retention,
  setRetention,
  from,
  setFrom,
}: FirstFieldsProps) {
  return (
    <>
      <ProviderField {...choice} />
      <TextField
        label="Customer"
        hint="Your own identifier of the customer, such as the id of their account with you."
        error={failure?.field('external_account_id')}
        value={customer}
        onInput={setCustomer}
        rest={{ required: true, maxLength: 255, autocomplete: 'off' }}
      />
      <TextField
        label="Name of their account"
        hint="What they call it; the page shows it to them. Without one it shows no account."
        error={failure?.field('account_name')}
        value={name}
        onInput={setName}
        rest={{ maxLength: 200, autocomplete: 'off' }}
      />
      <SelectField
        label="What is stored of their books"
        value={retention}
        options={[
          { value: 'cached', label: 'Cached records: lists, syncs and change events' },
          { value: 'zero', label: 'Nothing: every read is live' },
        ]}
        onChange={setRetention}
      />
      {retention === 'cached' && (
        <TextField
          label="Read contacts and documents from"
          hint="What the provider last changed before this day is not read. Without a day everything is read."
          error={failure?.field('sync_from')}
          value={from}
          onInput={setFrom}
          type="date"
          rest={{ max: new Date().toISOString().slice(0, 10) }}
        />
      )}
    </>
  );
}

interface SessionStatus {
  readonly status: 'open' | 'connected' | 'cancelled' | 'failed' | 'expired';
  readonly error?: string;
}

const ends = {
  connected: 'The customer has connected. The link is used up.',
  cancelled: 'The customer said no. The link is used up.',
  failed: 'The link has ended without a connection.',
  withdrawn: 'You have withdrawn the link.',
  expired: 'The link has expired.',
} as const;

function LinkView({ session, onClose }: { readonly session: ConnectSession; readonly onClose: () => void }) {
  const { api } = usePlace();
  const address = api(`connect-sessions/${session.connect_session_id}`);
  const { data } = useLoad<SessionStatus>(address, { isBusy: ({ status }) => status === 'open' });
  const withdraw = async () => {
    if (await run('DELETE', address)) noteChange();
  };
  const { run, isPending, failure } = useAction();
  const isOver = data !== undefined && data.status !== 'open';
  useEffect(() => {
    if (isOver) noteChange();
  }, [isOver]);
  if (isOver) {
    return (
      <>
        <div class="dialog-body">
          <p role="status">{ends[data.error === 'withdrawn' ? 'withdrawn' : data.status]}</p>
        </div>
        <footer class="dialog-foot">
          <Button look="primary" words="Close" onClick={onClose} />
        </footer>
      </>
    );
  }
  return (
    <>
      <div class="dialog-body">
        <p>
          Send this link to the customer. It works once and ends <Time at={session.expires_at} />.
        </p>
        <CopyField label="Link" text={session.connect_url} />
        {data?.error && (
          <p role="status">The last try failed: {data.error.replaceAll('_', ' ')}. The link still works.</p>
        )}
        {failure && <FailureNote failure={failure} />}
      </div>
      <footer class="dialog-foot">
        <Button words="Withdraw the link" isDisabled={isPending} onClick={withdraw} />
        <Button words="Close" onClick={onClose} />
        <a class="button primary" href={session.connect_url} target="_blank" rel="noreferrer">
          Open it in a new tab
        </a>
      </footer>
    </>
  );
}
