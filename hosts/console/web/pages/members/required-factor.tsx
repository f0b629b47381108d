import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { Card } from '../../parts/facts.tsx';
import { useMe, useSession } from '../../session/session.tsx';

/** Shows whether everybody needs a second factor, with the button that changes it. */
export function RequiredFactor({ may }: { readonly may: boolean }) {
  const { refresh } = useSession();
  const [isAsking, setAsking] = useState(false);
  const isRequired = useMe().organization?.requires_second_factor === true;
  return (
    <Card
      title="Second factor"
      actions={
        may && (
          <Button
            look="small"
            words={isRequired ? 'Require it no longer…' : 'Require it of everybody…'}
            onClick={() => setAsking(true)}
          />
        )
      }
    >
      <p class="pad">
        {isRequired
          ? 'Everybody needs one: who has none can only add one after signing in.'
          : 'Everybody may have one under “Account”; nobody needs it.'}
      </p>
      {isAsking && (
        <ConfirmDialog
          title={isRequired ? 'Require a second factor no longer?' : 'Require a second factor of everybody?'}
          verb={isRequired ? 'Require it no longer' : 'Require it'}
          act={(run) => run('PATCH', 'organization', { requires_second_factor: !isRequired })}
          onDone={() => {
            setAsking(false);
            return refresh();
          }}
          onClose={() => setAsking(false)}
        >
          <p>
            {isRequired
              ? 'Second factors that people have are still asked for.'
              : 'From their next click on, members without one can only add one. You too.'}
          </p>
        </ConfirmDialog>
      )}
    </Card>
  );
}
