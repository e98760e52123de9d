import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Robot } from '#protocol/robots/entities/robots.ts';
import { compareDecimals, type Decimal, multiplyDecimals, subtractDecimals } from '#protocol/core/decimal.ts';
import { useFailureText } from '#app/platform/api/refusal-text.ts';
import { formatShare } from '#app/platform/format/number-format.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { usePracticeMode } from '#app/platform/session/launch-config.ts';
import { Segmented } from '#app/ui/controls/Segmented.tsx';
import { Headline } from '#app/ui/layout/Headline.tsx';
import { RiskLine } from '#app/ui/layout/RiskLine.tsx';
import { Stack } from '#app/ui/layout/Section.tsx';
import { CoinIcon } from '#app/ui/lists/CoinIcon.tsx';
import { FactsCard } from '#app/ui/lists/FactsCard.tsx';
import { ConfirmSheet } from '#app/ui/overlays/ConfirmSheet.tsx';
import { toast } from '#app/ui/overlays/toast.ts';
import { useAmountText } from '#app/features/assets/amount-text.ts';
import { SubmitFailure } from '#app/features/outcomes/submit-failure.tsx';
import { useSubmit } from '#app/features/outcomes/use-submit.ts';
import type { Worth } from '../live-robot.ts';
import { redeemMutation } from '../mutations.ts';

const calls = ['POST quant/redeem'] as const;

interface RedeemSheetProps {
  readonly open: boolean;
  readonly robot: Robot;
  readonly worth: Worth;
  readonly onClose: () => void;
}

/** What becomes of the coins of a robot that ends. */
type Coins = 'sell' | 'keep';

/** What the service takes of a profit as it stands; nothing of a loss. */
function serviceFeeOf({ serviceShare }: Pick<Robot, 'serviceShare'>, { profit }: Worth): Decimal {
  return compareDecimals(profit, '0') > 0 ? multiplyDecimals(profit, serviceShare, 8) : '0';
}

/** All that ending a robot means: what comes back with its coins sold or kept, and what the service takes. */
export function RedeemSheet({ open, robot, worth, onClose }: RedeemSheetProps) {
  const { t } = useLingui();
  const isReachable = useReachable();
  const isPractice = usePracticeMode() === true;
  const [coins, setCoins] = useState<Coins>('sell');
  const submit = useSubmit(calls, redeemMutation(useQueryClient()));
  const failure = useFailureText(submit.error);
  const close = () => {
    if (submit.waiting) return;
    submit.reset();
    onClose();
  };
  const send = () =>
    submit.send(
      { robot, coins },
      {
        onSuccess: () => {
          toast.show({
            type: 'success',
            title: t`${robot.name} ended`,
            detail: t`Its coins are in your spot wallet.`,
          });
          onClose();
        },
      },
    );
  const label =
    robot.contract !== null ? t`Close all and end` : coins === 'sell' ? t`Sell all and end` : t`End and keep the coins`;
  return (
    <ConfirmSheet
      open={open}
      onClose={close}
      title={t`Redeem`}
      failure={<SubmitFailure held={submit.held} failure={failure} />}
      send={{
        busy: submit.busy,
        disabledReason: submit.busy || isReachable ? undefined : t`No connection. Redeem when you are back online.`,
        label: isPractice ? t`${label} (practice)` : label,
        detail: t`To your spot wallet`,
      }}
      onSend={send}
    >
      <Result robot={robot} worth={worth} coins={coins} onCoins={(next) => (submit.reset(), setCoins(next))} />
    </ConfirmSheet>
  );
}

interface ResultProps extends Pick<RedeemSheetProps, 'robot' | 'worth'> {
  readonly coins: Coins;
  readonly onCoins: (coins: Coins) => void;
}

/** Both ways, of which one is chosen, and what each comes to at the price of now. */
function Result({ robot, worth, coins, onCoins }: ResultProps) {
  const { t } = useLingui();
  const amountOf = useAmountText();
  const { base, quote } = robot;
  const isOnContract = robot.contract !== null;
  const fee = serviceFeeOf(robot, worth);
  const share = formatShare(robot.serviceShare, 0);
  const kept = robot.coins.map((coin) => amountOf(coin.held, coin.base)).join(' + ');
  const back = amountOf(subtractDecimals(worth.value, fee), quote);
  const rest = amountOf(subtractDecimals(robot.quoteHeld, fee), quote);
  return (
    <Stack inset gap={3}>
      <Headline leading={<CoinIcon symbol={base} />} amount={robot.name}>
        {t`Open orders are cancelled first.`}
      </Headline>
      {!isOnContract && (
        <Segmented
          label={t`What happens to the coins`}
          items={[
            { id: 'sell', label: t`Sell all` },
            { id: 'keep', label: t`Keep the coins` },
          ]}
          value={coins}
          onChange={onCoins}
        />
      )}
      <FactsCard
        items={[
          { id: 'sell', key: isOnContract ? t`If closed now` : t`If sold`, value: `≈ ${back}` },
          ...(isOnContract ? [] : [{ id: 'keep', key: t`If kept`, value: `≈ ${rest} + ${kept}` }]),
          { id: 'share', key: t`Service fee, ${share} of the profit`, value: `≈ ${amountOf(fee, quote)}` },
        ]}
      />
      <RiskLine>
        {isOnContract
          ? t`Positions are closed at the prices of the book, less the fee. A robot that ended cannot be started again.`
          : coins === 'sell'
            ? t`Sold at the prices of the book, less the trading fee. A robot that ended cannot be started again.`
            : t`The coins go to spot as they are. A robot that ended cannot be started again.`}
      </RiskLine>
    </Stack>
  );
}
