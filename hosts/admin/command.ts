import { type AuditEntry, type OrganizationId, type Page, type PageRequest, pageLimitMax } from '#core';
import { type Command, Failure, type Given, type Option, type Run, UsageError } from '../cli/command.ts';
import { type Composition, compose } from '../composition/compose.ts';
import { type Config, readConfig } from '../composition/config.ts';
import { firstProvider } from '../composition/ports.ts';
import { prepareProcess } from '../composition/run-host.ts';
import { type Layout, printed, type Report } from './input.ts';

export const org: Option = { value: '<org_…>', does: 'the organization; "org list" shows all' };
export const environment: Option = { value: 'test|live', does: 'of which environment' };
export const provider: Option = { value: '<name>', does: `the provider (default ${firstProvider})` };
export const text = (value: string, does: string): Option => ({ value: `<${value}>`, does });
const json: Option = { does: 'the result as JSON on standard output' };

type About = Pick<Command, 'does' | 'more' | 'options'> & { readonly example: string };

export function command({ example, options = {}, ...about }: About, run: Run): Command {
  return {
    ...about,
    options: { ...options, json },
    examples: [`ledgerport admin ${example}`],
    load: async () => run,
  };
}

/** Prints a failure as one sentence; the log has the details. */
export function reporting(
  act: (config: Config, given: Given) => Promise<Report>,
  layout: Exclude<Layout, 'json'> = 'table',
): Run {
  return async (given, world) => {
    try {
      prepareProcess();
      const report = await act(readConfig(world.env, { LOG_LEVEL: 'warn' }), given);
      const isNothing = Array.isArray(report) && report.length === 0;
      if (isNothing && !given.flag('json')) world.err('There is none.');
      else world.out(printed(report, given.flag('json') ? 'json' : layout));
    } catch (error) {
      throw error instanceof UsageError || !(error instanceof Error)
        ? error
        : new Failure(error.message, { cause: error });
    }
  };
}

export function composed(act: (composition: Composition, given: Given) => Promise<Report>): Run {
  return reporting(async (config, given) => {
    const composition = await compose(config, 'admin');
    return act(composition, given).finally(() => composition.close());
  });
}

export type Ports = Composition['ports'];
type Subject = Pick<AuditEntry, 'organizationId'> & { readonly id: string } & Partial<Pick<AuditEntry, 'environment'>>;

/** Writes the entry after the act and outside its transaction; if that fails, the command fails. */
export function audit(
  { storage, ids, clock }: Ports,
  { id, organizationId, environment = null }: Subject,
  action: string,
  details: AuditEntry['details'] = {},
): Promise<void> {
  const entry = {
    organizationId,
    environment,
    actor: 'operator',
    actorName: null,
    action,
    subject: id,
    details,
    changes: null,
  };
  return storage.audit.record({ id: ids.next('audit'), requestId: ids.next('req'), at: clock.now(), ...entry });
}

export async function organizationOf({ storage }: Ports, given: Given): Promise<OrganizationId> {
  const id = given.required('org');
  const found = await storage.organizations.find(id as OrganizationId);
  if (!found) throw new Failure(`--org: there is no organization ${id}; "org list" shows all`);
  return found.id;
}

/** Reads a list to its end, page by page. */
export async function every<T>(list: (page: PageRequest) => Promise<Page<T>>): Promise<readonly T[]> {
  const items: T[] = [];
  for (let page = await list({ limit: pageLimitMax, page: 1 }); ; ) {
    items.push(...page.items);
    if (page.next === null) return items;
    page = await list({ limit: pageLimitMax, after: page.next });
  }
}
