import { useState } from 'preact/hooks';
import { useAction } from '../../api/use-action.ts';
import { useLoad } from '../../api/use-load.ts';
import type { Factor } from '../../api/wire.ts';
import { Button } from '../../parts/button.tsx';
import { FormDialog } from '../../parts/confirm-dialog.tsx';
import type { Column } from '../../parts/data-table.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Card } from '../../parts/facts.tsx';
import { Empty } from '../../parts/notes.tsx';
import { CurrentPassword } from '../../parts/password-fields.tsx';
import { RecoveryCodes } from '../../parts/recovery-codes.tsx';
import { Time } from '../../parts/time.tsx';
import { useToast } from '../../parts/toasts.tsx';
import { WholeList } from '../../parts/whole-list.tsx';
import { AddFactor } from '../../session/add-factor.tsx';
import { plural } from '../../words/quantity.ts';

interface OwnFactors {
  readonly items: readonly Factor[];
  readonly recovery_codes_left: number;
}

type Doing = { readonly act: 'add' | 'added' | 'codes' } | { readonly act: 'remove'; readonly factor: Factor };

export function SecondFactors() {
  const loaded = useLoad<OwnFactors>('session/factors');
  const [doing, setDoing] = useState<Doing>();
  const close = () => setDoing(undefined);
  const rows = loaded.data?.items;
  const hasSome = rows !== undefined && rows.length > 0;
  return (
    <Card
      title="Second factors"
      actions={<Button look="small" words="Add a second factor" onClick={() => setDoing({ act: 'add' })} />}
    >
      <WholeList
        caption="Second factors"
        loaded={loaded}
        rows={rows}
        columns={columnsWith((factor) => setDoing({ act: 'remove', factor }))}
        rowKey={({ id }) => id}
        empty={<Empty title="None">Your password alone opens everything that your role may do.</Empty>}
      />
      {hasSome && (
        <p class="pad quiet">
          {plural(loaded.data?.recovery_codes_left ?? 0, 'recovery code')} left.{' '}
          <Button look="small" words="Make new ones…" onClick={() => setDoing({ act: 'codes' })} />
        </p>
      )}
      {(doing?.act === 'add' || doing?.act === 'added') && (
        <Dialog title="Add a second factor" onClose={close} mustStay={doing.act === 'added'}>
          <div class="dialog-body">
            <AddFactor onDone={close} onCodes={() => setDoing({ act: 'added' })} />
          </div>
        </Dialog>
      )}
      {doing?.act === 'codes' && <RenewCodes onClose={close} />}
      {doing?.act === 'remove' && <RemoveFactor factor={doing.factor} onClose={close} />}
    </Card>
  );
}

function columnsWith(onRemove: (factor: Factor) => void): readonly Column<Factor>[] {
  return [
    { label: 'Name', cell: ({ name }) => <strong>{name}</strong> },
    { label: 'Added', wide: true, cell: ({ created_at: at }) => <Time at={at} /> },
    { label: 'Last used', cell: ({ last_used_at: at }) => <Time at={at} /> },
    {
      label: 'Actions',
      kind: 'end',
      cell: (factor) => (
        <Button
          look="small"
          words="Remove…"
          label={`Remove the second factor ${factor.name}`}
          onClick={() => onRemove(factor)}
        />
      ),
    },
  ];
}

interface PasswordDialogProps {
  readonly title: string;
  readonly verb: string;
  readonly words: string;
  readonly path: string;
  readonly onDone: (data: { readonly recovery_codes?: readonly string[] }) => void;
  readonly onClose: () => void;
}

function PasswordDialog({ title, verb, words, path, onDone, onClose }: PasswordDialogProps) {
  const { run, isPending, failure } = useAction();
  const [password, setPassword] = useState('');
  const send = async () => {
    const answer = await run<Parameters<typeof onDone>[0]>('POST', path, { current_password: password });
    if (answer) onDone(answer.data);
  };
  return (
    <FormDialog {...{ title, verb, isPending, onClose }} failure={failure?.ofNoField} onSubmit={send}>
      <p>{words}</p>
      <CurrentPassword failure={failure} value={password} onInput={setPassword} />
    </FormDialog>
  );
}

function RemoveFactor({ factor, onClose }: { readonly factor: Factor; readonly onClose: () => void }) {
  const toast = useToast();
  const done = () => {
    toast(`“${factor.name}” is removed`);
    onClose();
  };
  return (
    <PasswordDialog
      title="Remove this second factor?"
      verb="Remove"
      words={`“${factor.name}” signs nobody in any more. Without any second factor your password alone does.`}
      path={`session/factors/${factor.id}/remove`}
      onDone={done}
      onClose={onClose}
    />
  );
}

function RenewCodes({ onClose }: { readonly onClose: () => void }) {
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes) {
    return (
      <Dialog title="New recovery codes" onClose={onClose} mustStay>
        <div class="dialog-body">
          <RecoveryCodes codes={codes} onClose={onClose} />
        </div>
      </Dialog>
    );
  }
  return (
    <PasswordDialog
      title="Make new recovery codes?"
      verb="Make new ones"
      words="The old ones stop working."
      path="session/factors/recovery-codes"
      onDone={(data) => setCodes(data.recovery_codes ?? [])}
      onClose={onClose}
    />
  );
}
