import { Fragment } from 'react';

/** A web address, which breaks before a dot and after a slash where it does not fit on a line. */
export function WebAddress({ address }: { address: string }) {
  const parts = address.match(/\.?[^./]*\/?/g)?.filter((part) => part !== '') ?? [];
  return parts.map((part, nth) => (
    // The parts of an address have no names, and none of them moves.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={nth}>
      {nth > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
