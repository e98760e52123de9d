import { OneLine } from '#app/ui/controls/OneLine.tsx';
import { HeroNumber } from '#app/ui/layout/HeroNumber.tsx';
import { OwnAmount } from './own-amount.tsx';

interface OwnHeroNumberProps {
  /** As it is shown, without its coin. */
  readonly number: string;
  readonly asset: string;
  /** It is not of now. */
  readonly old?: boolean;
}

/** An amount of the user’s own that leads a screen, with its coin; hidden with the others. */
export function OwnHeroNumber({ number, asset, old = false }: OwnHeroNumberProps) {
  return (
    <HeroNumber number={number} old={old}>
      <OneLine>
        <OwnAmount>{number}</OwnAmount> <small>{asset}</small>
      </OneLine>
    </HeroNumber>
  );
}
