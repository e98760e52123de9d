import { ClipboardList, Star, WifiOff } from 'lucide-react';
import { Banner, PracticeStrip, StaleTag } from '#app/ui/layout/Banner.tsx';
import { Button } from '#app/ui/controls/Button.tsx';
import { EmptyState, ErrorState } from '#app/ui/layout/EmptyState.tsx';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { PriceText } from '#app/ui/numbers/PriceText.tsx';
import { Section, Stack } from '#app/ui/layout/Section.tsx';
import { SkeletonRow } from '#app/ui/layout/Skeleton.tsx';
import { Spinner } from '#app/ui/layout/Spinner.tsx';

/** Loading, empty, failed, old and offline. */
export function StatesPage() {
  return (
    <Page
      title="Open orders"
      leave="close"
      updating
      top={
        <>
          <PracticeStrip>Practice funds. Nothing here is real money.</PracticeStrip>
          <Banner tone="warn" icon={WifiOff} live above action={{ label: 'Retry', onAction: () => {} }}>
            No connection. Prices as of 12:03
          </Banner>
        </>
      }
      actions={<IconButton icon={Star} label="Favourite" pressed />}
    >
      <SkeletonRow count={2} pill />
      <Section band>
        <EmptyState
          icon={ClipboardList}
          title="No open orders"
          text="Orders wait here until they fill or you cancel them."
          action={<Button kind="primary">Trade BTC</Button>}
        />
      </Section>
      <Section band>
        <ErrorState
          title="Orders did not load"
          text="Your orders are still in the market. Try again, or check your connection."
          details="orders/open 503 r-7f"
          onRetry={() => {}}
        />
      </Section>
      <Section band>
        <Stack>
          <PriceText text="67,482.5" size="l" stale />
          <StaleTag>as of 12:03</StaleTag>
          <span>
            <Spinner /> Waiting
          </span>
        </Stack>
        <Stack inset>
          <Banner tone="warn" inset>
            Send only USDT on TRC20 here. Anything sent another way is lost.
          </Banner>
          <Banner inset>Your price is 2.5 USDT below the last trade.</Banner>
          <Banner inset tone="danger">
            This address was never used before.
          </Banner>
        </Stack>
      </Section>
    </Page>
  );
}
