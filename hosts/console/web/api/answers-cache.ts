import type { Answer } from './client.ts';

// The last answer of each path: shown at once when its page is opened again, while it is loaded anew.

const most = 200;
const answers = new Map<string, Answer<unknown>>();
const listeners = new Set<() => void>();

export function cachedAnswer<T>(path: string): Answer<T> | undefined {
  return answers.get(path) as Answer<T> | undefined;
}

export function cacheAnswer(path: string, answer: Answer<unknown>): void {
  answers.delete(path);
  answers.set(path, answer);
  const [oldest] = answers.keys();
  if (answers.size > most && oldest !== undefined) answers.delete(oldest);
}

/** Forgets everything: another person may sign in. */
export function forgetAnswers(): void {
  answers.clear();
}

/** Something was changed: cached answers may be old, and what is shown is loaded again. */
export function noteChange(): void {
  answers.clear();
  for (const listener of listeners) listener();
}

export function onChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
