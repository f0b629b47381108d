import * as v from 'valibot';

/** Why a person cancels or replays something; kept in the audit log. */
export const ReasonRequest = v.strictObject({
  reason: v.pipe(
    v.string('must be a string'),
    v.trim(),
    v.regex(/\S/, 'must not be empty'),
    v.maxLength(500, 'must have at most 500 characters'),
  ),
});
