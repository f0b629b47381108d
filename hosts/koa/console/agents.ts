// The pages of agents' keys: what a key did on a day, and what it asked people for.
import { type Core, environments } from '#core';
import { type AgentDayAnswer, type AnswerOf, presenter, presentKey, RequestFailuresAnswer } from '#core/schemas';
import { filter } from '../routes/query-parameters.ts';
import { consoleRoute, type Route } from '../routes/route.ts';
import { presentListedProposal } from './approvals.ts';

const presentFailures = presenter(RequestFailuresAnswer);

type AgentDay = Awaited<ReturnType<Core['console']['agentDay']>>;

/** Lists count up to this exactly. */
const exactBelow = 10_000;

function presentDay(found: AgentDay): AnswerOf<typeof AgentDayAnswer> {
  const { key, day, calls, refusals, isWhole, spent, proposals, waiting } = found;
  return {
    key: presentKey(key),
    day,
    calls: { value: calls, at_least: calls >= exactBelow },
    refused: { value: refusals.reduce((sum, { count }) => sum + count, 0), at_least: !isWhole },
    refusals: refusals.map((group) => presentFailures(group)),
    spent: {
      writes: spent.reduce((sum, { writes }) => sum + writes, 0),
      amounts: spent.filter(({ currency }) => currency !== '').map(({ currency, amount }) => ({ currency, amount })),
    },
    proposals: proposals.map(presentListedProposal),
    waiting,
  };
}

export const agentRoutes: readonly Route[] = environments.map((environment) =>
  consoleRoute(`GET /accounting/${environment}/agents/:key_id/day`, {
    query: [filter('day', 'A day of UTC, such as `2026-11-29`: today unless said otherwise.')],
    handle: async ({ core, member, param, query }) => ({
      message: 'Day of an agent',
      data: presentDay(await core.console.agentDay(member, environment, param('key_id'), query)),
    }),
  }),
);
