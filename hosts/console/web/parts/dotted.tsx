/** A name of words between dots, which breaks behind a dot and nowhere else. */
export function Dotted({ name }: { readonly name: string }) {
  const parts = name.split(/(?<=\.)/);
  return (
    <strong class="whole">
      {parts.map((part) => (
        <>
          {part}
          <wbr />
        </>
      ))}
    </strong>
  );
}
