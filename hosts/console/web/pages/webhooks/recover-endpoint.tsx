import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { useLoad } from '../../api/use-load.ts';
import type { EndpointStatistics, Operation, WebhookEndpoint } from '../../api/wire.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { TextField } from '../../parts/fields.tsx';
import { useReplayPreview } from '../../parts/replay-many.tsx';
import { usePlace } from '../../session/use-environment.ts';
import { useZone } from '../../session/use-zone.ts';
import { bounded } from '../../words/quantity.ts';
import { instantOf, zonedInput } from '../../words/zoned-time.ts';
import { waitingOf } from '../overview/tiles.tsx';

const dayMs = 86_400_000;

interface RecoverProps {
  readonly endpoint: WebhookEndpoint;
  readonly onClose: () => void;
}

/** After an outage, sends again what did not arrive since then; the operation's page shows the progress. */
export function RecoverEndpoint({ endpoint, onClose }: RecoverProps) {
  const { webhook_endpoint_id: id, health } = endpoint;
  const { api, to } = usePlace();
  const { route } = useLocation();
  const { zone } = useZone();
  const [since, setSince] = useState(() => health.failing_since ?? new Date(Date.now() - dayMs).toISOString());
  const { preview } = useReplayPreview('webhook-deliveries', { webhook_endpoint_id: id, created_after: since });
  const { data } = useLoad<EndpointStatistics>(api(`webhook-endpoints/${id}/statistics`));
  const waiting = data && waitingOf(data.waiting);
  return (
    <ConfirmDialog
      title="Recover what did not arrive"
      verb="Recover"
      asksReason
      act={(run, reason) => run<Operation>('POST', api(`webhook-endpoints/${id}/recover`), { since, reason })}
      onDone={({ data: operation }) => route(to(`operations/${operation.operation_id}`))}
      onClose={onClose}
    >
      {(failure) => (
        <>
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
          <p>
            {preview && waiting ? (
              <strong>
                {bounded(preview.count)} failed since then, {bounded(waiting)} wait now.
              </strong>
            ) : (
              <span class="quiet">Counting…</span>
            )}{' '}
            What it missed while it was disabled comes in addition.
          </p>
        </>
      )}
    </ConfirmDialog>
  );
}
