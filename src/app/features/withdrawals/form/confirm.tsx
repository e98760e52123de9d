import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { ChainOfCoin } from '#protocol/chains/entities.ts';
import { AddressText } from '#app/ui/lists/AddressText.tsx';
import { Banner } from '#app/ui/layout/Banner.tsx';
import { CoinIcon } from '#app/ui/lists/CoinIcon.tsx';
import { FactsCard } from '#app/ui/lists/FactsCard.tsx';
import { Headline } from '#app/ui/layout/Headline.tsx';
import { ConfirmSheet } from '#app/ui/overlays/ConfirmSheet.tsx';
import { coinText } from '#app/features/deposits/chain-labels.ts';
import { SubmitFailure } from '#app/features/outcomes/submit-failure.tsx';
import type { WithdrawalInput } from '../mutations.ts';
import type { Withdrawing } from './submit.ts';
import css from '../withdraw-screen.module.css';
import { arrives } from './check.ts';

interface WithdrawConfirmProps {
  chain: ChainOfCoin;
  withdrawing: Withdrawing;
  /** Why nothing can be withdrawn now. */
  blocked: ReactNode;
  practice: boolean;
}

/** Everything that a withdrawal means, before the transaction password is asked for. */
export function WithdrawConfirm({ chain, withdrawing, blocked, practice }: WithdrawConfirmProps) {
  const { t } = useLingui();
  const { request, busy, failure, held } = withdrawing;
  const amount = request === null ? '' : coinText(request.amount, request.asset);
  const rest = request === null ? null : arrives(request.amount, chain.withdrawFee);
  const receives = rest === null ? '–' : coinText(rest, chain.asset);
  return (
    <ConfirmSheet
      open={request !== null}
      onClose={withdrawing.cancel}
      title={t`Confirm withdrawal`}
      failure={
        <SubmitFailure held={held} failure={failure} announced={<Trans>Nothing was withdrawn. {failure}</Trans>} />
      }
      send={{
        busy,
        disabledReason: blocked,
        detail: practice ? t`${receives} will arrive (practice)` : t`${receives} will arrive`,
        label: <Trans>Withdraw {amount}</Trans>,
      }}
      onSend={withdrawing.send}
    >
      {request !== null && <WithdrawalFacts request={request} chain={chain} />}
    </ConfirmSheet>
  );
}

function WithdrawalFacts({ request, chain }: { request: WithdrawalInput; chain: ChainOfCoin }) {
  const { t } = useLingui();
  const { asset, amount, address, remark } = request;
  const receives = arrives(amount, chain.withdrawFee);
  return (
    <>
      <Headline leading={<CoinIcon symbol={asset} size={44} />} amount={coinText(amount, asset)}>
        <Trans>Withdrawal via {chain.name}</Trans>
      </Headline>
      <p className={css['to']}>
        <small>
          <Trans>To this address</Trans>
        </small>
        <AddressText address={address} />
      </p>
      <FactsCard
        items={[
          { key: t`Amount`, value: coinText(amount, asset) },
          { key: t`Fee`, value: coinText(chain.withdrawFee, asset) },
          { key: t`You receive`, value: receives === null ? '–' : coinText(receives, asset) },
          { key: t`Remark`, value: remark },
        ]}
      />
      <div className={css['warning']}>
        <Banner tone="warn" inset>
          <Trans>
            Check the address and the network. A withdrawal cannot be undone, and funds sent to a wrong address are
            lost.
          </Trans>
        </Banner>
      </div>
    </>
  );
}
