import { useAction } from '../../api/use-action.ts';
import { LinkButton } from '../../parts/button.tsx';
import { Note } from '../../parts/notes.tsx';
import { isDone } from '../../words/wizard-steps.ts';
import { CheckList } from './check-list.tsx';
import { ConsentButton } from './consent-button.tsx';
import type { StepProps } from './step-props.ts';

export function ConsentStep({ app, hrefOf }: StepProps) {
  const action = useAction();
  const isGiven = isDone(app, 'consent');
  return (
    <section class="card wizard">
      <div class="wizard-body">
        <h2>Consent once, as a customer would</h2>
        <p>
          The provider opens in a new tab. Sign in there, choose any organization – a demo company will do – and allow
          access. This connects and stores nothing; this page notices by itself when you are back.
        </p>
        <CheckList app={app} only={['oauth', 'scopes']} />
        {isGiven && <Note tone="good">The consent has arrived with every scope that is needed.</Note>}
        <ConsentButton app={app} action={action} isAgain={isGiven} />
      </div>
      <footer class="wizard-foot">
        <LinkButton words="Back" href={hrefOf('credentials')} />
        <LinkButton
          look={isGiven ? 'primary' : ''}
          words={isGiven ? 'Go on' : 'Skip for now'}
          href={hrefOf('verify')}
        />
      </footer>
    </section>
  );
}
