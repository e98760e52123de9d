import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ReceiptText } from 'lucide-react';
import { useState } from 'react';
import type { TeamCoin, TeamCycle } from '#protocol/referrals/entities.ts';
import { compareDecimals } from '#protocol/core/decimal.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { Chip, ChipRow, Chips } from '#app/ui/controls/Chips.tsx';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { NumberField } from '#app/ui/controls/NumberField.tsx';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { Stack } from '#app/ui/layout/Section.tsx';
import { FactsCard } from '#app/ui/lists/FactsCard.tsx';
import { useCoinFacts } from '../assets/holdings.ts';
import { useAmountText } from '../assets/amount-text.ts';
import { PersonNeeded } from '../person-needed/person-needed.tsx';
import { NotLoaded } from '../loading/not-loaded.tsx';
import { OfflineAge } from '../loading/offline-age.tsx';
import { WhenOn } from '../switches/when-on.tsx';
import { coinToShow } from './coin-to-show.ts';
import { useCreditText } from './credit-text.ts';
import { MoveButton } from './move-button.tsx';
import { coinsQuery, refreshReferrals, useRefreshOnNotice } from './queries.ts';
import { useKeptState } from '#app/platform/storage/form-drafts.ts';

/** Moves rebates of one coin, all or a part. @param asset the coin to begin with */
export function MoveScreen({ asset }: { readonly asset?: string | undefined }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const coins = useQuery(coinsQuery);
  useRefreshOnNotice();
  const [chosen, setChosen] = useState<string | null>(asset ?? null);
  const coin = coins.data === undefined ? null : coinToShow(coins.data.list, chosen);
  const frame = {
    title: t`Move rebates`,
    actions: <IconButton icon={ReceiptText} label={t`Cash flow`} href="#/pages/assets/Assetrecords?wallet=spot" />,
    onRefresh: () => refreshReferrals(client),
    updating: coins.isFetching && coins.data !== undefined,
  };
  if (coins.data === undefined)
    return (
      <Page {...frame}>
        {<NotLoaded query={coins} title={<Trans>Your rebates did not load</Trans>} coins rows={4} />}
      </Page>
    );
  if (coin === null) return <NothingYet frame={frame} cycle={coins.data.cycle} />;
  return (
    <MoveForm
      key={coin.asset}
      frame={frame}
      coin={coin}
      coins={coins.data.list}
      cycle={coins.data.cycle}
      at={coins.dataUpdatedAt}
      onCoin={setChosen}
    />
  );
}

type Frame = Omit<Parameters<typeof Page>[0], 'children' | 'bottom'>;

function NothingYet({ frame, cycle }: { readonly frame: Frame; readonly cycle: TeamCycle }) {
  const { t } = useLingui();
  const credited = useCreditText(cycle);
  return (
    <Page {...frame}>
      <EmptyState
        title={<Trans>No rebates yet</Trans>}
        text={credited}
        action={<Button href="#/pages/Whiteskin/share">{t`Invite`}</Button>}
      />
    </Page>
  );
}

interface MoveFormProps {
  readonly frame: Frame;
  readonly coin: TeamCoin;
  readonly coins: readonly TeamCoin[];
  readonly cycle: TeamCycle;
  readonly at: number;
  readonly onCoin: (asset: string) => void;
}

function MoveForm({ frame, coin, coins, cycle, at, onCoin }: MoveFormProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const amountOf = useAmountText();
  const { decimals } = useCoinFacts()(coin.asset);
  const { asset, held, owed, credited, moved } = coin;
  const [typed, setTyped] = useKeptState<string | null>(`team.${coin.asset}`, null);
  const amount = typed ?? (compareDecimals(held, '0') > 0 ? held : '');
  const isOver = amount !== '' && compareDecimals(amount, held) > 0;
  const error = isOver ? t`You have ${amountOf(held, asset)} to move.` : undefined;
  const obstacle = error ?? (amount === '' && compareDecimals(held, '0') > 0 ? t`Enter an amount.` : undefined);
  return (
    <Page
      {...frame}
      bottom={
        <WhenOn feature="referrals">
          <MoveButton
            asset={asset}
            amount={amount === '' ? '0' : amount}
            obstacle={obstacle}
            cycle={cycle}
            onDone={() => void navigate({ to: '/pages/member/member', replace: true })}
          />
        </WhenOn>
      }
    >
      <OfflineAge at={at} />
      <PersonNeeded apart />
      {coins.length > 1 && (
        <Chips
          label={t`Coin`}
          items={coins.map((each) => ({ id: each.asset, label: each.asset }))}
          value={asset}
          onChange={onCoin}
        />
      )}
      <Stack gap={2}>
        <NumberField
          label={t`Amount (${asset})`}
          value={amount}
          onChange={setTyped}
          places={decimals}
          error={error}
          hint={t`To move ${amountOf(held, asset, false)}`}
        />
        <ChipRow label={t`Amounts`} inset>
          <Chip onClick={() => setTyped(held)}>{t({ message: 'All', context: 'amount' })}</Chip>
        </ChipRow>
        <FactsCard
          items={[
            { id: 'to', key: t`To`, value: t`Spot wallet` },
            { id: 'fee', key: t`Fee`, value: t({ message: 'None', context: 'fee' }) },
            { id: 'credited', key: t`Credited so far`, value: amountOf(credited, asset) },
            { id: 'moved', key: t`Moved so far`, value: amountOf(moved, asset) },
            ...(compareDecimals(owed, '0') > 0
              ? [{ id: 'owed', key: t`Repaid first from your next rebates`, value: amountOf(owed, asset) }]
              : []),
          ]}
        />
      </Stack>
    </Page>
  );
}
