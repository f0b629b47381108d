import { Fragment } from 'preact';

/** A text that may break behind each of its dots. */
export function BrokenAtDots({ text }: { readonly text: string }) {
  const parts = text.split(/(?<=\.)/);
  return parts.map((part, i) => (
    <Fragment key={i}>
      {part}
      <wbr />
    </Fragment>
  ));
}

/** A name of words between dots, which breaks behind a dot and nowhere else. */
export function Dotted({ name }: { readonly name: string }) {
  return (
    <strong class="whole">
      <BrokenAtDots text={name} />
    </strong>
  );
}
