import { Trans, useLingui } from '@lingui/react/macro';
import { useState, useSyncExternalStore } from 'react';
import type { ListedContract } from '../../../contract/entities/contract.ts';
import { useObservable } from '../../platform/observable.ts';
import { Button } from '../../ui/Button.tsx';
import { LiveRegion } from '../../ui/VisuallyHidden.tsx';
import tradeCss from '../trade/trade-screen.module.css';
import { changeContractChoice, contractChoice } from './contract-choice.ts';
import { ContractBook } from './contract-book.tsx';
import { ContractForm } from './contract-form.tsx';
import css from './contract-screen.module.css';
import { priceText, settling } from './contract-words.ts';
import { transferHref } from './cost-facts.tsx';
import { useOpeningForm } from './opening-form-state.ts';
import type { Own } from './use-own.ts';

/** Rows of one side of the book for a screen's height. */
function rowsFor(heightPx: number): number {
  return heightPx < 700 ? 8 : 10;
}

function onResize(listener: () => void): () => void {
  addEventListener('resize', listener);
  return () => removeEventListener('resize', listener);
}

/** Form and book side by side: a tap on a level fills the price. */
export function ContractDesk({ contract, own }: { contract: ListedContract; own: Own }) {
  const { t } = useLingui();
  const choice = useObservable(contractChoice);
  const form = useOpeningForm();
  const rows = useSyncExternalStore(onResize, () => rowsFor(innerHeight));
  const [picked, setPicked] = useState('');
  const orders = own.orders.filter((order) => order.contract === contract.id);
  const isEmpty = own.available !== null && !/[1-9]/.test(own.available);
  const pick = (price: string) => {
    if (contractChoice.get().type === 'market') changeContractChoice({ type: 'limit' });
    form.set('price', price);
    setPicked(priceText(contract, price));
  };
  return (
    <>
      {isEmpty && own.positions.length + own.orders.length === 0 && (
        <div className={css['fundIt']}>
          <p>
            <Trans>Your contract wallet is empty. Contracts are paid from it.</Trans>
          </p>
          <Button kind="primary" size="s" href={transferHref}>
            <Trans>Transfer {settling}</Trans>
          </Button>
        </div>
      )}
      <div className={tradeCss['desk']}>
        <ContractForm contract={contract} choice={choice} form={form} available={own.available} />
        <ContractBook contract={contract} orders={orders} rows={rows} onPick={pick} />
        <LiveRegion>{picked === '' ? null : t`Price set to ${picked} ${settling}`}</LiveRegion>
      </div>
    </>
  );
}
