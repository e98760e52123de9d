import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { CandlestickChart, ChevronDown, Ellipsis, Scale } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { ListedContract } from '../../../contract/entities/contract.ts';
import { whenIdle } from '../../platform/asset-keeping.ts';
import { useObservable } from '../../platform/observable.ts';
import { useFailureText } from '../../platform/refusal-text.ts';
import { refreshStream } from '../../platform/stream/stream.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState, ErrorState } from '../../ui/EmptyState.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Page } from '../../ui/Page.tsx';
import { Skeleton, SkeletonRow } from '../../ui/Skeleton.tsx';
import { Icon } from '../../ui/icons.tsx';
import tradeCss from '../trade/trade-screen.module.css';
import { changeContractChoice, contractChoice } from './contract-choice.ts';
import { ContractDesk } from './contract-desk.tsx';
import { ContractPrices } from './contract-prices.tsx';
import { StateBanner } from './contract-state.tsx';
import { nameOf } from './contract-words.ts';
import { configQuery, contractPageQuery } from './queries.ts';
import { loadCalculator, loadContracts, loadMore, loadSheets } from './sheets.ts';
import { useOwn } from './use-own.ts';

const OwnLists = lazy(() => import('./own-lists.tsx').then((module) => ({ default: module.OwnLists })));
const ContractPicker = lazy(async () => ({ default: (await loadContracts()).ContractPicker }));
const MoreSheet = lazy(async () => ({ default: (await loadMore()).MoreSheet }));
const CalculatorSheet = lazy(async () => ({ default: (await loadCalculator()).CalculatorSheet }));

/** The contract screen: prices, form and book, and below them positions and delegates. */
export function ContractScreen({ contract: asked }: { contract: string | undefined }) {
  const { t } = useLingui();
  const choice = useObservable(contractChoice);
  const config = useQuery(configQuery);
  const failure = useFailureText(config.error);
  const id = asked ?? choice.contract;
  useEffect(() => changeContractChoice({ contract: id }), [id]);
  if (config.data === undefined) {
    return (
      <Page title={t`Contracts`}>
        {config.isError ? (
          <ErrorState
            title={t`Contracts did not load`}
            text={failure}
            retrying={config.isFetching}
            onRetry={() => void config.refetch()}
          />
        ) : (
          <div className={tradeCss['waiting']} aria-busy>
            <Skeleton height="420px" />
            <Skeleton height="420px" />
          </div>
        )}
      </Page>
    );
  }
  const { contracts } = config.data;
  const contract = contracts.find((each) => each.id === id);
  if (contract === undefined) {
    return (
      <Page title={t`Contracts`}>
        <EmptyState
          icon={Scale}
          title={t`This contract is not listed`}
          text={t`Choose another one.`}
          action={
            <Button wide={false} href={`#/pages/lever/lever?contract=${contracts[0]?.id ?? 'BTCPERP'}`}>
              {t`Open contracts`}
            </Button>
          }
        />
      </Page>
    );
  }
  return <OpenContract key={contract.id} contract={contract} contracts={contracts} />;
}

type Layer = 'contracts' | 'more' | 'calculator';

function OpenContract({ contract, contracts }: { contract: ListedContract; contracts: readonly ListedContract[] }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [layer, setLayer] = useState<Layer | null>(null);
  const [moreMet, setMoreMet] = useState(false);
  const own = useOwn();
  // Told once, so that the makers of practice mode quote before the stream is up.
  useQuery(contractPageQuery(contract.id));
  useEffect(() => whenIdle(() => void loadSheets()), []);
  const close = () => setLayer(null);
  const name = nameOf(contract);
  const pick = (id: string) => {
    close();
    void navigate({ to: '/pages/lever/lever', search: { contract: id }, replace: true });
  };
  return (
    <Page
      title={t`Contract ${name}`}
      lead={<ContractButton contract={contract} onClick={() => setLayer('contracts')} />}
      actions={
        <>
          <IconButton icon={CandlestickChart} label={t`Chart`} href={`#/pages/market/kline?pair=${contract.pair}`} />
          <IconButton
            icon={Ellipsis}
            label={t`More`}
            onClick={() => {
              setMoreMet(true);
              setLayer('more');
            }}
          />
        </>
      }
      onRefresh={() => {
        refreshStream();
        return client.refetchQueries({ type: 'active' });
      }}
    >
      <ContractPrices contract={contract} />
      <StateBanner contract={contract.id} />
      <ContractDesk contract={contract} own={own} />
      <Suspense
        fallback={
          <div className={tradeCss['lists']}>
            <SkeletonRow count={2} height={64} leading={false} />
          </div>
        }
      >
        <OwnLists own={own} contracts={contracts} />
      </Suspense>
      <Suspense>
        {layer === 'contracts' && (
          <ContractPicker open onClose={close} contracts={contracts} value={contract.id} onPick={pick} />
        )}
        {moreMet && (
          <MoreSheet
            open={layer === 'more'}
            onClose={close}
            contract={contract}
            onCalculate={() => setLayer('calculator')}
          />
        )}
        {layer === 'calculator' && <CalculatorSheet open onClose={close} contract={contract} />}
      </Suspense>
    </Page>
  );
}

function ContractButton({ contract, onClick }: { contract: ListedContract; onClick: () => void }) {
  return (
    <button type="button" className={tradeCss['pair']} aria-haspopup="dialog" onClick={onClick}>
      <span className={tradeCss['name']}>
        {nameOf(contract)}
        <Icon of={ChevronDown} size="inline" />
        <Badge>
          <Trans>Perp</Trans>
        </Badge>
      </span>
    </button>
  );
}
