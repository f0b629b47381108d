import { expect } from 'chai';
import {
  decimal,
  derived,
  flag,
  integer,
  json,
  jsonWithTimes,
  named,
  nullable,
  type RowOf,
  rounded,
  tableOf,
  text,
  time,
} from './columns.ts';

interface Note {
  readonly at: Date;
  readonly word: string;
}

interface Thing {
  readonly id: `thing_${string}`;
  readonly isDefault: boolean;
  readonly count: number;
  readonly durationMs: number;
  readonly total: number;
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
  readonly scopes: readonly string[];
  readonly notes: readonly Note[];
}

const simple = { id: text, isDefault: flag, count: integer, durationMs: rounded, total: decimal, createdAt: time };
const rest = { scopes: json, notes: jsonWithTimes<Note>('at') };
const things = tableOf<Thing>()('things', {
  ...{ ...simple, ...rest, revokedAt: named('gone_at', nullable(time)) },
  isGone: derived('smallint', (thing: Thing) => (thing.revokedAt === null ? 0 : 1)),
});

describe('column tables', () => {
  const at = new Date('2026-01-02T03:04:05.678Z');
  const thing: Thing = {
    ...{ id: 'thing_1', isDefault: true, count: 2, durationMs: 3, total: 0.1, createdAt: at, revokedAt: null },
    ...{ scopes: ['a', 'b'], notes: [{ at, word: 'x' }] },
  };
  const row: RowOf<typeof things> = {
    ...{ id: 'thing_1', is_default: true, count: 2, duration_ms: 3, total: '0.1' },
    ...{ created_at: at.getTime(), scopes: '["a","b"]', notes: `[{"at":"${at.toISOString()}","word":"x"}]` },
    ...{ gone_at: null, is_gone: 0 },
  };

  it('make a row of an entity and an entity of a row', () => {
    expect(things.toRow(thing)).to.deep.equal(row);
    expect(things.toEntity({ ...row, is_default: 1 })).to.deep.equal(thing);
    expect(things.toListed({ ...row, is_default: 1 })).to.deep.equal(thing);
    expect(things.toRow({ ...thing, revokedAt: at, durationMs: 2.6 })).to.include({
      gone_at: +at,
      is_gone: 1,
      duration_ms: 3,
    });
  });

  it('let nothing in or out that has no column', () => {
    expect(things.toRow({ ...thing, other: 1 } as Thing)).to.have.all.keys(...things.columns);
    expect(things.toEntity({ ...row, other: 1 } as typeof row)).to.have.all.keys(...Object.keys(thing));
    expect(Object.keys(things.words)).to.deep.equal(things.columns);
  });

  it('are checked by the compiler', () => {
    const whole = { ...simple, ...rest, revokedAt: nullable(time) };
    // @ts-expect-error a column is missing
    tableOf<Thing>()('things', { ...simple, revokedAt: nullable(time) });
    // @ts-expect-error a column is no property
    tableOf<Thing>()('things', { ...whole, name: text });
    // @ts-expect-error what is derived is derived of the entity
    tableOf<Thing>()('things', { ...whole, name: derived('text', (other: { name: string }) => other.name) });
    // @ts-expect-error a property may be null
    tableOf<Thing>()('things', { ...whole, revokedAt: time });
    // @ts-expect-error a property is never null
    tableOf<Thing>()('things', { ...whole, id: nullable(text) });
    // @ts-expect-error a number is no text
    tableOf<Thing>()('things', { ...whole, count: text });
    // @ts-expect-error times in a document would come back as texts
    tableOf<Thing>()('things', { ...whole, notes: json });
    // @ts-expect-error the name would be lost
    nullable(named('gone_at', time));
  });
});
