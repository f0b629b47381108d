// Of the traits themselves: what they promise is there, in the promised number and form, and what they leave out is refused.
import { deepEqual, equal, ok, throws } from 'node:assert/strict';
import {
  type FamilyTraits,
  familyOf,
  type JsonObject,
  type LedgerRecord,
  providerIdOf,
  type ResourceType,
  resourceTypes,
  ServiceError,
  type WriteIntent,
} from '#core/ports';
import type { Clause } from '../contract.ts';
import {
  benchOf,
  can,
  create,
  familiesThat,
  fromStart,
  kept,
  type LedgerUnderTest,
  newContact,
  newKey,
  noSuchId,
  refusalOf,
  reread,
  unique,
  update,
} from '../ledger-bench.ts';

type Act = FamilyTraits['can'][number];

/** The writes that need more than being able to create; none of them is sent. */
function intentsOf(type: ResourceType, providerId: string): readonly (readonly [Act, WriteIntent])[] {
  const [fields, document] = [{ name: 'x' }, { Name: 'x' }];
  const target = { type, providerId, existing: null };
  return [
    ['create', { kind: 'create', type, fields }],
    ['create', { kind: 'create_native', type, document }],
    ['native', { kind: 'create_native', type, document }],
    ['update', { kind: 'update', ...target, fields }],
    ['update', { kind: 'update_native', ...target, document }],
    ['native', { kind: 'update_native', ...target, document }],
    ['restore', { kind: 'restore', type, providerId }],
  ];
}

const together = ({ traits }: Pick<LedgerUnderTest, 'traits'>) =>
  traits.families.contacts?.together ?? { reads: 0, creates: 0, updates: 0 };

async function sentTogether({ gateway, access }: ReturnType<typeof benchOf>, intents: readonly WriteIntent[]) {
  const answers = await gateway.sendMany(access, intents.map(gateway.prepare), newKey());
  ok(answers.length === intents.length && answers.every((one) => one !== null && !(one instanceof ServiceError)));
  return answers as readonly LedgerRecord[];
}

export const ledgerTraitClauses: readonly Clause<LedgerUnderTest>[] = [
  {
    name: 'traits: every family that is promised is listed, and its ids have their form, those of lines, too',
    async check(subject) {
      const bench = benchOf(subject);
      const { gateway, access, traits } = bench;
      if (can('contacts', 'create')(subject)) await newContact(bench);
      for (const type of familiesThat(subject, 'list')) {
        const { records } = await gateway.list(access, type, fromStart);
        for (const { providerId, fields } of records) {
          equal(providerIdOf(type, providerId, traits), providerId, type);
          for (const line of [fields['line_items'] ?? []].flat()) {
            const { line_item_id: id = null } = line as { readonly line_item_id?: string | null };
            if (id !== null) equal(providerIdOf(type, id, traits), id, `a line of ${type}`);
          }
        }
      }
    },
  },
  {
    name: 'traits: what is left out is refused, before anything is sent',
    async check(subject) {
      const { gateway, access, calls } = benchOf(subject);
      for (const type of resourceTypes) {
        const lacks = (act: Act) => !can(type, act)(subject);
        const id = noSuchId(subject, type);
        for (const [act, intent] of intentsOf(type, id))
          if (lacks(act)) throws(() => gateway.prepare(intent), ServiceError, `${type}: ${act}, ${intent.kind}`);
        const { writableFields = null } = subject.traits.families[type] ?? {};
        const request = familyOf(type).requests?.create as { readonly entries: object } | undefined;
        for (const field of Object.keys(request?.entries ?? {}))
          if (writableFields?.includes(field) === false)
            throws(() => gateway.prepare({ kind: 'create', type, fields: { [field]: 'x' } }), ServiceError, field);
      }
      deepEqual(calls, []);
      for (const type of resourceTypes) {
        if (!can(type, 'list')(subject)) await refusalOf(gateway.list(access, type, fromStart));
      }
    },
  },
  {
    name: 'traits: what is promised of a record is not refused as such',
    async check(subject) {
      const { gateway, access } = benchOf(subject);
      const codeOf = async (work: Promise<unknown>) => (await refusalOf(work)).code;
      for (const type of familiesThat(subject, 'pdf'))
        equal(await codeOf(gateway.renderPdf(access, type, noSuchId(subject, type))), 'NOT_FOUND', type);
      const invoice = noSuchId(subject, 'invoices');
      if (can('invoices', 'email')(subject))
        equal(await codeOf(gateway.emailInvoice(access, invoice, newKey())), 'NOT_FOUND');
      if (can('invoices', 'link')(subject)) equal(await codeOf(gateway.onlineInvoiceUrl(access, invoice)), 'NOT_FOUND');
      for (const type of familiesThat(subject, 'restore'))
        gateway.prepare({ kind: 'restore', type, providerId: noSuchId(subject, type) });
    },
  },
  {
    name: 'traits: a promised change of a contact is there when it is read again, and so is each field that can be written',
    needs: can('contacts', 'create', 'update'),
    async check(subject) {
      const bench = benchOf(subject);
      const holds = async (record: LedgerRecord, sent: JsonObject) => {
        const { fields } = await reread(bench, record);
        for (const [name, value] of Object.entries(sent)) equal(fields[name], value, name);
      };
      const of = (fields: JsonObject) => kept(subject, 'contacts', { name: unique('Contact'), ...fields });
      const first = of({ email: 'a@example.com', tax_number: 'T-1' });
      const made = await create(bench, 'contacts', first);
      await holds(made, first);
      const changed = of({ email: 'b@example.com', tax_number: 'T-2' });
      await update(bench, made, changed);
      await holds(made, changed);
    },
  },
  {
    name: 'traits: as many contacts are created, changed and read together as is promised',
    needs: (subject) => can('contacts', 'create')(subject) && together(subject).creates > 0,
    async check(subject) {
      const bench = benchOf(subject);
      const { gateway, access } = bench;
      const { creates, updates, reads } = together(subject);
      const named = () => ({ name: unique('Together') });
      const intents = Array.from(
        { length: creates },
        () => ({ kind: 'create', type: 'contacts', fields: named() }) as const,
      );
      const made = await sentTogether(bench, intents);
      const changes = made.slice(0, updates).map(({ providerId }, i) => {
        const fields = { email: `changed-${i}@example.com` };
        return { kind: 'update', type: 'contacts', providerId, fields, existing: null } as const;
      });
      if (updates > 0) await sentTogether(bench, changes);
      for (const [i, record] of made.slice(0, updates).entries())
        equal((await reread(bench, record)).fields['email'], `changed-${i}@example.com`);
      const ids = made.slice(0, reads).map(({ providerId }) => providerId);
      const others = Array.from({ length: reads - ids.length }, (_, i) => noSuchId(subject, 'contacts', i));
      const { records } = await gateway.readMany(access, 'contacts', [...others, ...ids]);
      if (reads > 0) deepEqual(records.map(({ providerId }) => providerId).sort(), ids.sort());
    },
  },
];
