import type { Answer } from './client.ts';

// What was last answered under an address: shown at once when one comes back to it, while it is asked for anew.

const most = 200;
const answers = new Map<string, Answer<unknown>>();
const listeners = new Set<() => void>();

export function kept<T>(path: string): Answer<T> | undefined {
  return answers.get(path) as Answer<T> | undefined;
}

export function keep(path: string, answer: Answer<unknown>): void {
  answers.delete(path);
  answers.set(path, answer);
  const [oldest] = answers.keys();
  if (answers.size > most && oldest !== undefined) answers.delete(oldest);
}

/** Forgets everything: somebody else may sign in. */
export function forgetAnswers(): void {
  answers.clear();
}

/** Something was changed: nothing kept is sure any more, and what is shown is asked for again. */
export function noteChange(): void {
  answers.clear();
  for (const listener of listeners) listener();
}

export function onChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
