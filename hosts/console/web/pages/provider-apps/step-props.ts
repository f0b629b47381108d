import type { ProviderApp } from '../../api/wire.ts';
import type { WizardStep } from '../../words/wizard-steps.ts';

export interface StepProps {
  readonly app: ProviderApp;
  readonly go: (step: WizardStep) => void;
  readonly hrefOf: (step: WizardStep) => string;
}
