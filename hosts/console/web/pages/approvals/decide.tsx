import { useState } from 'preact/hooks';
import type { Failure } from '../../api/failure.ts';
import type { Operation } from '../../api/wire.ts';
import { EnvironmentWord } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { TextField } from '../../parts/fields.tsx';
import { Said } from '../../parts/said.tsx';
import { useToast } from '../../parts/toasts.tsx';
import { useMay } from '../../session/session.tsx';
import { usePlace } from '../../session/use-environment.ts';

interface DecideProps {
  readonly operation: Operation;
  readonly company: string;
  readonly title: string;
  readonly amount: string;
}

/** Approve and decline. Opening the page decides nothing: each asks once more, and is sent with the session's token. */
export function Decide(props: DecideProps) {
  const may = useMay('operate');
  const [asked, setAsked] = useState<'approve' | 'decline'>();
  if (!may) return <span class="quiet">Owners and developers decide.</span>;
  return (
    <>
      <Button look="primary" words="Approve…" onClick={() => setAsked('approve')} />
      <Button words="Decline…" onClick={() => setAsked('decline')} />
      {asked && <Ask {...props} verdict={asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}

interface AskProps extends DecideProps {
  readonly verdict: 'approve' | 'decline';
  readonly onClose: () => void;
}

function Ask({ operation, company, title, amount, verdict, onClose }: AskProps) {
  const { api, environment } = usePlace();
  const toast = useToast();
  const [comment, setComment] = useState('');
  const isApproval = verdict === 'approve';
  const said = comment.trim();
  return (
    <ConfirmDialog
      title={isApproval ? 'Approve this write?' : 'Decline this write?'}
      verb={isApproval ? 'Approve and write' : 'Decline'}
      isDangerous={!isApproval}
      isReady={isApproval || said !== ''}
      act={(run) =>
        run('POST', api(`operations/${operation.operation_id}/${verdict}`), said === '' ? {} : { reason: said })
      }
      onDone={() => {
        toast(isApproval ? 'Approved: it is written now' : 'Declined: nothing is written');
        onClose();
      }}
      onClose={onClose}
    >
      {(failure) => (
        <>
          <p class="whose-company">
            <Said text={company} line /> <EnvironmentWord environment={environment} />
          </p>
          <p>
            {title}
            {amount !== '' && (
              <>
                {' · '}
                <strong>{amount}</strong>
              </>
            )}
          </p>
          <Comment verdict={verdict} comment={comment} onInput={setComment} failure={failure} />
        </>
      )}
    </ConfirmDialog>
  );
}

interface CommentProps {
  readonly verdict: 'approve' | 'decline';
  readonly comment: string;
  readonly onInput: (comment: string) => void;
  readonly failure: Failure | undefined;
}

function Comment({ verdict, comment, onInput, failure }: CommentProps) {
  const isApproval = verdict === 'approve';
  return (
    <TextField
      label={isApproval ? 'Comment (if you like)' : 'Comment'}
      hint="The agent reads it, and it is kept in the audit log."
      error={failure?.field('reason')}
      value={comment}
      onInput={onInput}
      rest={{ required: !isApproval, maxLength: 1000, autocomplete: 'off' }}
    />
  );
}
