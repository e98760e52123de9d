import { Trans, useLingui } from '@lingui/react/macro';
import type { CollateralWallet } from '#protocol/loans/entities.ts';
import { decimalPlaces, truncateDecimal } from '#protocol/core/decimal.ts';
import { collateralWallets } from '#protocol/loans/maths/bounds.ts';
import { formatAmount, formatNumber } from '#app/platform/format/number-format.ts';
import { useAccount } from '#app/platform/stream/stream-hooks.ts';
import { FieldButton, NumberField } from '#app/ui/controls/NumberField.tsx';
import { PickerField } from '#app/ui/controls/PickerField.tsx';
import { CoinIcon } from '#app/ui/lists/CoinIcon.tsx';
import { useCoinFacts } from '#app/features/assets/holdings.ts';
import { walletLabels } from '#app/features/assets/wallet-labels.ts';
import { changeLoanDraft } from '../draft.ts';
import css from '../loans.module.css';
import type { Application, LoanProblem } from './use-application.ts';

interface LoanFieldsProps {
  readonly application: Application;
  /** The user wanted to go on: what is missing is said too. */
  readonly wasTried: boolean;
}

const ofCollateral: ReadonlySet<LoanProblem> = new Set(['no-collateral', 'too-much-collateral', 'step']);
const missing: ReadonlySet<LoanProblem> = new Set(['no-collateral', 'no-amount']);

/** The collateral with its wallet, and the amount. */
export function LoanFields({ application, wasTried }: LoanFieldsProps) {
  const { t, i18n } = useLingui();
  const { draft, limits, pledge, available, most, problem } = application;
  const { decimals } = useCoinFacts()(limits.asset);
  const wallet = i18n._(walletLabels[draft.wallet].name);
  const error = useProblemText(application, problem !== null && (wasTried || !missing.has(problem)) ? problem : null);
  const isOfCollateral = problem !== null && ofCollateral.has(problem);
  return (
    <>
      <CollateralPicker application={application} />
      <div className={css['fields']}>
        <NumberField
          label={t`Collateral (${pledge.asset})`}
          value={draft.collateral}
          places={decimalPlaces(pledge.step)}
          hint={
            available === null ? (
              '–'
            ) : (
              <Trans>
                of {formatNumber(available)} in {wallet}
              </Trans>
            )
          }
          {...(isOfCollateral && error !== null ? { error } : {})}
          onChange={(collateral) => changeLoanDraft({ collateral, coin: pledge.asset })}
        />
        <NumberField
          label={t`Borrow (${limits.asset})`}
          value={draft.amount}
          places={decimals}
          hint={<Trans>up to {formatAmount(most, decimals)}</Trans>}
          trailing={
            <FieldButton onClick={() => changeLoanDraft({ amount: truncateDecimal(most, decimals) })}>
              <Trans>Max</Trans>
            </FieldButton>
          }
          {...(!isOfCollateral && error !== null ? { error } : {})}
          onChange={(amount) => changeLoanDraft({ amount })}
        />
      </div>
    </>
  );
}

/** Coins that are taken, in the wallets that can lock them; those that are there first. */
function CollateralPicker({ application: { draft, limits, pledge } }: { application: Application }) {
  const { t, i18n } = useLingui();
  const factsOf = useCoinFacts();
  const account = useAccount();
  const heldOf = (asset: string, wallet: CollateralWallet) =>
    account?.balances.find((one) => one.asset === asset && one.wallet === wallet)?.available ?? '0';
  const choices = limits.collaterals.flatMap(({ asset }) =>
    collateralWallets
      .map((wallet) => ({ asset, wallet, held: heldOf(asset, wallet) }))
      .filter(({ wallet, held }) => wallet === 'spot' || held !== '0'),
  );
  const options = choices
    .toSorted((a, b) => Number(b.held !== '0') - Number(a.held !== '0'))
    .map(({ asset, wallet, held }) => ({
      value: `${asset} ${wallet}`,
      label: t`${asset} in ${i18n._(walletLabels[wallet].name)}`,
      detail: t`Available: ${formatNumber(held)}`,
      keywords: factsOf(asset).name,
      leading: <CoinIcon symbol={asset} size={24} />,
    }));
  return (
    <PickerField
      label={t`Collateral`}
      value={`${pledge.asset} ${draft.wallet}`}
      options={options}
      onChange={(value) => {
        const chosen = choices.find(({ asset, wallet }) => `${asset} ${wallet}` === value);
        if (chosen !== undefined) changeLoanDraft({ coin: chosen.asset, wallet: chosen.wallet, collateral: '' });
      }}
    />
  );
}

function useProblemText({ limits, pledge, available, most }: Application, problem: LoanProblem | null): string | null {
  const { t } = useLingui();
  const { decimals } = useCoinFacts()(limits.asset);
  switch (problem) {
    case null:
      return null;
    case 'no-collateral':
    case 'no-amount':
      return t`Enter an amount.`;
    case 'too-much-collateral':
      return t`You have ${formatNumber(available ?? '0')} ${pledge.asset} available.`;
    case 'step':
      return t`Enter a multiple of ${formatNumber(pledge.step)}.`;
    case 'below-least':
      return t`Enter at least ${formatNumber(limits.least)} ${limits.asset}.`;
    case 'above-limit':
      return t`At most ${formatAmount(limits.most, decimals)} ${limits.asset} can be lent to you now.`;
    case 'above-collateral':
      return t`On this collateral at most ${formatAmount(most, decimals)} ${limits.asset}.`;
  }
}
