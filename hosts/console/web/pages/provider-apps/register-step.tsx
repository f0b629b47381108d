import type { ProviderApp } from '../../api/wire.ts';
import { LinkButton } from '../../parts/button.tsx';
import { CopyField } from '../../parts/copy-field.tsx';
import type { StepProps } from './stepper.tsx';

export function RegisterStep({ app, hrefOf }: StepProps) {
  return (
    <section class="card wizard">
      <div class="wizard-body">
        <h2>Register an app at the provider</h2>
        <p>
          In the provider’s developer portal make a web app, or open the one you have, and paste these two addresses.
          They must match to the letter.
        </p>
        <Addresses app={app} />
      </div>
      <footer class="wizard-foot">
        <LinkButton look="primary" words="I have registered them" href={hrefOf('credentials')} />
      </footer>
    </section>
  );
}

/** The URLs and scopes to enter at the provider. */
export function Addresses({ app }: { readonly app: ProviderApp }) {
  const { oauth_redirect_uri: redirect, webhook_url: webhook } = app.callback_urls;
  return (
    <>
      <CopyField label="Redirect URI (OAuth 2.0)" text={redirect} />
      <CopyField
        label="Webhook delivery URL"
        text={webhook}
        hint="Choose contacts and invoices there. The provider shows a signing key: it is one of the credentials."
      />
      <div>
        <h3>Scopes that the app asks for</h3>
        <p class="scopes">
          {app.required_scopes.map((scope) => (
            <code key={scope}>{scope}</code>
          ))}
        </p>
      </div>
    </>
  );
}
