// What a request for a key may hold beside its name.
import * as v from 'valibot';
import type { AgentLimits } from '../../domain/agent-rights.ts';
import { approvalRules, keyKinds, lookAlikeHoursMost } from '../../domain/agent-rights.ts';
import { keyScopes } from '../../domain/key-scope.ts';
import { instant, oneWord, wholeFrom } from '../../families/request-fields.ts';

const amounts = v.record(v.string(), v.number('must be a number'), 'must be amounts by currency, such as {"GBP":500}');

/** What an agent key may write, as it is given: `{ per_write: { GBP: 500 }, per_day: { GBP: 5000 }, writes_per_day: 50 }`. */
export const LimitsRequest = v.pipe(
  v.strictObject({
    per_write: v.nullish(amounts, null),
    per_day: v.nullish(amounts, null),
    writes_per_day: v.nullish(v.number('must be a whole number'), null),
  }),
  v.transform(({ per_write, per_day, writes_per_day }): AgentLimits => {
    return { perWrite: per_write, perDay: per_day, writesPerDay: writes_per_day };
  }),
);

const ScopesRequest = v.pipe(
  v.array(oneWord(keyScopes), 'must be a list of scopes'),
  v.minLength(1, 'must not be empty'),
  v.check((scopes) => new Set(scopes).size === scopes.length, 'must not repeat a scope'),
);

/** A key's rights and end; what is left out has the usual value of its kind. */
export const keyRightsEntries = {
  kind: v.optional(oneWord(keyKinds), 'backend'),
  scopes: v.optional(ScopesRequest),
  connection_ids: v.nullish(v.pipe(v.array(v.string('must be an id')), v.minLength(1, 'must not be empty')), null),
  expires_at: v.nullish(instant(), null),
  tools: v.nullish(v.pipe(v.array(v.string('must be the name of a tool')), v.maxLength(100, 'are too many')), null),
  limits: v.nullish(LimitsRequest, null),
  requires_approval: v.nullish(v.union([v.boolean(), oneWord(approvalRules)], 'must be none, high, all or a boolean')),
  look_alike_hours: v.nullish(wholeFrom(0, lookAlikeHoursMost)),
};
