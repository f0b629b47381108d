import { type Id, isId } from '../domain/ids.ts';
import type { Operation } from '../domain/operation.ts';

type Asked = Pick<Operation, 'type' | 'input'>;

/** An id of the operation's input. What is missing there was queued wrongly: a defect. */
export function inputId<P extends string>({ type, input }: Asked, prefix: P, name: string): Id<P> {
  const value = input[name];
  if (typeof value === 'string' && isId(prefix, value)) return value;
  throw new Error(`the input of a ${type} operation has no ${name}`);
}

export function inputText({ type, input }: Asked, name: string): string {
  const value = input[name];
  if (typeof value === 'string' && value !== '') return value;
  throw new Error(`the input of a ${type} operation has no ${name}`);
}
