// Equal events, of which a bulk write or a sync announces hundreds at once, as one part of a story.
import { inOrder, part, type StoryPart } from './story-part.ts';
import { isBad } from './timeline-kinds.ts';

const foldedLeast = 3;
const gapMost = 1_000;

/**
 * Folds events of one type that follow each other within a second; those whose deliveries are under way, such as all of a held
 * endpoint, apart from those that have arrived. What failed stays by itself.
 */
export function withEqualEventsFolded(parts: readonly StoryPart[]): readonly StoryPart[] {
  const told: StoryPart[] = [];
  let run: StoryPart[] = [];
  const end = (): void => {
    told.push(...foldedRun(run));
    run = [];
  };
  for (const one of parts) {
    const last = run.at(-1);
    if (!isFoldable(one) || (last && one.from - last.from > gapMost)) end();
    if (isFoldable(one)) run.push(one);
    else told.push(one);
  }
  end();
  return told;
}

/** Each type is told where its first event was. */
function foldedRun(run: readonly StoryPart[]): readonly StoryPart[] {
  const told = [...Map.groupBy(run, (one) => `${one.title}${goesOn(one)}`).values()].flatMap((equal) => {
    const [first] = equal;
    if (first === undefined || equal.length < foldedLeast) return equal;
    const title = `${equal.length} × ${first.title.replace(/^Event /, '')}`;
    const isRunning = goesOn(first);
    return [part({ kind: 'event', title, isRunning, isFolded: true, from: first.from, to: first.to, children: equal })];
  });
  return inOrder(told);
}

function isFoldable(one: StoryPart): boolean {
  return one.kind === 'event' && one.entry !== undefined && isGood(one);
}

function isGood({ entry, children }: StoryPart): boolean {
  return !(entry && isBad(entry)) && children.every(isGood);
}

function goesOn({ isRunning, children }: StoryPart): boolean {
  return isRunning || children.some(goesOn);
}
