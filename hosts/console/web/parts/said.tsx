import { shownLine, shownText } from '../words/shown-text.ts';

interface SaidProps {
  readonly text: string;
  /** On one line and cut, for rows. */
  readonly line?: boolean;
}

/**
 * A text that a stranger or an agent wrote: as text, with its hidden characters made visible, and in a direction of its own,
 * so that it turns nothing beside it. It never stands in the words of a button or of a heading.
 */
export function Said({ text, line = false }: SaidProps) {
  return <bdi class={line ? 'said' : 'said whole'}>{line ? shownLine(text) : shownText(text)}</bdi>;
}
