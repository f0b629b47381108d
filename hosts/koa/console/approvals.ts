// Where members decide about the writes of agents that wait. No key and no link decides: these routes take a session, with its CSRF
// token, of a member who may change things.
import * as v from 'valibot';
import { type Core, environments, proposalFilters } from '#core';
import {
  type AnswerOf,
  ApprovalRequest,
  DecisionRequest,
  ListedProposalAnswer,
  ProposalAnswer,
  presenter,
  presentOperation,
} from '#core/schemas';
import { pageOf } from '../present/answers.ts';
import { filterParameters, listParameters } from '../routes/query-parameters.ts';
import { consoleRoute, type Route } from '../routes/route.ts';

const presentAbout = presenter(ListedProposalAnswer.entries.about);
const presentProposal = presenter(v.omit(ProposalAnswer, ['operation']));

type ListedProposal = Awaited<ReturnType<Core['console']['approvals']['list']>>['items'][number];

export function presentListedProposal({ about, ...operation }: ListedProposal): AnswerOf<typeof ListedProposalAnswer> {
  return { ...presentOperation(operation), about: presentAbout(about) };
}

export const approvalRoutes: readonly Route[] = environments.flatMap((environment) => [
  consoleRoute(`GET /accounting/${environment}/approvals`, {
    query: [...listParameters, ...filterParameters(proposalFilters)],
    handle: async ({ core, member, query }) =>
      pageOf('Writes that wait', await core.console.approvals.list(member, environment, query), presentListedProposal),
  }),
  consoleRoute(`GET /accounting/${environment}/operations/:operation_id/proposal`, {
    handle: async ({ core, member, param }) => {
      const { operation, ...read } = await core.console.approvals.read(member, environment, param('operation_id'));
      return {
        message: 'Proposal',
        data: {
          operation: presentOperation(operation),
          ...presentProposal({ ...read, program: read.program ?? null }),
        },
      };
    },
  }),
  consoleRoute(`POST /accounting/${environment}/operations/approve`, {
    idempotencyKey: 'optional',
    body: ApprovalRequest,
    handle: async ({ core, member, write }) => {
      const { value, replayed } = await core.console.approvals.approveMany(member, { environment, write });
      return { message: 'Approved', data: { items: value.map(presentOperation) }, replayed };
    },
  }),
  ...(['approve', 'decline'] as const).map((verb) =>
    consoleRoute(`POST /accounting/${environment}/operations/:operation_id/${verb}`, {
      idempotencyKey: 'optional',
      body: v.optional(DecisionRequest, {}),
      handle: async ({ core, member, param, write }) => {
        const asked = { environment, operationId: param('operation_id'), write };
        const { value, replayed } = await core.console.approvals[verb](member, asked);
        return { message: `Operation is ${value.state}`, data: presentOperation(value), replayed };
      },
    }),
  ),
]);
