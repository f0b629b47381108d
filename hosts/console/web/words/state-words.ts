export type Tone = 'good' | 'busy' | 'warn' | 'bad' | 'quiet';

interface Told {
  readonly words: string;
  readonly tone: Tone;
}

const told: Readonly<Record<string, Told>> = {
  queued: { words: 'Queued', tone: 'quiet' },
  running: { words: 'Running', tone: 'busy' },
  retrying: { words: 'Retrying', tone: 'warn' },
  succeeded: { words: 'Succeeded', tone: 'good' },
  failed: { words: 'Failed', tone: 'bad' },
  cancelled: { words: 'Cancelled', tone: 'quiet' },
  dead_letter: { words: 'Dead letter', tone: 'bad' },
  postponed: { words: 'Postponed', tone: 'quiet' },
  lost: { words: 'Worker lost', tone: 'warn' },
  pending_selection: { words: 'Choosing organization', tone: 'quiet' },
  active: { words: 'Active', tone: 'good' },
  action_required: { words: 'Action required', tone: 'bad' },
  disconnecting: { words: 'Disconnecting', tone: 'busy' },
  disconnected: { words: 'Disconnected', tone: 'quiet' },
  enabled: { words: 'Enabled', tone: 'good' },
  disabled: { words: 'Disabled', tone: 'quiet' },
  healthy: { words: 'Healthy', tone: 'good' },
  failing: { words: 'Failing', tone: 'warn' },
  open: { words: 'Held back', tone: 'bad' },
  draft: { words: 'Draft', tone: 'warn' },
  verified: { words: 'Verified', tone: 'good' },
  revoked: { words: 'Revoked', tone: 'quiet' },
};

/** A state as people read it, and how it is coloured; a state that is new here is shown as it comes. */
export function stateWords(state: string): Told {
  return told[state] ?? { words: capital(state.replaceAll('_', ' ')), tone: 'quiet' };
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const underWay = new Set(['queued', 'running', 'retrying']);

const soonMs = 10_000;

/** Whether it is worth looking again at once: it runs, or is tried again in a moment. What is held back may wait for days. */
export function movesSoon(
  { state, next_attempt_at: next }: { readonly state: string; readonly next_attempt_at: string | null },
  now: Date,
): boolean {
  if (state === 'running') return true;
  if (state !== 'queued' && state !== 'retrying') return false;
  return next !== null && Date.parse(next) - now.getTime() < soonMs;
}

export function isUnderWay(state: string): boolean {
  return underWay.has(state);
}
