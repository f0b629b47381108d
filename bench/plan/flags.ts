// The flags of `npm run bench plan`. What cannot be meant is one sentence that names the flag.
import { type Load, usual } from './model.ts';

interface Flag {
  readonly name: keyof Load;
  readonly least: number;
  readonly most: number;
  readonly isWhole: boolean;
  readonly means: string;
}

const flag = (name: keyof Load, [least, most]: readonly [number, number], means: string, isWhole = true): Flag => ({
  ...{ name, least, most, means, isWhole },
});

export const flags: Readonly<Record<string, Flag>> = {
  connections: flag('connections', [1, 10_000_000], 'connections (required)'),
  'changes-a-day': flag('changesADay', [0, 100_000], 'changes of a connection and day (required)', false),
  'creates-a-day': flag('createsADay', [0, 100_000], 'creates by callers, of a connection and day', false),
  records: flag('records', [0, 10_000_000], 'copies of a connection'),
  endpoints: flag('endpoints', [0, 100], 'endpoints that are told of each change'),
  peak: flag('peak', [1, 1_000], 'the busiest minute against the mean of the day', false),
  'reconcile-minutes': flag('reconcileMinutes', [1, 1_440], 'RECONCILE_INTERVAL_MINUTES'),
  'follow-minutes': flag('followMinutes', [0, 1_440], 'FOLLOW_MINUTES'),
  busy: flag('busy', [0.05, 1], 'the share of a processor that may be used in the busiest minute', false),
  'cell-gigabytes': flag('cellGigabytes', [10, 1_000_000], 'the most on the disk of one primary'),
  'cell-changes-a-second': flag('cellChangesASecond', [1, 100_000], 'the most that one primary is told in a second'),
};

export interface PlanWords {
  readonly load: Load;
  readonly isJson: boolean;
  readonly isCheck: boolean;
}

/** Throws one Error with a line for each wrong flag. */
export function readPlanWords(words: readonly string[]): PlanWords {
  const found: Record<string, number> = {};
  const wrong: string[] = [];
  let [isJson, isCheck] = [false, false];
  const rest = words.flatMap((word) => (/^--[^=]+=/.test(word) ? splitAt(word) : [word]));
  for (let i = 0; i < rest.length; i += 1) {
    const word = rest[i] ?? '';
    if (word === '--json') isJson = true;
    else if (word === '--check') isCheck = true;
    else {
      const known = word.startsWith('--') && Object.hasOwn(flags, word.slice(2)) ? flags[word.slice(2)] : undefined;
      if (!known) {
        wrong.push(`${word}: is no flag of plan; there are ${namesOfFlags().join(', ')}`);
        if (!(rest[i + 1] ?? '--').startsWith('--')) i += 1;
      } else if (known.name in found) wrong.push(`${word}: is given twice`);
      else found[known.name] = numberOf(word, known, rest[++i], wrong);
    }
  }
  if (!isCheck) {
    for (const name of ['connections', 'changes-a-day'] as const) {
      const given = flags[name]?.name ?? '';
      if (!(given in found))
        wrong.push(`--${name}: is required, such as --${name} ${name === 'connections' ? 100_000 : 5}`);
    }
  }
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
  return { load: { ...usual, connections: 100, changesADay: 5, ...found } as Load, isJson, isCheck };
}

const splitAt = (word: string): readonly string[] => [
  word.slice(0, word.indexOf('=')),
  word.slice(word.indexOf('=') + 1),
];

export const namesOfFlags = (): readonly string[] =>
  [...Object.keys(flags), 'json', 'check'].map((name) => `--${name}`);

function numberOf(word: string, { least, most, isWhole }: Flag, text: string | undefined, wrong: string[]): number {
  const plain = (text ?? '').replaceAll('_', '');
  const value = /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
  const isRight = value >= least && value <= most && (!isWhole || Number.isInteger(value));
  const kind = isWhole ? 'a whole number' : 'a number';
  if (!isRight) wrong.push(`${word}: must be ${kind} from ${least} to ${most}, not ${text ?? 'nothing'}`);
  return value;
}
