import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Failure } from '../api/failure.ts';
import { Dialog } from './dialog.tsx';
import { TextField } from './fields.tsx';
import { FailureNote, SlowNote } from './notes.tsx';

interface ConfirmProps {
  readonly title: string;
  readonly children: ComponentChildren;
  /** The button's text, such as "Disconnect". */
  readonly verb: string;
  readonly isDangerous?: boolean;
  /** Asks for a reason, which the audit log stores. */
  readonly asksReason?: boolean;
  /** False until the consequences are known. */
  readonly isReady?: boolean;
  /** A text that must be typed to confirm. */
  readonly typed?: string | undefined;
  readonly isPending: boolean;
  readonly failure: Failure | undefined;
  readonly onConfirm: (reason: string) => void;
  readonly onClose: () => void;
}

/** An act on this many things asks for a typed text in test, too. */
export const typedFrom = 100;

/** Asks for confirmation, if need be with a reason, or by typing the object's name. */
export function ConfirmDialog(props: ConfirmProps) {
  const { title, children, verb, isDangerous = false, asksReason = false, typed, isPending, failure } = props;
  const [reason, setReason] = useState('');
  const [name, setName] = useState('');
  const isReady =
    props.isReady !== false && (!asksReason || reason.trim() !== '') && (typed === undefined || name.trim() === typed);
  return (
    <Dialog title={title} onClose={props.onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) props.onConfirm(reason.trim());
        }}
      >
        <div class="dialog-body">
          {children}
          {asksReason && (
            <TextField
              label="Reason"
              hint="Kept in the audit log."
              error={failure?.field('reason')}
              value={reason}
              onInput={setReason}
              rest={{ required: true, maxLength: 500, autocomplete: 'off' }}
            />
          )}
          {typed !== undefined && (
            <TextField
              label={`Type ${typed} to confirm`}
              value={name}
              onInput={setName}
              rest={{ autocomplete: 'off', spellcheck: false }}
            />
          )}
          {failure && <FailureNote failure={failure} />}
        </div>
        <DialogButtons verb={verb} {...{ isDangerous, isPending, isReady }} onClose={props.onClose} />
      </form>
    </Dialog>
  );
}

interface ButtonsProps {
  readonly verb: string;
  readonly isDangerous?: boolean;
  readonly isPending: boolean;
  readonly isReady?: boolean;
  readonly onClose: () => void;
}

export function DialogButtons({ verb, isDangerous = false, isPending, isReady = true, onClose }: ButtonsProps) {
  return (
    <footer class="dialog-foot">
      {isPending && <SlowNote />}
      <button type="button" class="button" onClick={onClose}>
        Cancel
      </button>
      <button type="submit" class={isDangerous ? 'button danger' : 'button primary'} disabled={!isReady || isPending}>
        {isPending ? 'One moment…' : verb}
      </button>
    </footer>
  );
}
