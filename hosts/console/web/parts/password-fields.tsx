import type { Failure } from '../api/failure.ts';
import { PasswordField } from './fields.tsx';

interface PasswordProps {
  readonly label?: string;
  readonly failure: Failure | undefined;
  readonly value: string;
  readonly onInput: (value: string) => void;
}

export function CurrentPassword({ label = 'Your password', failure, value, onInput }: PasswordProps) {
  const error = failure?.field('current_password');
  const rest = { autocomplete: 'current-password', required: true };
  return <PasswordField {...{ label, error, value, onInput, rest }} />;
}

const shortest = 12;

/** `name` is the body's field, for its error. */
export function NewPassword({ name, label, failure, value, onInput }: Required<PasswordProps> & { name: string }) {
  const hint = `At least ${shortest} characters; a sentence is good.`;
  const rest = { autocomplete: 'new-password', required: true, minLength: shortest };
  return <PasswordField error={failure?.field(name)} {...{ label, hint, value, onInput, rest }} />;
}
