import { useState } from 'preact/hooks';
import { useAction } from '../../api/use-action.ts';
import type { Connection } from '../../api/wire.ts';
import { Button } from '../../parts/button.tsx';
import { CopyField } from '../../parts/copy-field.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { FailureNote } from '../../parts/notes.tsx';
import { Time } from '../../parts/time.tsx';
import { usePlace } from '../../session/use-environment.ts';

interface PortalSession {
  readonly url: string;
  readonly expires_at: string;
}

/** Makes the link to the page on which a customer renews or ends the access. */
export function PortalButton({ connection }: { readonly connection: Connection }) {
  const { api } = usePlace();
  const { run, isPending, failure, clear } = useAction();
  const [session, setSession] = useState<PortalSession>();
  const { connection_id, provider_tenant_name } = connection;
  const make = async () => {
    const asked = { connection_id, expires_in_minutes: 24 * 60 };
    setSession((await run<PortalSession>('POST', api('portal-sessions'), asked))?.data);
  };
  const close = () => {
    clear();
    setSession(undefined);
  };
  return (
    <>
      <Button words="Customer’s page" isDisabled={isPending} onClick={make} />
      {(session ?? failure) && (
        <Dialog title="The customer’s page" onClose={close}>
          <div class="dialog-body">
            <p>
              Here the customer sees what is read and written in <strong>{provider_tenant_name}</strong>, renews the
              access, or ends it. Whoever has the link can do the same: send it to nobody else.
            </p>
            {failure && <FailureNote failure={failure} />}
            {session && <CopyField label="Link" text={session.url} />}
            {session && (
              <p>
                It ends <Time at={session.expires_at} />.
              </p>
            )}
          </div>
          <footer class="dialog-foot">
            <Button words="Close" onClick={close} />
            {session && (
              <a class="button primary" href={session.url} target="_blank" rel="noreferrer">
                Open it in a new tab
              </a>
            )}
          </footer>
        </Dialog>
      )}
    </>
  );
}
