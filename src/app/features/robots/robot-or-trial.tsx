import { Suspense } from 'react';
import { strategyNames } from '#protocol/robots/maths/strategy.ts';
import { laterPart } from '../shell/later-part.tsx';

// Each of the two carries a chart of its own, which the other never draws.
const DetailsScreen = laterPart(() => import('./details/details-screen.tsx'), 'DetailsScreen');
const BackTestScreen = laterPart(() => import('./back-test/back-test-screen.tsx'), 'BackTestScreen');

/** What the address of a robot's details names: an own robot, or a strategy on a pair that is tried. */
interface RobotOrTrialProps {
  readonly id?: string | undefined;
  readonly strategy?: string | undefined;
  readonly pair?: string | undefined;
  /** Parameters that somebody shared. */
  readonly shared?: string | undefined;
  readonly onStarted: (id: string) => void;
}

/** An own robot; without one the back-test of a strategy, by default of a grid on Bitcoin. */
export function RobotOrTrial({ id, strategy, pair = 'BTCUSDT', shared, onStarted }: RobotOrTrialProps) {
  return (
    <Suspense>
      {id === undefined ? (
        <BackTestScreen
          strategy={strategyNames.find((name) => name === strategy) ?? 'grid'}
          pair={pair}
          shared={shared}
          onStarted={onStarted}
        />
      ) : (
        <DetailsScreen id={id} />
      )}
    </Suspense>
  );
}
