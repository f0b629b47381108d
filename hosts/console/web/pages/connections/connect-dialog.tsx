import { useState } from 'preact/hooks';
import { prefix } from '../../api/prefix.ts';
import { useAction } from '../../api/use-action.ts';
import type { Connection } from '../../api/wire.ts';
import { DialogButtons } from '../../parts/confirm-dialog.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { SelectField, TextField } from '../../parts/fields.tsx';
import { FailureNote } from '../../parts/notes.tsx';
import { Time } from '../../parts/time.tsx';
import { usePlace } from '../../session/use-environment.ts';

interface ConnectSession {
  readonly connect_session_id: string;
  readonly connect_url: string;
  readonly expires_at: string;
}

interface ConnectDialogProps {
  /** The connection that the customer has to make anew; none for a new one. */
  readonly again?: Connection;
  readonly onClose: () => void;
}

/** Makes the link that a customer follows to consent. */
export function ConnectDialog({ again, onClose }: ConnectDialogProps) {
  const [session, setSession] = useState<ConnectSession>();
  const title = again ? 'Reconnect this organization' : 'Connect an organization';
  return (
    <Dialog title={title} onClose={onClose}>
      {session ? (
        <LinkView session={session} onClose={onClose} />
      ) : (
        <LinkForm {...(again ? { again } : {})} onMade={setSession} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface LinkFormProps extends ConnectDialogProps {
  readonly onMade: (session: ConnectSession) => void;
}

function LinkForm({ again, onMade, onClose }: LinkFormProps) {
  const { api, to } = usePlace();
  const { run, isPending, failure } = useAction();
  const [customer, setCustomer] = useState(again?.external_account_id ?? '');
  const [back, setBack] = useState(`${location.origin}${prefix}${to('connected')}`);
  const [retention, setRetention] = useState<string>(again?.retention_mode ?? 'cached');
  const make = async () => {
    const answer = await run<ConnectSession>('POST', api('connect-sessions'), {
      provider: 'ledger',
      external_account_id: customer,
      redirect_uri: back,
      retention_mode: retention,
      ...(again?.provider_app_id ? { provider_app_id: again.provider_app_id } : {}),
    });
    if (answer) onMade(answer.data);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void make();
      }}
    >
      <div class="dialog-body">
        <TextField
          label="Customer"
          hint="Your own identifier of the customer, such as the id of their account with you."
          error={failure?.field('external_account_id')}
          value={customer}
          onInput={setCustomer}
          rest={{ required: true, maxLength: 255, readOnly: again !== undefined, autocomplete: 'off' }}
        />
        <TextField
          label="Where they return to"
          hint="Its origin must be on your list of redirect origins."
          type="url"
          error={failure?.field('redirect_uri')}
          value={back}
          onInput={setBack}
          rest={{ required: true }}
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
        {failure && failure.errors.length === 0 && <FailureNote failure={failure} />}
      </div>
      <DialogButtons verb="Make the link" isPending={isPending} onClose={onClose} />
    </form>
  );
}

function LinkView({ session, onClose }: { readonly session: ConnectSession; readonly onClose: () => void }) {
  return (
    <>
      <div class="dialog-body">
        <p>
          Send this link to the customer. It works once and ends <Time at={session.expires_at} />.
        </p>
        <div class="secret">
          <span class="secret-label">Link</span>
          <code>{session.connect_url}</code>
          <CopyButton text={session.connect_url} label="Copy the link" wide />
        </div>
      </div>
      <footer class="dialog-foot">
        <button type="button" class="button" onClick={onClose}>
          Close
        </button>
        <a class="button primary" href={session.connect_url} target="_blank" rel="noreferrer">
          Open it in a new tab
        </a>
      </footer>
    </>
  );
}
