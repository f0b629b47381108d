import type { Failure } from '../../api/failure.ts';
import { Checks, TextField } from '../../parts/fields.tsx';
import { eventTypes } from '../../words/closed-sets.ts';

export interface EndpointFields {
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
export function EndpointForm({ fields, onChange, failure }: EndpointFormProps) {
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
      {!isAll && (
        <Checks
          legend="Only these"
          options={eventTypes.map((type) => ({ value: type, label: <code>{type}</code> }))}
          chosen={fields.event_types}
          onChange={(chosen) => onChange({ ...fields, event_types: chosen })}
        />
      )}
      <Checks
        legend="Tracing"
        options={[{ value: 'send', label: 'Send the trace context along (traceparent)' }]}
        chosen={fields.send_traceparent ? ['send'] : []}
        onChange={(chosen) => onChange({ ...fields, send_traceparent: chosen.length > 0 })}
      />
    </>
  );
}
