import { stateWords, type Tone } from '../words/state-words.ts';

export function Badge({ tone, children }: { readonly tone: Tone; readonly children: string }) {
  return <span class={`badge ${tone}`}>{children}</span>;
}

export function StateBadge({ state }: { readonly state: string }) {
  const { words, tone } = stateWords(state);
  return <Badge tone={tone}>{words}</Badge>;
}
