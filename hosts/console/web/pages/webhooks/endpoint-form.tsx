import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import type { Failure } from '../../api/failure.ts';
import { useAction } from '../../api/use-action.ts';
import type { WebhookEndpoint } from '../../api/wire.ts';
import { FormDialog } from '../../parts/confirm-dialog.tsx';
import { Checks, TextField } from '../../parts/fields.tsx';
import { SecretDialog } from '../../parts/secret-dialog.tsx';
import { useToast } from '../../parts/toasts.tsx';
import { usePlace } from '../../session/use-environment.ts';
import { eventTypes, recordEventTypes } from '../../words/closed-sets.ts';

interface EndpointFields {
  readonly url: string;
  readonly event_types: readonly string[];
  readonly description: string;
  readonly send_traceparent: boolean;
}

interface EndpointFormProps {
  readonly fields: EndpointFields;
  readonly onChange: (fields: EndpointFields) => void;
  readonly failure: Failure | undefined;
}

/** The fields of an endpoint, to create or to change it. */
function EndpointForm({ fields, onChange, failure }: EndpointFormProps) {
  const isAll = fields.event_types.includes('*');
  return (
    <>
      <TextField
        label="Address"
        type="url"
        hint="An HTTPS address that answers 2xx within 15 seconds."
        error={failure?.field('url')}
        value={fields.url}
        onInput={(url) => onChange({ ...fields, url })}
        rest={{ required: true, placeholder: 'https://app.example.com/hooks/accounting', autocomplete: 'off' }}
      />
      <TextField
        label="Description (optional)"
        error={failure?.field('description')}
        value={fields.description}
        onInput={(description) => onChange({ ...fields, description })}
        rest={{ maxLength: 500, autocomplete: 'off' }}
      />
      <Checks
        legend="Events"
        options={[{ value: '*', label: 'Every event, also types to come' }]}
        chosen={isAll ? ['*'] : []}
        onChange={(chosen) => onChange({ ...fields, event_types: chosen.length > 0 ? ['*'] : [] })}
        error={failure?.field('event_types')}
      />
      {!isAll &&
        eventGroups.map(({ legend, types }) => (
          <Checks
            key={legend}
            legend={legend}
            options={types.map((type) => ({ value: type, label: <code>{type}</code> }))}
            chosen={fields.event_types.filter((type) => types.some((name) => name === type))}
            onChange={(chosen) => {
              const others = fields.event_types.filter((type) => !types.some((name) => name === type));
              onChange({ ...fields, event_types: [...others, ...chosen] });
            }}
          />
        ))}
      <Checks
        legend="Tracing"
        options={[{ value: 'send', label: 'Send the trace context along (traceparent)' }]}
        chosen={fields.send_traceparent ? ['send'] : []}
        onChange={(chosen) => onChange({ ...fields, send_traceparent: chosen.length > 0 })}
      />
    </>
  );
}

const eventGroups = [
  { legend: 'Only these', types: eventTypes.filter((type) => !recordEventTypes.includes(type)) },
  { legend: 'Changes of other records', types: recordEventTypes },
];

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
