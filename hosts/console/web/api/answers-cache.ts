import type { Answer } from './client.ts';

// Keeps each path's last answer, which a page shows at once when it is opened again, until the new answer comes.

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

/** Removes all answers, because another person may sign in. */
export function forgetAnswers(): void {
  answers.clear();
}

/** Called after a change: removes all answers and reloads what is shown. */
export function noteChange(): void {
  answers.clear();
  for (const listener of listeners) listener();
}

export function onChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
