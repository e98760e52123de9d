import { Trans, useLingui, Plural } from '@lingui/react/macro';
import { Clock, Coins, ReceiptText } from 'lucide-react';
import type { SmallBalances, SmallBalance } from '#protocol/wallets/entities/movement.ts';
import { formatAmount, formatNumber } from '#app/platform/format/number-format.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { useFailureText } from '#app/platform/api/refusal-text.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { useFeature, usePracticeMode } from '#app/platform/session/launch-config.ts';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { Banner } from '#app/ui/layout/Banner.tsx';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { FactsCard } from '#app/ui/lists/FactsCard.tsx';
import { OfflineAge } from '#app/features/loading/offline-age.tsx';
import { SendButton } from '#app/features/outcomes/send-button.tsx';
import { WhenOn } from '#app/features/switches/when-on.tsx';
import { CheckBox } from '#app/ui/controls/CheckBox.tsx';
import { CoinIcon } from '#app/ui/lists/CoinIcon.tsx';
import type { SmallConverted } from '../mutations.ts';
import { NotYet } from '../page-state.tsx';
import { ReceiptHeadline, ReceiptSheet } from '../receipt-sheet.tsx';
import css from './small.module.css';
import { useSmallBalances, type SmallEntry } from './state.ts';
import { SmallTicket, smallPlaces } from './ticket.tsx';

/** Balances that are too small to sell, converted together into one coin once a day. */
export function SmallBalancesScreen() {
  const { t } = useLingui();
  const entry = useSmallBalances();
  const isOn = useFeature('spot');
  const { query, offer, balances } = entry;
  return (
    <Page
      title={t`Small balances`}
      actions={<IconButton icon={ReceiptText} label={t`Records`} href="#/pages/assets/Assetrecords?kind=convert" />}
      bottom={
        isOn && offer !== null && offer.nextAt === null && balances.length > 0 ? <Send entry={entry} /> : undefined
      }
    >
      {offer === null ? (
        <NotYet query={query} />
      ) : (
        <>
          <OfflineAge at={query.dataUpdatedAt} />
          <WhenOn feature="spot">
            <Offer entry={entry} offer={offer} />
          </WhenOn>
        </>
      )}
      <SmallReceiptSheet converted={entry.done} onClose={entry.forget} />
    </Page>
  );
}

function Offer({ entry, offer: { into, nextAt } }: { entry: SmallEntry; offer: SmallBalances }) {
  const { t } = useLingui();
  const next = nextAt === null ? '' : `${formatTime(nextAt, 'date')} ${formatTime(nextAt, 'time')}`;
  if (entry.balances.length === 0) {
    return (
      <EmptyState
        icon={Coins}
        title={t`No small balances`}
        text={
          nextAt === null
            ? t`Coins too small to sell appear here.`
            : t`Already converted today. You can do it again from ${next}.`
        }
      />
    );
  }
  return (
    <div className={css['offer']}>
      <p className={css['about']}>
        <Trans>Turn coins that are too small to sell into {into}, once a day.</Trans>
      </p>
      {nextAt !== null && (
        <Banner inset live>
          <Trans>Already converted today. You can do it again from {next}.</Trans>
        </Banner>
      )}
      <SmallList entry={entry} />
      {nextAt === null && <SmallTicket entry={entry} into={into} />}
    </div>
  );
}

/** The button that converts, with what it brings, and for how long its prices hold. */
function Send({ entry }: { entry: SmallEntry }) {
  const { t } = useLingui();
  const practice = usePracticeMode() === true;
  const reachable = useReachable();
  const { submit, offer, chosen, quote, seconds } = entry;
  const failure = useFailureText(submit.error);
  const receives = `${formatAmount(entry.sums.receives, smallPlaces)} ${offer?.into ?? ''}`;
  const reason = !reachable
    ? t`No connection. Convert when you are back online.`
    : chosen.length === 0
      ? t`Choose at least one coin.`
      : quote === null
        ? t`The prices are being renewed.`
        : undefined;
  return (
    <>
      <p className={css['holds']}>
        <Icon of={Clock} size="note" />
        {quote === null ? <Trans>Renewing…</Trans> : <Trans>Prices hold for {seconds} s</Trans>}
      </p>
      <SendButton
        submit={submit}
        failure={failure}
        busyLabel={t`Sending…`}
        disabledReason={reason}
        onClick={entry.send}
        {...(practice ? { detail: t`practice` } : {})}
      >
        <Trans>Convert for {receives}</Trans>
      </SendButton>
    </>
  );
}

interface SmallReceiptSheetProps {
  converted: SmallConverted | null;
  onClose: () => void;
}

/** What became of the small balances, coin by coin. */
function SmallReceiptSheet({ converted, onClose }: SmallReceiptSheetProps) {
  const { t } = useLingui();
  return (
    <ReceiptSheet result={converted} title={t`Converted`} onClose={onClose}>
      {(result) => <Facts {...result} />}
    </ReceiptSheet>
  );
}

function Facts({ small: { into, balances, fee, receives }, at }: SmallConverted) {
  const { t } = useLingui();
  return (
    <div className={css['receipt']}>
      <ReceiptHeadline amount={`${formatNumber(receives)} ${into}`}>
        <Trans>In your spot wallet</Trans>
      </ReceiptHeadline>
      <FactsCard
        items={balances.map(({ asset, amount, worth }) => ({
          id: asset,
          key: `${formatNumber(amount)} ${asset}`,
          value: `${formatAmount(worth, smallPlaces)} ${into}`,
        }))}
      />
      <FactsCard
        items={[
          { key: t`Fee`, value: `${formatNumber(fee)} ${into}` },
          { key: t`Time`, value: `${formatTime(at, 'date')} ${formatTime(at, 'time')}` },
        ]}
      />
    </div>
  );
}

/**
 * The small balances: how much of each coin, and what that brings before the fee. They are chosen from until the day was
 * used.
 */
function SmallList({ entry: { balances, chosen, choose, offer, submit } }: { entry: SmallEntry }) {
  if (offer === null) return null;
  const isUsed = offer.nextAt !== null;
  const all = balances.map(({ asset }) => asset);
  const taken = new Set(chosen.map(({ asset }) => asset));
  const count = balances.length;
  return (
    <div>
      <div className={css['head']}>
        {isUsed ? (
          <Plural value={count} one="# balance" other="# balances" />
        ) : (
          <CheckBox
            checked={taken.size === count}
            disabled={submit.busy}
            onChange={(isChosen) => choose(all, isChosen)}
          >
            <Plural value={count} one="All: # coin" other="All: # coins" />
          </CheckBox>
        )}
        <span>{offer.into}</span>
      </div>
      {balances.map((balance) => (
        <div key={balance.asset} className={css['row']}>
          {isUsed ? (
            <Coin {...balance} />
          ) : (
            <CheckBox
              checked={taken.has(balance.asset)}
              disabled={submit.busy}
              onChange={(isChosen) => choose([balance.asset], isChosen)}
            >
              <Coin {...balance} />
            </CheckBox>
          )}
        </div>
      ))}
    </div>
  );
}

function Coin({ asset, amount, worth }: SmallBalance) {
  return (
    <span className={css['coin']}>
      <CoinIcon symbol={asset} size={28} />
      <span className={css['symbol']}>{asset}</span>
      <span className={css['amount']}>{formatNumber(amount)}</span>
      <span className={css['worth']}>{formatAmount(worth, smallPlaces)}</span>
    </span>
  );
}
