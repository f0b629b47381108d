// What agents want in a run, made of a seed: each intent is one thing in the books, whatever becomes of its calls.
import type { JsonObject } from '#core';
import type { Chance } from './chance.ts';

/** How an agent goes on when it heard nothing, or nothing certain. */
export const retryStyles = ['same bytes', 'twice', 'reworded', 'new ref', 'equal pair'] as const;
export type RetryStyle = (typeof retryStyles)[number];

/** The keys of a run: without limits, without a question about look-alikes, with limits by amount, by number, and with approval. */
export const keyNames = ['free', 'unasked', 'capped', 'counted', 'held', 'high'] as const;
export type KeyName = (typeof keyNames)[number];

/** What a member does about it, if it waits. */
export type Verdict = 'approve' | 'decline' | 'leave';

export interface Intent {
  readonly name: string;
  readonly key: KeyName;
  readonly style: RetryStyle;
  readonly tool: string;
  /** Without the reference; another wording means the same. */
  args(wording: number): JsonObject;
  /** The first call names an account that the books do not have; the agent corrects it under the same reference. */
  readonly isWrongFirst: boolean;
  /** Whatever happens, nothing of it may be in the books. */
  readonly isForbidden: boolean;
  /** How its things are named in the books; two equal ones have the same names. */
  readonly things: readonly string[];
  readonly verdict: Verdict;
  /** It begins when the intent before it has ended, and knows what came of that. */
  readonly isSecond: boolean;
}

export interface Places {
  readonly connectionId: string;
  /** Of another organization, and one of the same that the keys do not reach. */
  readonly foreign: readonly { readonly connectionId: string; readonly name: string }[];
  readonly contacts: readonly string[];
  /** Authorised ones, of a million each: their payments are told apart by their amounts. */
  readonly invoices: readonly { readonly id: string; readonly providerId: string }[];
}

/** The limits of a run of so many intents: about half of what it wants passes those of the day. */
export const capOfOne = 400;
export const capOfDay = (count: number) => Math.round((count / 24) * (10 + count / 20));
export const capOfCount = (count: number) => Math.ceil(count / 16);
const words = ['Bench', 'A bench', 'One bench, oak', 'bench (see order)', 'Garden bench', 'BENCH'];

interface Making {
  readonly chance: Chance;
  readonly places: Places;
  readonly name: string;
  /** In cents; no other intent of the run has it. */
  readonly cents: number;
}

type Made = Pick<Intent, 'tool' | 'args' | 'things'> & Partial<Intent>;

function invoiceOf({ chance, places, cents }: Making): Made {
  const contact_id = chance.of(places.contacts);
  const type = chance.of(['receivable', 'payable']);
  const status = chance.of(['DRAFT', 'AUTHORISED']);
  const account_code = type === 'receivable' ? '200' : '400';
  return {
    tool: 'create_invoice',
    things: [`invoice ${cents}`],
    args: (wording) => ({
      ...{
        connection_id: places.connectionId,
        type,
        contact_id,
        status,
        issue_date: '2026-11-01',
        due_date: '2030-01-31',
      },
      line_items: [
        { description: words[wording % words.length] ?? '', quantity: 1, unit_amount: cents / 100, account_code },
      ],
      // A bill's reference is its number, of which there is one.
      ...(wording > 0 && type === 'receivable' && { external_reference: `said ${wording} times` }),
    }),
  };
}

function contactOf({ places, name }: Making): Made {
  return {
    tool: 'create_contact',
    things: [`contact ${name} Ltd`],
    args: (wording) => ({
      connection_id: places.connectionId,
      name: `${name} Ltd`,
      ...(wording > 0 && { first_name: words[wording % words.length] ?? '' }),
    }),
  };
}

function paymentOf({ chance, places, cents }: Making): Made {
  const { id, providerId } = chance.of(places.invoices);
  const amount = cents / 100;
  return {
    tool: 'record_payment',
    things: [`payment ${providerId} ${amount.toFixed(2)}`],
    args: (wording) => ({
      ...{ connection_id: places.connectionId, invoice_id: id, account_code: '090', amount, date: '2026-11-02' },
      ...(wording > 0 && { external_reference: words[wording % words.length] ?? '' }),
    }),
  };
}

function manyOf(making: Making): Made {
  const { places, cents } = making;
  const items = [0, 1, 2].map((n) => invoiceOf({ ...making, cents: cents + n }));
  return {
    tool: 'create_many',
    things: items.flatMap(({ things }) => things),
    args: (wording) => ({
      ...{ connection_id: places.connectionId, type: 'invoices' },
      items: items.map(({ args }, n) => {
        const { connection_id: _, ...item } = args(wording);
        return { ...item, item_key: `item ${n}` };
      }),
    }),
  };
}

const kinds = { invoiceOf, contactOf, paymentOf, manyOf } as const;
const weights: readonly (keyof typeof kinds)[] = [
  ...(['invoiceOf', 'invoiceOf', 'invoiceOf', 'invoiceOf', 'invoiceOf', 'contactOf', 'contactOf'] as const),
  ...(['paymentOf', 'paymentOf', 'manyOf'] as const),
];

/** What a run is made of, where not of everything. */
export interface Mix {
  readonly keys?: readonly KeyName[];
  readonly styles?: readonly RetryStyle[];
  /** How many of the intents name a company that no key reaches, from 0 to 1. */
  readonly foreign?: number;
}

const usualKeys: readonly KeyName[] = ['free', 'free', 'unasked', 'capped', 'counted', 'held', 'held', 'high'];

/** So many intents; pairs count as two. */
export function intentsOf(
  chance: Chance,
  places: Places,
  count: number,
  { keys = usualKeys, styles = retryStyles, foreign: abroad = 0.06 }: Mix = {},
): readonly Intent[] {
  const intents: Intent[] = [];
  for (let n = 0; intents.length < count; n++) {
    const name = `intent ${n}`;
    const own = chance.apart(name);
    const key = own.of(keys);
    const isOver = key === 'capped' && own.hits(0.3);
    const making = { chance: own, places, name, cents: (isOver ? 100_000 : 1_000) + n * 10 };
    // Without the question, a new reference is a new thing.
    const [wanted = 'twice'] = [styles[n % styles.length]];
    const style = key === 'unasked' && (wanted === 'new ref' || wanted === 'equal pair') ? 'twice' : wanted;
    const isPair = style === 'equal pair';
    const foreign = own.hits(abroad) ? own.of(places.foreign) : undefined;
    const isForeign = foreign !== undefined;
    const there = foreign ? { ...making, places: { ...places, connectionId: foreign.connectionId } } : making;
    const plain = kinds[isPair || isOver ? 'invoiceOf' : own.of(weights)](there);
    const made = foreign
      ? { ...plain, args: (n: number) => ({ ...plain.args(n), company_name: foreign.name }) }
      : plain;
    const isPlain = made.tool === 'create_invoice' && key === 'free' && !isPair && !isForeign;
    const first: Intent = {
      ...{ name, key, style, isForbidden: isForeign || isOver, isSecond: false },
      isWrongFirst: isPlain && own.hits(0.2),
      verdict: own.of(['approve', 'approve', 'decline', 'leave'] as const),
      ...made,
    };
    intents.push(first);
    if (isPair) intents.push({ ...first, name: `${name} again`, isSecond: true });
  }
  return intents;
}
