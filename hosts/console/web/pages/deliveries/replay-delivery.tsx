import { useState } from 'preact/hooks';
import { useAction } from '../../api/use-action.ts';
import type { Delivery } from '../../api/wire.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { useToast } from '../../parts/toasts.tsx';
import { useMay } from '../../session/session.tsx';
import { usePlace } from '../../session/use-environment.ts';
import { isUnderWay } from '../../words/state-words.ts';

/** Sends an ended delivery once more. */
export function ReplayDelivery({ delivery }: { readonly delivery: Delivery }) {
  const may = useMay('operate');
  const { api } = usePlace();
  const toast = useToast();
  const action = useAction();
  const [isAsked, setAsked] = useState(false);
  if (!may || isUnderWay(delivery.state)) return null;
  const replay = async (reason: string) => {
    const path = api(`webhook-deliveries/${delivery.delivery_id}/replay`);
    const answer = await action.run('POST', path, { reason });
    if (!answer) return;
    toast('The delivery is on its way again');
    setAsked(false);
  };
  return (
    <>
      <Button look="primary" words="Replay" onClick={() => setAsked(true)} />
      {isAsked && (
        <ConfirmDialog
          title="Send this delivery again?"
          verb="Replay"
          asksReason
          isPending={action.isPending}
          failure={action.failure}
          onConfirm={(reason) => void replay(reason)}
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
