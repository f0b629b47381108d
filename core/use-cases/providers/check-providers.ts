// Checks what providers say of themselves when the process starts, because a wrong trait would show only much later.
import { creditTypes } from '../../domain/allocation.ts';
import { filedFamilies } from '../../domain/attachment.ts';
import { cancellableTypes } from '../../domain/cancellation.ts';
import type { Capability } from '../../domain/capability.ts';
import { notedFamilies } from '../../domain/history.ts';
import { type ResourceType, resourceTypes } from '../../domain/resource.ts';
import { familyOf, requestFieldsOf } from '../../families/all-families.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { LedgerGateway } from '../../ports/ledger-gateway.ts';
import type { FamilyTraits, Provider } from '../../ports/provider.ts';
import { traitsProblem } from '../../schemas/provider-traits.ts';

const nameForm = /^[a-z][a-z0-9_]{0,49}$/;

/** Throws Error with one sentence that names the first wrong trait, such as `limits.perMinute`. */
export function checkProviders({ providers }: Pick<CorePorts, 'providers'>): void {
  const all = Object.entries(providers);
  if (all.length === 0) throw new Error('a deployment needs at least one provider');
  for (const [name, provider] of all) {
    const problem = problemOf(name, provider);
    if (problem !== undefined) throw new Error(`the provider ${name} cannot be used: ${problem}`);
  }
}

function problemOf(name: string, { traits, notifications, gateway }: Provider): string | undefined {
  if (!nameForm.test(name)) return 'its name must be lower-case letters, digits and _, at most 50';
  const problem = traitsProblem(traits);
  if (problem !== undefined) return problem;
  if ((traits.polledSeconds === null) !== (notifications !== undefined)) {
    return notifications
      ? 'polledSeconds must be null, because it notifies'
      : 'polledSeconds must say how often it is read, because it has no notifications';
  }
  if (traits.reports?.length && !(gateway.readReport && gateway.dayInBooks)) {
    return 'reports names some, which the gateway lacks';
  }
  if (traits.requests && methodsOfRequests.some((method) => !(method in gateway)))
    return 'requests are listed, and the gateway cannot pass any on';
  for (const type of resourceTypes) {
    const family = traits.families[type];
    const problem = family && familyProblem(family, type);
    if (family?.isNotified && !notifications) return `families.${type}.isNotified needs notifications`;
    if (problem !== undefined) return `families.${type}.${problem}`;
    const lacking = family && deedsOfMethods.find((deed) => family.can.includes(deed) && lacks(gateway, deed));
    if (lacking) return `families.${type}.can has ${lacking}, which the gateway lacks`;
    if (!family?.can.includes('attachments') || traits.attachments) continue;
    return `families.${type}.can has attachments, and the traits do not say how large`;
  }
  return undefined;
}

const methodsOfRequests = ['passRead', 'passWrite'] as const satisfies readonly (keyof LedgerGateway)[];

/** What a gateway has where a family can do this. */
const methodsFor = {
  attachments: ['listAttachments', 'readAttachment', 'attach'],
  allocate: ['allocate', 'removeAllocation'],
  history: ['readHistory', 'addNote'],
} as const satisfies { readonly [C in Capability]?: readonly (keyof LedgerGateway)[] };
const deedsOfMethods = Object.keys(methodsFor) as (keyof typeof methodsFor)[];

function lacks(gateway: LedgerGateway, deed: keyof typeof methodsFor): boolean {
  return methodsFor[deed].some((method) => !(method in gateway));
}

/** Capabilities that only these families can have. */
const ofSome: { readonly [C in Capability]?: readonly ResourceType[] } = {
  email: ['invoices'],
  link: ['organizations', 'invoices'],
  attachments: filedFamilies,
  cancel: cancellableTypes,
  history: notedFamilies,
  allocate: creditTypes,
};

function familyProblem(family: FamilyTraits, type: ResourceType): string | undefined {
  const { can, together, foundBy, writableFields } = family;
  const may = (capability: FamilyTraits['can'][number]) => can.includes(capability);
  const { writes, identifier, isRendered } = familyOf(type);
  if (new Set(can).size < can.length) return 'can names a capability twice';
  if (can.length > 0 && !may('read')) return 'can lacks read, without which nothing else can be done';
  if (may('pdf') && !isRendered) return 'can has pdf, but the service renders no records of the family';
  const stray = can.find((capability) => ofSome[capability]?.includes(type) === false);
  if (stray !== undefined) return `can has ${stray}, which is for ${ofSome[stray]?.join(' and ')} only`;
  if (may('create') && writes === null) return 'can has create, but the service only reads the family';
  if (may('update') && writes !== 'creates_and_updates')
    return 'can has update, but the service never changes the family';
  if (may('native') && !may('create') && !may('update')) return 'can has native without create or update';
  if (together.reads > 0 && !may('read')) return 'together.reads needs read';
  if (together.creates > 0 && !may('create')) return 'together.creates needs create';
  if (together.updates > 0 && !may('update')) return 'together.updates needs update';
  if (may('bulk') && together.creates === 0) return 'can has bulk, but together.creates is 0';
  const isWritable = identifier !== null && (writableFields ?? [identifier]).includes(identifier);
  if (may('create') && isWritable && !foundBy.includes(identifier)) {
    return `foundBy lacks ${identifier}, by which a create finds its record`;
  }
  const stranger = writableFields?.find((field) => !requestFieldsOf(type).includes(field));
  if (stranger !== undefined) return `writableFields has ${stranger}, which is no field of its requests`;
  return undefined;
}
