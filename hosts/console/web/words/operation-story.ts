import type { TimelineEntry } from '../api/wire.ts';
import type { Span } from './story-axis.ts';
import { leaf, part, type StoryPart, told, waitNow, withWaits } from './story-part.ts';

/** An operation from its creation to its end: its waits, and its steps with attempts and calls. */
export function operationPart(created: TimelineEntry, own: readonly TimelineEntry[], now: number): StoryPart {
  const ofKind = (kind: TimelineEntry['kind']) => own.filter((entry) => entry.kind === kind);
  const phase = (name: string) => ofKind('operation').find(({ details }) => details['phase'] === name);
  const [calls, steps, attempts] = [ofKind('provider_call'), ofKind('step'), ofKind('attempt')];
  const ended = phase('finished');
  const { type, state } = ended?.details ?? created.details;
  const { from } = told(created);
  const last = Math.max(from, ...attempts.map((one) => told(one).to));
  const children: StoryPart[] = [];
  const tries: Try[] = attempts.map(told);
  if (ended === undefined && state === 'running') {
    const started = attempts.length === 0 ? phase('started') : undefined;
    const signs = [...calls, ...steps].map((one) => told(one).from).filter((at) => at >= last);
    tries.push({ entry: undefined, from: started ? told(started).from : Math.min(now, ...signs), to: now });
  } else if (ended === undefined) {
    children.push(waitNow(created.details, last, now));
  }
  const first = Math.min(...tries.map((one) => one.from));
  if (first > from && tries.length > 0) children.push(part({ kind: 'wait', title: 'In the queue', from, to: first }));
  children.push(...partsOf(piecesOf(tries, steps), calls));
  const title = `${type}: ${state}`;
  const entry = ended ? { ...ended, at: created.at } : created;
  const isRunning = ended === undefined;
  const isFolded = !isRunning && steps.length === 0 && tries.length > 1;
  const to = ended ? told(ended).to : now;
  return part({ kind: 'operation', title, entry, isRunning, isFolded, from, to, children });
}

/** An attempt; without an entry while it runs. */
interface Try extends Span {
  readonly entry: TimelineEntry | undefined;
}

/** What an attempt did for one step, or after its last step. */
interface Piece extends Try {
  readonly step: TimelineEntry | undefined;
  /** True after a step that ended in the same attempt. */
  readonly isRest: boolean;
}

/** Cuts attempts where steps ended. The rest of an attempt that did not succeed was spent on the step that ended next. */
function piecesOf(tries: readonly Try[], steps: readonly TimelineEntry[]): readonly Piece[] {
  const open = steps.toSorted((a, b) => told(a).to - told(b).to);
  const pieces: Piece[] = [];
  for (const { entry, from, to } of tries.toSorted((a, b) => a.from - b.from)) {
    let at = from;
    for (let step = open[0]; step && told(step).to <= to; step = open[0]) {
      pieces.push({ entry, step, isRest: at > from, from: at, to: Math.max(at, told(step).to) });
      at = Math.max(at, told(step).to);
      open.shift();
    }
    const next = entry?.details['outcome'] === 'succeeded' ? undefined : open[0];
    pieces.push({ entry, step: next, isRest: at > from, from: at, to });
  }
  return [...pieces, ...open.map((step) => ({ ...told(step), entry: undefined, step, isRest: false }))];
}

/** Each step with its attempts, or with its calls if one attempt was enough; then what belongs to no step. */
function partsOf(pieces: readonly Piece[], calls: readonly TimelineEntry[]): readonly StoryPart[] {
  const madeIn = Map.groupBy(calls, (call) => {
    const { from: at } = told(call);
    return pieces.findLast(({ from, to }) => from <= at && at <= to);
  });
  const callsIn = (piece: Piece): readonly StoryPart[] => (madeIn.get(piece) ?? []).map(leaf);
  const attempt = (piece: Piece): StoryPart => {
    const { entry, from, to } = piece;
    const children = callsIn(piece);
    if (entry) return part({ ...told(entry), from, to, children });
    return part({ kind: 'attempt', title: 'Attempt: running', isRunning: true, from, to, children });
  };
  const parts: StoryPart[] = [];
  for (const [step, own] of Map.groupBy(pieces, (piece) => piece.step)) {
    // After its last step an attempt tells nothing unless it made calls or goes on.
    const telling = own.filter((piece) => step || !piece.isRest || madeIn.has(piece) || !piece.entry);
    const tries = withWaits(telling.map(attempt));
    const [only] = telling;
    if (step && only && telling.length === 1) parts.push(part({ ...told(step), children: callsIn(only) }));
    else if (step) parts.push(part({ ...told(step), isFolded: true, children: tries }));
    else parts.push(...tries);
  }
  return [...parts, ...(madeIn.get(undefined) ?? []).map(leaf)];
}
