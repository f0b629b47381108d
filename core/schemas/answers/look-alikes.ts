import * as v from 'valibot';
import { resourceTypes } from '../../domain/resource.ts';
import { field, Timestamp } from '../../families/answer-fields.ts';
import { ActorAnswer } from './operation.ts';

/** Two or more creates of one connection that may be one thing. */
export const LookAlikeGroupAnswer = v.object({
  type: v.picklist(resourceTypes),
  items: v.array(
    v.object({
      id: v.string(),
      kind: v.picklist(['record', 'operation', 'write']),
      number: field.text,
      created_at: Timestamp,
      by: v.nullable(ActorAnswer),
      ref: field.text,
    }),
  ),
});
