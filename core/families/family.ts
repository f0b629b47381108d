import * as v from 'valibot';
import type { AccountUse, Unchecked } from '../domain/books-rules.ts';
import type { ResourceType } from '../domain/resource.ts';
import { anyObject, described, Timestamp, WriteWarning, warningsMeaning } from './answer-fields.ts';
import type { PlainTexts } from './plain-text.ts';

/** A request body as the documentation shows it. */
export interface Example {
  readonly summary: string;
  readonly value: unknown;
}
export type Examples = Readonly<Record<string, Example>>;

/** All that the core knows of one family of accounting records; a provider's traits say which of it the provider has. */
export interface Family {
  readonly type: ResourceType;
  readonly idPrefix: string;
  /** Names one record, in words for people. */
  readonly singular: string;
  /** What single writes may do with records of the family; null for nothing. */
  readonly writes: 'creates_and_updates' | 'creates' | null;
  /** The bodies that write normalized fields; null if there are none. */
  readonly requests: { readonly create: v.GenericSchema; readonly update?: v.GenericSchema } | null;
  /** The field by which a create finds that its record exists already, and changes that. */
  readonly identifier: 'contact_number' | 'code' | null;
  /** The field that no two records share: a create, and a change of it, is refused where another record has the value. */
  readonly unique: 'code' | null;
  /** True if a record can be deleted, so that nothing of it remains. */
  readonly deletes: boolean;
  /** What a bulk write may do with records of the family; null for nothing. */
  readonly bulk: 'creates' | 'creates_and_updates' | null;
  /** True if lists find its records by a part of their `name`. */
  readonly findsByName: boolean;
  /** True if lists find and sort its records by their `date`, as they do others by `issue_date`. */
  readonly isDated: boolean;
  /**
   * True if only its values tell a record from another, so that equal ones are common. A lost create then takes no record that
   * has changed after the call can have arrived: it may be somebody else's.
   */
  readonly hasTwins: boolean;
  /** True if no notification of another family has it read: walks by the clock do, and syncs that somebody asks for. */
  readonly isFollowedAlone: boolean;
  /** What the books know that can refuse a write, for a look before it; null for a family that is not written. */
  readonly books: BooksRules | null;
  /** True if the provider renders its records as PDF. */
  readonly isRendered: boolean;
  readonly examples: { readonly create?: Examples; readonly update?: Examples };
  /** The statuses that its lists can be filtered by; null if its records have none. Records may have further ones. */
  readonly statuses: readonly string[] | null;
  /** Those of its fields that are one text and nothing more. */
  readonly plain: PlainTexts;
  readonly answer: v.GenericSchema & { readonly entries: v.ObjectEntries };
}

/** What a look before a write compares with the books. What no row names is left to the provider. */
export interface BooksRules {
  /** The field with the day of the record in the books, which must not be in a locked period; null if no period locks it. */
  readonly day: 'issue_date' | 'date' | null;
  /** The fields, at any depth, that name what the books must have and take: ids, codes of accounts and items, tax types. */
  readonly refers: readonly string[];
  /** What the accounts must be that it names. */
  readonly accounts?: AccountUse;
  /** `journal`: the lines have to balance, with the tax that is added to them. */
  readonly sums?: 'journal';
  /** The statuses in which a record takes no change but of its status. */
  readonly frozen: readonly string[];
  /** What is left to the provider, beside what the provider alone knows of every write. */
  readonly leaves: readonly Unchecked[];
}

type Required = Pick<Family, 'idPrefix' | 'singular'>;
type Optional = Pick<
  Family,
  | 'writes'
  | 'identifier'
  | 'unique'
  | 'books'
  | 'deletes'
  | 'findsByName'
  | 'isDated'
  | 'hasTwins'
  | 'isFollowedAlone'
  | 'bulk'
  | 'isRendered'
  | 'examples'
  | 'plain'
>;
/** A family whose records have a status names the known ones. */
type Statuses<E> = 'status' extends keyof E ? { readonly statuses: readonly string[] } : unknown;

/** Makes a family; without options it can only be read. `fields` are those of its normalized records. */
export function family<const T extends ResourceType, E extends v.ObjectEntries, R extends Family['requests'] = null>(
  type: T,
  {
    fields,
    requests,
    ...own
  }: Required & Partial<Optional> & Statuses<E> & { readonly fields: E; readonly requests?: R },
): Family & { readonly type: T; readonly answer: RecordAnswer<E>; readonly requests: R } {
  return {
    type,
    writes: null,
    // Without requests, R is null.
    requests: (requests ?? null) as R,
    identifier: null,
    unique: null,
    books: null,
    deletes: false,
    findsByName: false,
    isDated: false,
    hasTwins: false,
    isFollowedAlone: false,
    bulk: null,
    isRendered: false,
    examples: {},
    statuses: null,
    plain: {},
    ...own,
    answer: v.object({ ...frame(own), ...fields }),
  };
}

type RecordAnswer<E extends v.ObjectEntries> = v.ObjectSchema<ReturnType<typeof frame> & E, undefined>;

function frame({ idPrefix, singular }: Required) {
  return {
    id: described(v.pipe(v.string(), v.startsWith(`${idPrefix}_`)), `The service’s id of the ${singular}.`),
    provider_id: described(v.string(), 'The provider’s own id; accepted wherever `id` is.'),
    fetched_at: described(Timestamp, 'When the service read it from the provider.'),
    provider_updated_at: v.nullable(Timestamp),
    warnings: v.optional(described(v.array(WriteWarning), warningsMeaning)),
    provider_data: v.optional(described(anyObject, 'The provider’s own document; only with `?include=provider_data`.')),
  };
}
