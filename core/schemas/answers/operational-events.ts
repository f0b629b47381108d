import * as v from 'valibot';
import { environments } from '../../domain/caller.ts';
import { type OperationalEventType, operationalSubjects } from '../../domain/operational-event.ts';
import { field, fromOne, Timestamp } from '../../families/answer-fields.ts';

/** What each operational event tells, beside the fields that all of them have. */
const details = {
  'endpoint.paused': { consecutive_failures: fromOne, disables_at: Timestamp },
  'endpoint.resumed': { previous: v.picklist(['paused', 'disabled']) },
  'endpoint.disabled': { by: v.picklist(['service', 'person']) },
} as const satisfies Readonly<Record<OperationalEventType, v.ObjectEntries>>;

const subject = v.object({
  type: v.picklist(operationalSubjects),
  id: v.string(),
  name: v.optional(v.string()),
});

function told<T extends OperationalEventType>(type: T) {
  return v.object({
    environment: v.picklist(environments),
    subject,
    reason: field.text,
    since: Timestamp,
    ...details[type],
  });
}

/** `data` of each operational event. */
export const operationalData = {
  'endpoint.paused': told('endpoint.paused'),
  'endpoint.resumed': told('endpoint.resumed'),
  'endpoint.disabled': told('endpoint.disabled'),
} as const satisfies Readonly<Record<OperationalEventType, v.GenericSchema>>;
