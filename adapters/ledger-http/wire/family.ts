import type { JsonObject, ResourceType } from '#core';
import type { Field } from './field.ts';

/** What the transport and the mapping must know of one family of records. */
export interface Family {
  readonly type: ResourceType;
  /** The path below the API's base address. */
  readonly path: string;
  /** The key of the array in every envelope. */
  readonly envelope: string;
  readonly idKey: string;
  readonly fields: readonly Field[];
  /** Query parameters of every read and write of one record and of lists. */
  readonly query: Readonly<Record<string, string>>;
  /** `sized`: pages of a size of our choice · `hundreds`: always 100 · `whole`: everything at once. */
  readonly paging: 'sized' | 'hundreds' | 'whole';
  /** Further query parameters of lists. */
  readonly listQuery: Readonly<Record<string, string>>;
  readonly modifiedSince: boolean;
  /** Provider: an update replaces what it leaves out. */
  readonly updateReplaces: boolean;
  /** The normalized fields that lists can be narrowed by. */
  readonly foundBy: readonly string[];
  /** Provider: a new account is one bare object; everything else is an array in the envelope. */
  readonly createsBare: boolean;
  /** Keys of a read document, beyond those of every family, that must not or need not be sent back. */
  readonly echoOnly: readonly string[];
  /** What a normalized body may not say, before its fields are translated; returns the body to translate. */
  readonly adjust: (body: JsonObject, creating: boolean) => JsonObject;
}

/** A family by what sets it apart from the usual one. */
export function family(own: Pick<Family, 'type' | 'path' | 'idKey' | 'fields'> & Partial<Family>): Family {
  return {
    envelope: own.path,
    query: {},
    paging: 'whole',
    listQuery: {},
    modifiedSince: false,
    updateReplaces: false,
    foundBy: [],
    createsBare: false,
    echoOnly: [],
    adjust: (body) => body,
    ...own,
  };
}
