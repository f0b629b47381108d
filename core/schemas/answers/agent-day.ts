import * as v from 'valibot';
import { count, described } from '../../families/answer-fields.ts';
import { ApiKeyAnswer } from './console.ts';
import { ListedProposalAnswer, MoneyAnswer } from './proposal.ts';
import { RequestFailuresAnswer } from './request.ts';

const bounded = v.object({ value: count, at_least: v.boolean() });

/** A day of an agent's key, in UTC, by which its limits are counted. */
export const AgentDayAnswer = v.object({
  key: ApiKeyAnswer,
  day: v.string(),
  calls: described(bounded, 'Requests with the key on this day.'),
  refused: described(bounded, 'Those of them that were refused or failed.'),
  refusals: described(v.array(RequestFailuresAnswer), 'The newest 10,000 of these by reason, the largest group first.'),
  spent: described(
    v.object({ writes: count, amounts: v.array(MoneyAnswer) }),
    'What counts against the limits, over all keys of its chain; what waits for a member counts too.',
  ),
  proposals: described(
    v.array(ListedProposalAnswer),
    'What it asked members for on this day, newest first, at most 100.',
  ),
  waiting: described(count, 'How many of its writes wait for a member now, whenever it asked.'),
});
