import { useEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import type { ProviderApp } from '../../api/wire.ts';
import { StateBadge } from '../../parts/badge.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { usePlace } from '../../session/use-environment.ts';
import { stepAsked, type WizardStep } from '../../words/wizard-steps.ts';
import { ConsentStep } from './consent-step.tsx';
import { CredentialsStep } from './credentials-step.tsx';
import { RegisterStep } from './register-step.tsx';
import { Stepper } from './stepper.tsx';
import { VerifyStep } from './verify-step.tsx';

/** The setup of an app at the URL's step, or at the step that is due; going back and reloading keep the step. */
export function Wizard({ app }: { readonly app: ProviderApp }) {
  const { to } = usePlace();
  const { query, route } = useLocation();
  const here = stepAsked(app, query['step']);
  const hrefOf = (step: WizardStep) => to(`provider-apps/${app.provider_app_id}?step=${step}`);
  const Step = steps[here];
  const address = hrefOf(here);
  // The URL names every step, even the one where the setup was resumed, because going back must not lead forward.
  useEffect(() => {
    if (query['step'] !== here) route(address, true);
  }, [query['step'], here, address, route]);
  return (
    <>
      <PageHead
        title={app.name}
        badge={<StateBadge state={app.status} />}
        up={{ href: to('provider-apps'), label: 'Provider apps' }}
        under="You can stop after any step and come back."
      />
      <Stepper here={here} app={app} hrefOf={hrefOf} />
      <Step key={here} app={app} hrefOf={hrefOf} go={(step) => route(hrefOf(step))} />
    </>
  );
}

const steps = {
  name: RegisterStep,
  register: RegisterStep,
  credentials: CredentialsStep,
  consent: ConsentStep,
  verify: VerifyStep,
} as const;
