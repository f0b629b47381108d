import { useState } from 'preact/hooks';
import { useAction } from '../../api/use-action.ts';
import type { ProviderApp } from '../../api/wire.ts';
import { LinkButton } from '../../parts/button.tsx';
import { TextField } from '../../parts/fields.tsx';
import { Form } from '../../parts/form.tsx';
import { FailureNote } from '../../parts/notes.tsx';
import { inWords } from '../../words/refusal-words.ts';
import { statusOf } from '../../words/wizard-steps.ts';
import { CheckList } from './check-list.tsx';
import type { StepProps } from './stepper.tsx';

const fieldsOf = (app: ProviderApp) =>
  [
    { name: 'client_id', label: 'Client ID', has: app.has_client_id, type: 'text' },
    { name: 'client_secret', label: 'Client secret', has: app.has_client_secret, type: 'password' },
    { name: 'webhook_signing_key', label: 'Webhook signing key', has: app.has_webhook_signing_key, type: 'password' },
  ] as const;

type Given = Readonly<Record<ReturnType<typeof fieldsOf>[number]['name'], string>>;

/** Has the provider check the credentials at once, so that a typing error shows here and not at the end. */
export function CredentialsStep({ app, go, hrefOf }: StepProps) {
  const { run, isPending, failure } = useAction();
  const checking = useAction();
  const [given, setGiven] = useState<Given>({ client_id: '', client_secret: '', webhook_signing_key: '' });
  const filled = Object.entries(given).filter(([, value]) => value.trim() !== '');
  const path = `provider-apps/${app.provider_app_id}`;
  const save = async () => {
    if (filled.length > 0 && !(await run('PUT', `${path}/credentials`, Object.fromEntries(filled)))) return;
    setGiven({ client_id: '', client_secret: '', webhook_signing_key: '' });
    const checked = await checking.run<ProviderApp>('POST', `${path}/verify`);
    if (checked && statusOf(checked.data, 'credentials') !== 'failed') go('consent');
  };
  const refusal = inWords(failure ?? checking.failure);
  const isBusy = isPending || checking.isPending;
  const isKept = app.has_client_id && app.has_client_secret && app.has_webhook_signing_key;
  return (
    <Form look="card wizard" onSubmit={save}>
      <div class="wizard-body">
        <h2>Paste the app’s credentials</h2>
        <p>
          The provider shows them beside the addresses you registered. They are stored encrypted and never shown again.
        </p>
        {fieldsOf(app).map(({ name, label, has, type }) => (
          <TextField
            key={name}
            label={label}
            type={type}
            hint={has ? 'Kept. Leave it empty, or give another.' : undefined}
            error={failure?.field(name)}
            value={given[name]}
            onInput={(value) => setGiven({ ...given, [name]: value })}
            rest={{ required: !has, autocomplete: 'off', spellcheck: false, maxLength: 500, ...placeholder(app, name) }}
          />
        ))}
        {statusOf(app, 'credentials') === 'failed' && <CheckList app={app} only={['credentials']} />}
        {refusal && refusal.errors.length === 0 && <FailureNote failure={refusal} />}
      </div>
      <footer class="wizard-foot">
        <LinkButton words="Back" href={hrefOf('register')} />
        <button type="submit" class="button primary" disabled={isBusy}>
          {isBusy ? 'Asking the provider…' : isKept && filled.length === 0 ? 'Check and go on' : 'Save and check'}
        </button>
      </footer>
    </Form>
  );
}

function placeholder(app: ProviderApp, name: string): { readonly placeholder?: string } {
  const end = app.client_id_last_four;
  return name === 'client_id' && end !== null ? { placeholder: `…${end}` } : {};
}
