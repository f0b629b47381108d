// Makes docs/reference/coverage.md from the traits of each provider in this repository, as GET /v1/providers does.
import { traits as first } from '../../adapters/ledger-http/traits.ts';
import { listedTryton } from '../../adapters/ledger-tryton/index.ts';
import { capabilities } from '../../core/domain/capability.ts';
import { resourceTypes } from '../../core/domain/resource.ts';
import type { ListedProvider } from '../../core/ports/provider.ts';
import { listingOf } from '../../core/use-cases/discovery/list-providers.ts';
import { traits as cornerShop } from '../../examples/another-ledger/traits.ts';

const providers: Readonly<Record<string, ListedProvider>> = {
  ledger: { traits: first, connect: { kind: 'oauth' } },
  tryton: listedTryton,
  corner_shop: { traits: cornerShop, connect: { kind: 'form' } },
};

export function coveragePage(): Readonly<Record<string, string>> {
  return {
    providers: Object.entries(providers)
      .map(([id, provider]) => section(id, provider))
      .join('\n\n'),
  };
}

function section(id: string, provider: ListedProvider): string {
  const { name, connect, notifications, reports, actions, recipes, ...listed } = listingOf(id, provider, 'available');
  const families = resourceTypes.flatMap((type) => {
    const family = listed.capabilities[type];
    return family ? [[type, family] as const] : [];
  });
  const row = (first: string, cells: readonly string[]) => `| ${[first, ...cells].join(' | ')} |`;
  const fields = families.flatMap(([type, { writable_fields }]) => {
    const isClosed = provider.traits.families[type]?.writableFields;
    return isClosed && writable_fields.length > 0 ? [`- \`${type}\`: ${code(writable_fields)}`] : [];
  });
  return [
    `## ${name}: \`${id}\``,
    '',
    `Connected by ${connect === 'oauth' ? 'consent (OAuth)' : 'a form'}; its changes are ${notifications}.`,
    '',
    row('', capabilities),
    row(
      '---',
      capabilities.map(() => '---'),
    ),
    ...families.map(([type, family]) =>
      row(
        `\`${type}\``,
        capabilities.map((one) => (family[one] ? 'yes' : '—')),
      ),
    ),
    '',
    ...(fields.length > 0 ? ['Fields that can be written:', '', ...fields, ''] : []),
    `Reports: ${code(reports)}. Actions: ${code(actions)}. Recipes: ${code(recipes)}.`,
  ].join('\n');
}

function code(names: readonly string[]): string {
  return names.length > 0 ? names.map((name) => `\`${name}\``).join(', ') : 'none';
}
