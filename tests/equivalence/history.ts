// Random histories: what changes at the provider, and what goes wrong on the way to the customer.
import fc from 'fast-check';

export const changeKinds = ['pay_part', 'pay_all', 'unpay', 'end', 'edit', 'approve'] as const;
/** What becomes of the notification of one change. */
export const noticeFates = ['sent', 'twice', 'late', 'lost'] as const;
export const receiverMoods = ['well', 'down', 'moody', 'silent'] as const;

export interface Act {
  readonly tenant: number;
  readonly invoice: number;
  readonly kind: (typeof changeKinds)[number];
  /** Since the change before; 0 gives both the same stamp. */
  readonly gapMs: number;
  /** How much later than a direct read the provider's lists show it. */
  readonly lagSeconds: number;
  readonly fate: (typeof noticeFates)[number];
}

export interface Death {
  /** What it still does: reads and writes of the store, commits, calls. Null: killed between claim and first step. */
  readonly survives: number | null;
  /** Whether the last of them is done when it dies. */
  readonly isDone: boolean;
}

export interface Trouble {
  /** Turns the order of this round's notifications. */
  readonly shuffle: number;
  readonly batches: 'single' | 'together' | 'wrong_numbers';
  readonly deaths: readonly Death[];
  /** Reads of the ledger that answer only after the next round's changes. */
  readonly holds: boolean;
  readonly receiver: (typeof receiverMoods)[number];
  readonly ledgerIsDown: boolean;
  /** The tenant that is walked at this moment, if any. */
  readonly walks: number | null;
  /** Our own clock jumps, in seconds; the ledger's does not. */
  readonly jump: number;
  /** Hours that pass afterwards. */
  readonly rest: number;
}

export interface PlannedRound extends Trouble {
  readonly acts: readonly Act[];
  /** The tenant whose connection comes to need action before the changes, or is reconnected when it does. */
  readonly toggles: number | null;
  /** Whether everything is read before the next round. */
  readonly settles: boolean;
}

export interface History {
  readonly rounds: readonly PlannedRound[];
  /** What brings about the last reconciliation. */
  readonly ending: 'schedule' | 'gap';
}

const act = (gaps: readonly number[]): fc.Arbitrary<Act> =>
  fc.record({
    tenant: fc.nat({ max: 1 }),
    invoice: fc.nat({ max: 2 }),
    kind: fc.constantFrom(...changeKinds),
    gapMs: fc.constantFrom(...gaps),
    lagSeconds: fc.constantFrom(0, 0, 30, 240),
    fate: fc.constantFrom(...noticeFates),
  });

const death: fc.Arbitrary<Death> = fc.record({
  survives: fc.option(fc.nat({ max: 30 }), { nil: null, freq: 8 }),
  isDone: fc.boolean(),
});

const trouble = {
  shuffle: fc.nat({ max: 7 }),
  batches: fc.constantFrom('single', 'together', 'wrong_numbers'),
  deaths: fc.array(death, { maxLength: 2 }),
  receiver: fc.constantFrom(...receiverMoods),
  ledgerIsDown: fc.constantFrom(false, false, false, true),
  walks: fc.option(fc.nat({ max: 1 }), { nil: null, freq: 2 }),
  jump: fc.constantFrom(0, 0, 0, -90, 400, 86_400),
  rest: fc.constantFrom(0, 0, 0, 0, 1, 30),
} as const;

const ending = fc.constantFrom('schedule', 'gap');
const toggles = fc.option(fc.nat({ max: 1 }), { nil: null, freq: 3 });

/** Every revision is read: an invoice changes once a round, and each round ends when all was read. */
export const readHistories: fc.Arbitrary<History> = fc.record({
  rounds: fc.array(
    fc.record({
      ...trouble,
      toggles,
      acts: fc.uniqueArray(act([0, 1, 400, 5_000]), {
        selector: ({ tenant, invoice }) => `${tenant} ${invoice}`,
        minLength: 1,
        maxLength: 4,
      }),
      holds: fc.constant(false),
      settles: fc.constant(true),
    }),
    { minLength: 1, maxLength: 5 },
  ),
  ending,
});

/** Many changes between two reads. */
export const unreadHistories: fc.Arbitrary<History> = fc.record({
  rounds: fc.array(
    fc.record({
      ...trouble,
      toggles,
      acts: fc.array(act([0, 1, 400, 5_000]), { minLength: 1, maxLength: 4 }),
      holds: fc.boolean(),
      settles: fc.boolean(),
    }),
    { minLength: 1, maxLength: 6 },
  ),
  ending,
});

/** A few invoices that change while they are being read, over and over. */
export const contendedHistories: fc.Arbitrary<History> = fc.record({
  rounds: fc.array(
    fc.record({
      ...trouble,
      deaths: fc.array(death, { maxLength: 1 }),
      receiver: fc.constant('well'),
      ledgerIsDown: fc.constant(false),
      rest: fc.constant(0),
      jump: fc.constantFrom(0, 0, -90),
      toggles: fc.constant(null),
      acts: fc.array(
        fc.record({
          tenant: fc.constant(0),
          invoice: fc.nat({ max: 1 }),
          kind: fc.constantFrom('pay_part', 'pay_all', 'unpay', 'edit'),
          gapMs: fc.constantFrom(0, 0, 1, 5_000),
          lagSeconds: fc.constant(0),
          fate: fc.constantFrom('sent', 'sent', 'twice'),
        }),
        { minLength: 1, maxLength: 2 },
      ),
      holds: fc.boolean(),
      settles: fc.constantFrom(false, false, true),
    }),
    { minLength: 3, maxLength: 6 },
  ),
  ending,
});
