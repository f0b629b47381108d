import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { useAction } from '../../api/use-action.ts';
import type { WebhookEndpoint } from '../../api/wire.ts';
import { FormDialog } from '../../parts/confirm-dialog.tsx';
import { SecretDialog } from '../../parts/secret-dialog.tsx';
import { usePlace } from '../../session/use-environment.ts';
import { type EndpointFields, EndpointForm } from './endpoint-form.tsx';

const fresh: EndpointFields = { url: '', event_types: ['*'], description: '', send_traceparent: false };

/** Creates an endpoint and shows its signing secret this once. */
export function CreateEndpoint({ onClose }: { readonly onClose: () => void }) {
  const { api, to } = usePlace();
  const { route } = useLocation();
  const { run, isPending, failure } = useAction();
  const [fields, setFields] = useState(fresh);
  const [made, setMade] = useState<WebhookEndpoint>();
  const create = async () => {
    const { url, event_types, description, send_traceparent } = fields;
    const answer = await run<WebhookEndpoint>('POST', api('webhook-endpoints'), {
      url,
      event_types,
      send_traceparent,
      ...(description === '' ? {} : { description }),
    });
    if (answer) setMade(answer.data);
  };
  if (made) {
    return (
      <SecretDialog
        title="The endpoint is added"
        label="Signing secret"
        secret={made.signing_secret ?? null}
        onClose={() => route(to(`webhook-endpoints/${made.webhook_endpoint_id}`), true)}
      >
        <p class="quiet">Next: send a test event to it, and verify the signature that comes with it.</p>
      </SecretDialog>
    );
  }
  return (
    <FormDialog
      title="Add a webhook endpoint"
      verb="Add endpoint"
      isPending={isPending}
      failure={failure?.ofNoField}
      onSubmit={create}
      onClose={onClose}
    >
      <EndpointForm fields={fields} onChange={setFields} failure={failure} />
    </FormDialog>
  );
}
