import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { Globe } from 'lucide-react';
import { refreshStream } from '../../platform/stream/stream.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Page } from '../../ui/Page.tsx';
import { Brand } from './brand.tsx';
import { Carousel } from './carousel.tsx';
import { HotPairs } from './hot-pairs.tsx';
import { LatestNews } from './latest-news.tsx';
import { MessageLine } from './message-line.tsx';
import css from './visitor-home.module.css';
import { WaysIn } from './ways-in.tsx';

/** Home for visitors: what this is, the ways in, and the market as it runs. */
export function VisitorHome() {
  const { t } = useLingui();
  const client = useQueryClient();
  const refresh = () => {
    refreshStream();
    return client.refetchQueries({ type: 'active' });
  };
  return (
    <Page
      root
      title={t`Home`}
      lead={<Brand />}
      actions={<IconButton icon={Globe} label={t`Language`} href="#/pages/mine/lang" />}
      onRefresh={refresh}
    >
      <div className={css['welcome']}>
        <p className={css['promise']}>
          <Trans>The exchange that fits in a phone</Trans>
        </p>
        <p className={css['value']}>
          <Trans>Live prices, spot trading and your assets, also when the network is gone.</Trans>
        </p>
        <WaysIn />
      </div>
      <MessageLine />
      <Carousel />
      <HotPairs />
      <LatestNews />
    </Page>
  );
}
