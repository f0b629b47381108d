import type { Operation, OperationState, Step, TimelineEntry, WireError } from '../../api/wire.ts';
import { Card } from '../../parts/facts.tsx';
import { Note } from '../../parts/notes.tsx';
import { Time } from '../../parts/time.tsx';
import { duration, plural } from '../../words/quantity.ts';
import { isUnderWay } from '../../words/state-words.ts';
import { stepProgress } from '../../words/step-progress.ts';

interface ErrorBoxProps {
  readonly error: WireError;
  readonly state: OperationState;
}

/** An ended operation is not tried again, whatever kind of error it has. */
export function ErrorBox({ error, state }: ErrorBoxProps) {
  const { code, reason, message, outcome } = error;
  const next = isUnderWay(state) ? 'is tried again by itself' : 'is not tried again by itself';
  const facts = [code, reason, outcome && `outcome ${outcome}`, next];
  return (
    <Note tone="bad">
      <p>{message}</p>
      <p class="quiet">{facts.filter(Boolean).join(' · ')}</p>
    </Note>
  );
}

const shownSteps = 50;

/** The finished steps; of very many, the latest. */
export function Steps({ operation }: { readonly operation: Operation }) {
  const { steps, state } = operation;
  const left = Math.max(0, steps.length - shownSteps);
  return (
    <Card title="Steps">
      {steps.length === 0 && <p class="pad quiet">{noStepWords(state)}</p>}
      {left > 0 && <p class="pad quiet">{left} earlier steps are not shown.</p>}
      <ol class="steps">
        {steps.slice(left).map((step) => (
          <StepLine key={`${step.name} ${step.started_at}`} step={step} />
        ))}
        {state === 'running' && (
          <li class="step busy">
            <span class="step-name">Working…</span>
          </li>
        )}
      </ol>
    </Card>
  );
}

function noStepWords(state: OperationState): string {
  if (state === 'awaiting_approval') return 'Nothing is done before somebody has approved it.';
  return isUnderWay(state) ? 'No step has finished yet.' : 'It ended without a step.';
}

function StepLine({ step }: { readonly step: Step }) {
  const ms = Date.parse(step.finished_at) - Date.parse(step.started_at);
  const progress = stepProgress(step.result);
  return (
    <li class={`step ${step.state === 'succeeded' ? 'good' : 'bad'}`}>
      <span class="step-name">
        {step.name}
        {progress !== '' && <span class="quiet"> {progress}</span>}
        {step.error && <span class="step-error">{step.error.message}</span>}
      </span>
      <span class="quiet">{duration(ms)}</span>
      <Time at={step.finished_at} />
    </li>
  );
}

interface ReplaysProps {
  readonly operation: Operation;
  /** The operation's, which names who replayed it. */
  readonly timeline: readonly TimelineEntry[];
}

export function Replays({ operation, timeline }: ReplaysProps) {
  const names = new Map(timeline.map(({ details }) => [details['actor'], details['actor_name']]));
  if (operation.replays.length === 0) return null;
  return (
    <Card title="Replays">
      <ol class="attempts">
        {operation.replays.toReversed().map(({ at, actor, reason, previous_state, previous_attempt_count }) => (
          <li key={at}>
            <span class="attempt-head">
              <strong>{reason}</strong>
              <Time at={at} />
            </span>
            <span class="quiet">
              by {String(names.get(actor) ?? actor)}, after {plural(previous_attempt_count, 'attempt')} ended as{' '}
              {previous_state}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
