import type { ComponentChildren } from 'preact';
import { timeoutSeconds } from '../api/client.ts';
import type { Failure } from '../api/failure.ts';
import { useSlowness } from '../api/slowness.ts';
import { capital } from '../words/state-words.ts';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import { Icon } from './icons.tsx';

interface FailureProps {
  readonly failure: Failure;
  /** Leaves out what only logs need, for what a person can mend alone. */
  readonly isPlain?: boolean;
  readonly onRetry?: () => void;
}

/** Says what went wrong in the service's words, with what a colleague needs to find it in the logs. */
export function FailureNote({ failure, isPlain = false, onRetry }: FailureProps) {
  const { message, code, requestId, retryAfterSeconds, errors } = failure;
  return (
    <div class="note bad" role="alert">
      <Icon name="warning" />
      <div>
        <p>{capital(message)}</p>
        {errors.length > 0 && (
          <ul>
            {errors.map(({ path, message: problem }) => (
              <li key={path}>
                <code>{path}</code> {problem}
              </li>
            ))}
          </ul>
        )}
        {!isPlain && (
          <p class="quiet">
            {code}
            {retryAfterSeconds !== undefined && <> · try again in {retryAfterSeconds} s</>}
            {requestId !== undefined && (
              <>
                {' · request '}
                <code>{requestId}</code> <CopyButton text={requestId} label="Copy the request id" />
              </>
            )}
          </p>
        )}
      </div>
      {onRetry && <Button look="small" words="Try again" onClick={onRetry} />}
    </div>
  );
}

interface NoteProps {
  readonly tone: 'info' | 'warn' | 'bad' | 'good';
  readonly children: ComponentChildren;
  readonly action?: ComponentChildren;
}

export function Note({ tone, children, action }: NoteProps) {
  return (
    <div class={`note ${tone}`}>
      <Icon name={tone === 'good' ? 'check' : 'warning'} />
      <div>{children}</div>
      {action}
    </div>
  );
}

/** An empty list says what to do next. */
export function Empty({
  title,
  children,
  action,
}: {
  readonly title: string;
  readonly children: ComponentChildren;
  readonly action?: ComponentChildren;
}) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      <p>{children}</p>
      {action}
    </div>
  );
}

/** Shown while something loads. */
export function Skeleton({ lines = 4 }: { readonly lines?: number }) {
  return (
    <div class="skeleton" aria-hidden="true">
      {Array.from({ length: lines }, (_, i) => (
        <span key={i} />
      ))}
    </div>
  );
}

/** Says while a request takes longer than usual how long the page waits for it. */
export function SlowNote() {
  const isSlow = useSlowness();
  return (
    <p class="slow" role="status">
      {isSlow && `This takes longer than usual. The page waits ${timeoutSeconds} s for an answer.`}
    </p>
  );
}
