import { useState } from 'preact/hooks';
import { prefix } from '../../api/prefix.ts';
import type { Operation } from '../../api/wire.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { useToast } from '../../parts/toasts.tsx';
import { useMay, useMe } from '../../session/session.tsx';
import { usePlace } from '../../session/use-environment.ts';
import { withQuery } from '../../words/query-state.ts';
import { isUnderWay, replayable } from '../../words/state-words.ts';

const isBulk = ({ type }: Operation) => type === 'records.bulk';
const replayWords = (operation: Operation) => (isBulk(operation) ? 'Replay failed items' : 'Replay');

type Asked = 'replay' | 'cancel';

/** Actions on an operation; each asks for a reason. */
export function OperationActions({ operation }: { readonly operation: Operation }) {
  const may = useMay('operate');
  const [asked, setAsked] = useState<Asked>();
  const { state } = operation;
  if (!may) return <ExportedFile operation={operation} />;
  return (
    <>
      <ExportedFile operation={operation} />
      {replayable.has(state) && (
        <Button look="primary" words={replayWords(operation)} onClick={() => setAsked('replay')} />
      )}
      {isUnderWay(state) && <Button words="Cancel operation" onClick={() => setAsked('cancel')} />}
      {asked && <Ask asked={asked} operation={operation} onClose={() => setAsked(undefined)} />}
    </>
  );
}

/** The link to the file that the operation made. */
function ExportedFile({ operation }: { readonly operation: Operation }) {
  const { api } = usePlace();
  const { organization_id: organization } = useMe();
  const { operation_id: id, type, state } = operation;
  if (type !== 'list.export' || state !== 'succeeded') return null;
  const path = withQuery(api(`exports/${id}/file`), { organization });
  return (
    <a class="button primary" href={`${prefix}/accounting/${path}`} download>
      Download file
    </a>
  );
}

interface AskProps {
  readonly asked: Asked;
  readonly operation: Operation;
  readonly onClose: () => void;
}

function Ask({ asked, operation, onClose }: AskProps) {
  const { api, environment } = usePlace();
  const toast = useToast();
  const { operation_id: id, type } = operation;
  const isCancel = asked === 'cancel';
  return (
    <ConfirmDialog
      title={
        isCancel ? 'Cancel this operation?' : isBulk(operation) ? 'Replay failed items?' : 'Replay this operation?'
      }
      verb={isCancel ? 'Cancel operation' : replayWords(operation)}
      isDangerous={isCancel}
      typed={isCancel && environment === 'live' ? 'live' : undefined}
      asksReason
      act={(run, reason) => run('POST', api(`operations/${id}/${asked}`), { reason })}
      onDone={({ message }) => {
        toast(message);
        onClose();
      }}
      onClose={onClose}
    >
      <p>
        {isCancel
          ? `${type} stops at its next step. What it has already written remains.`
          : isBulk(operation)
            ? 'The same items are sent again, except those that are written. Unknown ones are looked for in the books first.'
            : `${type} runs again. Steps that succeeded are not repeated; the others get new attempts.`}
      </p>
    </ConfirmDialog>
  );
}
