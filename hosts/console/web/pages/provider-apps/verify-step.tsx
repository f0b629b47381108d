import { useAction } from '../../api/use-action.ts';
import { Button, LinkButton } from '../../parts/button.tsx';
import { FailureNote } from '../../parts/notes.tsx';
import { isDone, statusOf } from '../../words/wizard-steps.ts';
import { CheckList } from './check-list.tsx';
import type { StepProps } from './step-props.ts';
import { useVerify } from './use-verify.ts';

const atTheProvider =
  'At the provider, on the app’s webhook page, press “Send intent to receive”. What changes is seen here by itself.';

/** The live list of checks; once all have passed, the app's page replaces it. */
export function VerifyStep({ app, hrefOf }: StepProps) {
  const action = useAction();
  const verify = useVerify(app, action);
  const failure = action.failure;
  return (
    <section class="card wizard">
      <div class="wizard-body">
        <h2>Verification</h2>
        <p>{statusOf(app, 'webhook') === 'passed' ? 'The webhook address is known to work.' : atTheProvider}</p>
        <CheckList app={app} />
        {failure && <FailureNote failure={failure} />}
      </div>
      <footer class="wizard-foot">
        <LinkButton
          words={isDone(app, 'consent') ? 'Back' : 'To the consent'}
          href={hrefOf(isDone(app, 'consent') ? 'credentials' : 'consent')}
        />
        <Button
          look="primary"
          words={action.isPending ? 'Asking the provider…' : 'Check now'}
          isDisabled={action.isPending}
          onClick={verify}
        />
      </footer>
    </section>
  );
}
