import { useState } from 'preact/hooks';
import { useAction } from '../../api/use-action.ts';
import type { WebhookEndpoint } from '../../api/wire.ts';
import { FormDialog } from '../../parts/confirm-dialog.tsx';
import { useToast } from '../../parts/toasts.tsx';
import { usePlace } from '../../session/use-environment.ts';
import { type EndpointFields, EndpointForm } from './endpoint-form.tsx';

interface EditProps {
  readonly endpoint: WebhookEndpoint;
  readonly onClose: () => void;
}

export function EditEndpoint({ endpoint, onClose }: EditProps) {
  const { api } = usePlace();
  const toast = useToast();
  const { run, isPending, failure } = useAction();
  const { url, event_types, description, send_traceparent } = endpoint;
  const begun = { url, event_types, description: description ?? '', send_traceparent };
  const [fields, setFields] = useState<EndpointFields>(begun);
  const change = async () => {
    const body = { ...fields, description: fields.description === '' ? null : fields.description };
    if (!(await run('PATCH', api(`webhook-endpoints/${endpoint.webhook_endpoint_id}`), body))) return;
    toast('Endpoint changed');
    onClose();
  };
  return (
    <FormDialog
      title="Change this endpoint"
      verb="Change"
      isPending={isPending}
      failure={failure?.ofNoField}
      onSubmit={change}
      onClose={onClose}
    >
      <EndpointForm fields={fields} onChange={setFields} failure={failure} />
    </FormDialog>
  );
}
