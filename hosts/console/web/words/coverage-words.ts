// Says what a provider can do with a family of records.
import type { Provider } from '../api/wire.ts';
import { families } from './record-summary.ts';

type Capabilities = Provider['capabilities'];
type Family = keyof Capabilities;
type Coverage = NonNullable<Capabilities[Family]>;

const verbs: { readonly [C in Exclude<keyof Coverage, 'writable_fields' | 'native' | 'read'>]: string } = {
  list: 'list',
  create: 'create',
  update: 'change',
  cancel: 'cancel',
  restore: 'restore',
  pdf: 'PDF',
  email: 'mail',
  link: 'online page',
  bulk: 'bulk writes',
  attachments: 'attachments',
};

/** The families that the provider lists, in the order of the menu; all where the provider is not known. */
export function coveredFamilies(provider: Provider | null | undefined) {
  return families.filter(([type]) => !provider || provider.capabilities[type as Family]?.list);
}

/** Returns each family's label and what can be done with its records. */
export function coverageWords({ capabilities }: Provider): readonly (readonly [label: string, words: string])[] {
  return families.flatMap(([type, label]) => {
    const covered = capabilities[type as Family];
    if (!covered) return [];
    const words = Object.entries(verbs).flatMap(([name, verb]) => (covered[name as keyof typeof verbs] ? [verb] : []));
    return [[label, ['read', ...words].join(', ')] as const];
  });
}
