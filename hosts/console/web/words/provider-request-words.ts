import type { ProviderRequest, ProviderRequestDetail } from '../api/wire.ts';

type Outcome = ProviderRequest['outcome'];

export const outcomeWords: Readonly<Record<Outcome, string>> = {
  done: 'Done',
  refused: 'Refused',
  unknown: 'Unknown',
};

export const outcomeTones: Readonly<Record<Outcome, 'good' | 'bad' | 'warn'>> = {
  done: 'good',
  refused: 'bad',
  unknown: 'warn',
};

/** Why nobody may settle it yet, or any more; undefined if a person may. */
export function settleHint({ outcome, settleable_at: at }: ProviderRequestDetail, now: Date): string | undefined {
  if (outcome !== 'unknown') return 'Its outcome is known by now.';
  if (at === null || new Date(at) <= now) return undefined;
  const minutes = Math.ceil((new Date(at).getTime() - now.getTime()) / 60_000);
  return `The program that made it may still repeat it: settle it in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`;
}
