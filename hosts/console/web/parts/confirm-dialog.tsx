import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Answer } from '../api/client.ts';
import type { Failure } from '../api/failure.ts';
import { type Action, useAction } from '../api/use-action.ts';
import { inWords } from '../words/refusal-words.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { TextField } from './fields.tsx';
import { Form } from './form.tsx';
import { FailureNote, SlowNote } from './notes.tsx';
import { useToast } from './toasts.tsx';

interface FormDialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
  /** The button's text, such as "Disconnect". */
  readonly verb: string;
  readonly isDangerous?: boolean;
  /** False until the form can be sent. */
  readonly isReady?: boolean;
  readonly isPending: boolean;
  readonly failure: Failure | undefined;
  readonly onSubmit: () => unknown;
  readonly onClose: () => void;
}

/** A dialog with a form. The failure stands below its fields, in the words of the pages. */
export function FormDialog(props: FormDialogProps) {
  const { title, children, verb, isDangerous = false, isReady = true, isPending, failure, onSubmit, onClose } = props;
  const refusal = inWords(failure);
  return (
    <Dialog title={title} onClose={onClose}>
      <Form look="" onSubmit={() => isReady && onSubmit()}>
        <div class="dialog-body">
          {children}
          {refusal && <FailureNote failure={refusal} />}
        </div>
        <footer class="dialog-foot">
          {isPending && <SlowNote />}
          <Button words="Cancel" onClick={onClose} />
          <button
            type="submit"
            class={isDangerous ? 'button danger' : 'button primary'}
            disabled={!isReady || isPending}
          >
            {isPending ? 'One moment…' : verb}
          </button>
        </footer>
      </Form>
    </Dialog>
  );
}

interface ConfirmProps<T> extends Pick<FormDialogProps, 'title' | 'verb' | 'isDangerous' | 'isReady' | 'onClose'> {
  /** A function gets the failure, for the fields that it shows. */
  readonly children: ComponentChildren | ((failure: Failure | undefined) => ComponentChildren);
  /** Asks for a reason, which the audit log stores. */
  readonly asksReason?: boolean;
  /** A text that must be typed to confirm. */
  readonly typed?: string | undefined;
  /** What failed before anything was confirmed. */
  readonly failure?: Failure | undefined;
  /** Makes the call; after a failure the dialog stays. */
  readonly act: (run: Action['run'], reason: string) => Promise<Answer<T> | undefined>;
  /** What a toast says afterwards. */
  readonly said?: string;
  /** What happens afterwards; without it, the dialog closes. */
  readonly onDone?: (answer: Answer<T>) => unknown;
}

/** An act on this many things asks for a typed text in test, too. */
export const typedFrom = 100;

/** Asks for confirmation, if need be with a reason, or by typing the object's name, and acts. */
export function ConfirmDialog<T>(props: ConfirmProps<T>) {
  const { children, asksReason = false, typed, act, said, onClose, onDone = onClose, ...rest } = props;
  const toast = useToast();
  const { run, isPending, failure } = useAction();
  const [reason, setReason] = useState('');
  const [name, setName] = useState('');
  const isReady =
    props.isReady !== false && (!asksReason || reason.trim() !== '') && (typed === undefined || name.trim() === typed);
  const confirm = async () => {
    const answer = await act(run, reason.trim());
    if (!answer) return;
    if (said !== undefined) toast(said);
    onDone(answer);
  };
  return (
    <FormDialog {...rest} {...{ isReady, isPending, onClose }} failure={failure ?? props.failure} onSubmit={confirm}>
      {typeof children === 'function' ? children(failure) : children}
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
    </FormDialog>
  );
}
