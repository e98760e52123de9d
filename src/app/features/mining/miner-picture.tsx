import { Fan } from 'lucide-react';
import { Icon } from '#app/ui/icons.tsx';
import css from './miner-picture.module.css';

/** From so much power on, in TH/s, a miner is drawn with two fans, and with four. */
const twoFansFrom = 100;
const fourFansFrom = 400;

/** A miner: the more power, the more fans. Decorative. */
export function MinerPicture({ power }: { readonly power: number }) {
  const fans = power >= fourFansFrom ? 4 : power >= twoFansFrom ? 2 : 1;
  return (
    <span className={css['box']} data-fans={fans} aria-hidden>
      {Array.from({ length: fans }, (_, nth) => (
        <Icon key={nth} of={Fan} size={fans === 1 ? 'bar' : 'inline'} />
      ))}
    </span>
  );
}
