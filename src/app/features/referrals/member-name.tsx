/** A masked name; long addresses go on in the next line behind the `@`. */
export function MemberName({ children }: { readonly children: string }) {
  const [name = '', host] = children.split('@');
  return (
    <span translate="no" lang="en">
      {host === undefined ? (
        name
      ) : (
        <>
          {name}@<wbr />
          {host}
        </>
      )}
    </span>
  );
}
