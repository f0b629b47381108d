// Bodies of replays by a filter.
import * as v from 'valibot';
import { deliveredTypes } from '../../domain/delivery.ts';
import { errorCodes } from '../../domain/errors.ts';
import { isId } from '../../domain/ids.ts';
import { operationTypes, terminalStates } from '../../domain/operation.ts';
import { described } from '../../families/answer-fields.ts';
import { flag, instant, oneWord, requiredText, string } from '../../families/request-fields.ts';
import { ReasonRequest } from './records.ts';

const idOf = (prefix: string) =>
  v.optional(
    v.pipe(
      string(),
      v.check((text) => isId(prefix, text), 'is not a well-formed id'),
    ),
  );

const created = { created_after: v.optional(instant()), created_before: v.optional(instant()) };

function replaysOf<E extends v.ObjectEntries>(filters: E) {
  const filter = v.pipe(
    v.strictObject({ ...filters, ...created }),
    v.check((given) => Object.keys(given).length > 0, 'must name at least one filter'),
  );
  return v.strictObject({
    filter: described(filter, 'Which; all filters must match.'),
    reason: ReasonRequest.entries.reason,
    dry_run: v.optional(described(flag(), 'Only counts what the filter matches, and shows the newest ten.')),
  });
}

/** Deliveries have replays of their own. */
export const OperationReplaysRequest = replaysOf({
  state: v.optional(oneWord(['failed', 'dead_letter'])),
  type: v.optional(
    v.pipe(
      oneWord(operationTypes),
      v.check((type) => type !== 'webhook.deliver', 'cannot be webhook.deliver: deliveries have replays of their own'),
    ),
  ),
  connection_id: idOf('conn'),
  code: v.optional(oneWord(errorCodes)),
  reason: v.optional(requiredText(100)),
});
export type OperationReplaysRequest = v.InferOutput<typeof OperationReplaysRequest>;

export const DeliveryReplaysRequest = replaysOf({
  state: v.optional(oneWord([...terminalStates, 'retrying'])),
  webhook_endpoint_id: idOf('we'),
  event_type: v.optional(oneWord(deliveredTypes)),
  connection_id: idOf('conn'),
  external_account_id: v.optional(requiredText(255)),
});
export type DeliveryReplaysRequest = v.InferOutput<typeof DeliveryReplaysRequest>;
