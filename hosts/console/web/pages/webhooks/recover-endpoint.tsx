import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { useAction } from '../../api/use-action.ts';
import type { Operation, WebhookEndpoint } from '../../api/wire.ts';
import { DialogButtons } from '../../parts/confirm-dialog.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/fields.tsx';
import { FailureNote } from '../../parts/notes.tsx';
import { usePlace } from '../../session/use-environment.ts';
import { useZone } from '../../session/use-zone.ts';
import { instantOf, zonedInput } from '../../words/zoned-time.ts';

const dayMs = 86_400_000;

interface RecoverProps {
  readonly endpoint: WebhookEndpoint;
  readonly onClose: () => void;
}

/** After an outage, sends again what did not arrive since then; the operation's page shows the progress. */
export function RecoverEndpoint({ endpoint, onClose }: RecoverProps) {
  const { api, to } = usePlace();
  const { route } = useLocation();
  const { run, isPending, failure } = useAction();
  const { zone } = useZone();
  const [since, setSince] = useState(() => endpoint.health.failing_since ?? new Date(Date.now() - dayMs).toISOString());
  const [reason, setReason] = useState('');
  const recover = async () => {
    const body = { since, reason };
    const path = api(`webhook-endpoints/${endpoint.webhook_endpoint_id}/recover`);
    const answer = await run<Operation>('POST', path, body);
    if (answer) route(to(`operations/${answer.data.operation_id}`));
  };
  return (
    <Dialog title="Recover what did not arrive" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void recover();
        }}
      >
        <div class="dialog-body">
          <p>
            Events created since then, and since the endpoint was added, that it wants and did not get are sent again,
            in their order. What already arrived is not.
          </p>
          <TextField
            label={`Since (${zone})`}
            type="datetime-local"
            error={failure?.field('since')}
            value={zonedInput(new Date(since), zone)}
            onInput={(text) => setSince(instantOf(text, zone)?.toISOString() ?? since)}
            rest={{ required: true }}
          />
          <TextField
            label="Reason"
            hint="Kept in the audit log."
            error={failure?.field('reason')}
            value={reason}
            onInput={setReason}
            rest={{ required: true, maxLength: 500, autocomplete: 'off' }}
          />
          {failure && failure.errors.length === 0 && <FailureNote failure={failure} />}
        </div>
        <DialogButtons verb="Recover" isPending={isPending} onClose={onClose} />
      </form>
    </Dialog>
  );
}
