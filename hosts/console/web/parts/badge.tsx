import type { Environment } from '../words/object-path.ts';
import { recordStatus } from '../words/record-summary.ts';
import { stateWords, type Tone } from '../words/state-words.ts';

export function Badge({ tone, children }: { readonly tone: Tone; readonly children: string }) {
  return <span class={`badge ${tone}`}>{children}</span>;
}

export function StateBadge({ state }: { readonly state: string }) {
  const { words, tone } = stateWords(state);
  return <Badge tone={tone}>{words}</Badge>;
}

/** The status of a record; null where the provider gives none. */
export function RecordBadge({ status }: { readonly status: unknown }) {
  if (typeof status !== 'string') return null;
  const { words, tone } = recordStatus(status);
  return <Badge tone={tone}>{words}</Badge>;
}

/** Test or live, always in the environment's colour. */
export function EnvironmentWord({ environment }: { readonly environment: Environment }) {
  return <span class={`plane ${environment}`}>{environment === 'test' ? 'Test' : 'Live'}</span>;
}
