import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { useAction } from '../../api/use-action.ts';
import type { ProviderApp } from '../../api/wire.ts';
import { LinkButton, SubmitButton } from '../../parts/button.tsx';
import { TextField } from '../../parts/fields.tsx';
import { Form } from '../../parts/form.tsx';
import { FailureNote } from '../../parts/notes.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { ProviderField, useProviders } from '../../parts/provider-field.tsx';
import { usePlace } from '../../session/use-environment.ts';
import { inWords } from '../../words/refusal-words.ts';
import { Stepper } from './stepper.tsx';

/** The first step: stores a draft with a name, whose setup can be continued at any time. */
export function BeginApp({ isFirst }: { readonly isFirst: boolean }) {
  const { environment, to } = usePlace();
  const { route } = useLocation();
  const { run, isPending, failure } = useAction();
  const choice = useProviders('oauth');
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<boolean>();
  const makeDefault = chosen ?? isFirst;
  const begin = async () => {
    const body = { environment, provider: choice.provider, name, make_default: makeDefault };
    const answer = await run<ProviderApp>('POST', 'provider-apps', body);
    // Replaces this step in the history, because going back must not begin a second draft.
    if (answer) route(to(`provider-apps/${answer.data.provider_app_id}?step=register`), true);
  };
  const refusal = inWords(failure);
  return (
    <>
      <PageHead
        title={`Set up a ${environment} app`}
        up={{ href: to('provider-apps'), label: 'Provider apps' }}
        under="You can stop after any step and come back."
      />
      <Stepper here="name" />
      <Form look="card wizard" onSubmit={begin}>
        <div class="wizard-body">
          <ProviderField {...choice} />
          <TextField
            label="Name"
            hint="For you and your colleagues. What customers see is the name that the app has at the provider."
            error={failure?.field('name')}
            value={name}
            onInput={setName}
            rest={{ required: true, maxLength: 100, autocomplete: 'off', placeholder: 'Our books' }}
          />
          <label class="check">
            <input type="checkbox" checked={makeDefault} onChange={(event) => setChosen(event.currentTarget.checked)} />
            <span>
              Make it the default <span class="quiet row-under">New connections go through the default app.</span>
            </span>
          </label>
          {refusal && refusal.errors.length === 0 && <FailureNote failure={refusal} />}
        </div>
        <footer class="wizard-foot">
          <LinkButton words="Cancel" href={to('provider-apps')} />
          <SubmitButton words="Begin" isPending={isPending} />
        </footer>
      </Form>
    </>
  );
}
