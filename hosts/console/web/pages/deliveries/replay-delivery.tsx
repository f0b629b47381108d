import { useState } from 'preact/hooks';
import type { Delivery } from '../../api/wire.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { useMay } from '../../session/session.tsx';
import { usePlace } from '../../session/use-environment.ts';
import { isUnderWay } from '../../words/state-words.ts';

/** Sends an ended delivery once more. */
export function ReplayDelivery({ delivery }: { readonly delivery: Delivery }) {
  const may = useMay('operate');
  const { api } = usePlace();
  const [isAsked, setAsked] = useState(false);
  if (!may || isUnderWay(delivery.state)) return null;
  const path = api(`webhook-deliveries/${delivery.delivery_id}/replay`);
  return (
    <>
      <Button look="primary" words="Replay" onClick={() => setAsked(true)} />
      {isAsked && (
        <ConfirmDialog
          title="Send this delivery again?"
          verb="Replay"
          asksReason
          act={(run, reason) => run('POST', path, { reason })}
          said="The delivery is on its way again"
          onClose={() => setAsked(false)}
        >
          <p>
            The same body goes to the same endpoint once more, with a fresh signature. Receivers know it by the event’s
            id.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
