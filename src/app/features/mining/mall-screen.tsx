import { Suspense } from 'react';
import { laterPart } from '../shell/later-part.tsx';
import { MiningScreen } from './mining-screen.tsx';

const DoneScreen = laterPart(() => import('./done-screen.tsx'), 'DoneScreen');

interface MallScreenProps {
  /** The miner that the address names. */
  readonly id?: string | undefined;
  /** Miners that are done in place of the mall. */
  readonly show?: 'done' | undefined;
}

/** The mining mall, or the records of miners that are done. */
export function MallScreen({ id, show }: MallScreenProps) {
  if (show !== 'done') return <MiningScreen id={id} />;
  return (
    <Suspense>
      <DoneScreen />
    </Suspense>
  );
}
