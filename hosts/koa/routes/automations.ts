import {
  AutomationPlanAnswer,
  automationRequests,
  listOf,
  OperationAnswer,
  RecipeAnswer,
  successOf,
} from '#core/schemas';
import { presentOperation, presentPlan, presentRecipe } from '../present/answers.ts';
import { wholeList } from '../present/lists.ts';
import { automationExamples } from './automation-examples.ts';
import { apiRoute, json, type Route } from './route.ts';

const creation = apiRoute({
  method: 'POST',
  path: '/v1/automations',
  operationId: 'createAutomation',
  tag: 'Automations',
  summary: 'Start an automation',
  description:
    'Queues a recipe on a connection. Each of its writes happens at most once, whatever fails on the way. When it ends, the service sends the event `automation.succeeded` or `automation.failed`, and the result of a failure names the writes that were made (`applied`). With `dry_run` nothing is written: the service makes the checks that only read and answers with the plan. A connection with zero retention has no automations (CONFLICT, `zero_retention`). `quote.convert_to_invoice` and `invoice.void_and_reissue` run once at a time for a document: while one is unfinished, a second is CONFLICT with `reason` `already_running` and its `operation_id`. When somebody else converted, cancelled or changed the document meanwhile, the copy stays a draft and the operation fails with `target_changed`, which names the draft.',
  idempotencyKey: 'required',
  waits: true,
  body: {
    description: 'Which recipe, on which connection, with what.',
    schemas: Object.values(automationRequests),
    examples: automationExamples,
  },
  success: json(202, 'The operation.', successOf(OperationAnswer)),
  others: [json(200, 'The plan of a dry run.', successOf(AutomationPlanAnswer))],
  errors: ['NOT_FOUND', 'CONFLICT'],
  handle: async ({ core, caller, write, waitSeconds }) => {
    const automated = await core.automations.create(caller, { write, waitSeconds });
    if (automated.kind === 'planned') {
      return { status: 200, message: 'Nothing was written', data: presentPlan(automated.plan), replayed: false };
    }
    const { operation, replayed } = automated;
    return { message: `Automation is ${operation.state}`, data: presentOperation(operation), replayed };
  },
});

const recipes = apiRoute({
  method: 'GET',
  path: '/v1/automations/recipes',
  operationId: 'listRecipes',
  tag: 'Automations',
  summary: 'List recipes',
  description: 'What can be automated, step by step, and what each recipe takes. Always one page.',
  success: json(200, 'The recipes.', listOf(RecipeAnswer)),
  handle: async ({ core }) => {
    return wholeList('Recipes', core.automations.recipes().map(presentRecipe));
  },
});

export const automationRoutes: readonly Route[] = [creation, recipes];
