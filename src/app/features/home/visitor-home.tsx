import { Trans, useLingui } from '@lingui/react/macro';
import { Globe } from 'lucide-react';
import { Suspense, lazy } from 'react';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { Skeleton } from '../../ui/layout/Skeleton.tsx';
import { HomeFrame } from './home-frame.tsx';
import { MessageLine } from './message-line.tsx';
import css from './visitor-home.module.css';
import { WaysIn } from './ways-in.tsx';

/** Content below the entry buttons loads after them. */
const VisitorBelow = lazy(() => import('./visitor-below.tsx'));

/** Home for visitors: what this is, the ways in, and the market as it runs. */
export function VisitorHome() {
  const { t } = useLingui();
  return (
    <HomeFrame actions={<IconButton icon={Globe} label={t`Language`} href="#/pages/mine/lang" />}>
      <div className={css['welcome']}>
        <p className={css['promise']}>
          <Trans>The exchange that fits in a phone</Trans>
        </p>
        <p className={css['value']}>
          <Trans>Live prices, spot trading and your assets, even without a connection.</Trans>
        </p>
        <WaysIn />
      </div>
      <MessageLine />
      <Suspense fallback={<Below />}>
        <VisitorBelow />
      </Suspense>
    </HomeFrame>
  );
}

/** As high as the carousel and the pairs will be. */
function Below() {
  return (
    <div className={css['below']}>
      <Skeleton height="120px" />
    </div>
  );
}
