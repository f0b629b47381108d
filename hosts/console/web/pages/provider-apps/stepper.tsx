import type { ProviderApp } from '../../api/wire.ts';
import { canOpen, isDone, type WizardStep, wizardSteps } from '../../words/wizard-steps.ts';

const labels: Readonly<Record<WizardStep, string>> = {
  name: 'Name',
  register: 'Register',
  credentials: 'Credentials',
  consent: 'Consent',
  verify: 'Verify',
};

interface StepperProps {
  readonly here: WizardStep;
  /** Undefined before the app exists. */
  readonly app?: ProviderApp;
  readonly hrefOf?: (step: WizardStep) => string;
}

/** The five steps, with links to those that can be opened. */
export function Stepper({ here, app, hrefOf }: StepperProps) {
  return (
    <nav aria-label="Steps">
      <ol class="stepper">
        {wizardSteps.map((step) => {
          const done = app !== undefined && isDone(app, step) && step !== here;
          const href = app && hrefOf && step !== here && canOpen(app, step) ? hrefOf(step) : undefined;
          const name = (
            <>
              {labels[step]}
              {done && <span class="hidden"> (done)</span>}
            </>
          );
          return (
            <li
              key={step}
              class={done ? 'done' : step === here ? 'here' : ''}
              {...(step === here ? { 'aria-current': 'step' as const } : {})}
            >
              {href === undefined ? <span>{name}</span> : <a href={href}>{name}</a>}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

export interface StepProps {
  readonly app: ProviderApp;
  readonly go: (step: WizardStep) => void;
  readonly hrefOf: (step: WizardStep) => string;
}
