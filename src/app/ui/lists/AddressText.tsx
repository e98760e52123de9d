import { classNames } from '../class-names.ts';
import css from './AddressText.module.css';

/** What users compare of an address: this many characters at each end. */
const comparedCharacters = 6;

interface AddressTextProps {
  address: string;
  /** Only both ends with three dots between them, for rows; the whole address stays for readers and copying. */
  short?: boolean;
  /** In the middle of its box, on lines of about the same length. */
  centred?: boolean;
}

/** An address or hash whose first and last six characters are bold, because those are compared. */
export function AddressText({ address, short = false, centred = false }: AddressTextProps) {
  const head = address.slice(0, comparedCharacters);
  const middle = address.slice(comparedCharacters, -comparedCharacters);
  const tail = address.slice(Math.max(comparedCharacters, address.length - comparedCharacters));
  return (
    <span className={classNames(css['address'], short && css['short'], centred && css['centred'])} translate="no">
      <b>{head}</b>
      <span className={css['middle']}>{middle}</span>
      <b>{tail}</b>
    </span>
  );
}
