import * as v from 'valibot';

const comment = v.optional(v.pipe(v.string(), v.trim(), v.maxLength(1000)));

/** A member's decision about a write that waits, with words that its agent reads. */
export const DecisionRequest = v.strictObject({ reason: comment });
export type DecisionRequest = v.InferOutput<typeof DecisionRequest>;

/** The most writes that are approved at once. */
export const approvedTogetherMost = 100;

/** Writes that are approved together, and the sum that the member was shown. */
export const ApprovalRequest = v.strictObject({
  operation_ids: v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(approvedTogetherMost)),
  reason: comment,
  total: v.optional(
    v.record(v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)), v.pipe(v.string(), v.regex(/^-?\d{1,18}(\.\d{1,6})?$/))),
  ),
});
export type ApprovalRequest = v.InferOutput<typeof ApprovalRequest>;
