import { useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { CandlestickChart, ChevronDown, Ellipsis } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import type { ListedContract } from '#protocol/contracts/entities.ts';
import { whenIdle } from '#app/platform/device/when-idle.ts';
import { useObservable } from '#app/platform/observable.ts';
import { refreshStream } from '#app/platform/stream/stream.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { Skeleton, SkeletonRow } from '#app/ui/layout/Skeleton.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { WhenOn } from '../switches/when-on.tsx';
import wideCss from '../order-entry/wide/wide.module.css';
import { useRoom } from '../order-entry/wide/use-room.ts';
import { ProductSwitch } from '../spot/product-switch.tsx';
import tradeCss from '../spot/spot-screen.module.css';
import { changeContractChoice, contractChoice } from './book/contract-choice.ts';
import css from './contract-screen.module.css';
import { ContractPanel } from './form/contract-panel.tsx';
import { ContractPrices } from './book/contract-prices.tsx';
import { StateBanner } from './book/contract-state.tsx';
import { nameOf } from './contract-labels.ts';
import { configQuery, contractPageQuery } from './queries.ts';
import { loadCalculator, loadChart, loadContracts, loadMore, loadSheets } from './sheets.ts';
import { useOwn } from './positions/use-own.ts';
import { NotLoaded } from '../loading/not-loaded.tsx';
import { laterPart, laterSheet } from '../shell/later-part.tsx';

const ContractChart = laterPart(loadChart, 'ContractChart');
const OwnLists = laterPart(() => import('./positions/own-lists.tsx'), 'OwnLists');
/** The contract screen: prices, form and book, and below them positions and orders. */
export function ContractScreen({ contract: asked }: { contract: string | undefined }) {
  const { t } = useLingui();
  const choice = useObservable(contractChoice);
  const config = useQuery(configQuery);
  const id = asked ?? choice.contract;
  if (config.data === undefined) {
    return (
      <Page title={t`Contracts`}>
        <NotLoaded query={config} title={t`Contracts did not load`}>
          <div className={tradeCss['waiting']} aria-busy>
            <Skeleton height="420px" />
            <Skeleton height="420px" />
          </div>
        </NotLoaded>
      </Page>
    );
  }
  const { contracts } = config.data;
  const contract = contracts.find((each) => each.id === id);
  if (contract === undefined) {
    return (
      <Page title={t`Contracts`}>
        <EmptyState
          icon={CandlestickChart}
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

/** On a screen of this height chart and form have room beside each other, unless the user chose otherwise. */
const roomyPx = 780;

type Layer = 'contracts' | 'more' | 'calculator';

function OpenContract({ contract, contracts }: { contract: ListedContract; contracts: readonly ListedContract[] }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [layer, setLayer] = useState<Layer | null>(null);
  const { chart } = useObservable(contractChoice);
  const room = useRoom();
  const unfolded = room !== null || (chart ?? innerHeight >= roomyPx);
  // Asked once, so that the makers of practice mode quote before the stream is up.
  useQuery(contractPageQuery(contract.id));
  useEffect(() => whenIdle(() => void loadSheets()), []);
  const { id, wallet } = contract;
  useEffect(() => changeContractChoice(wallet === 'gold' ? { gold: id } : { contract: id }), [id, wallet]);
  const name = nameOf(contract);
  return (
    <Page
      title={t`Contract ${name}`}
      lead={<ContractButton contract={contract} onClick={() => setLayer('contracts')} />}
      actions={
        <>
          {room === null && (
            <IconButton
              icon={CandlestickChart}
              label={t`Chart`}
              tone={unfolded ? 'accent' : 'plain'}
              aria-expanded={unfolded}
              onClick={() => changeContractChoice({ chart: !unfolded })}
            />
          )}
          <IconButton icon={Ellipsis} label={t`More`} onClick={() => setLayer('more')} />
        </>
      }
      onRefresh={() => {
        refreshStream();
        return client.refetchQueries({ type: 'active' });
      }}
    >
      <ProductSwitch current={contract.wallet} />
      <ContractPrices contract={contract} />
      <StateBanner contract={contract.id} />
      <div className={wideCss['barred']} data-room={room ?? undefined}>
        {unfolded && (
          <Suspense fallback={<div className={css['chart']} aria-busy />}>
            <ContractChart contract={contract} />
          </Suspense>
        )}
        <OwnPanel contract={contract} />
        <div className={wideCss['lists']}>
          <Suspense
            fallback={
              <div className={tradeCss['lists']}>
                <SkeletonRow count={2} height={64} leading={false} />
              </div>
            }
          >
            <OwnRecords contract={contract} contracts={contracts} />
          </Suspense>
        </div>
      </div>
      <Layers contract={contract} contracts={contracts} layer={layer} onLayer={setLayer} />
    </Page>
  );
}

/** Account updates render the parts that show them, and not the page around them. */
function OwnPanel({ contract }: { contract: ListedContract }) {
  const own = useOwn(contract.wallet);
  return (
    <WhenOn feature={contract.wallet === 'gold' ? 'gold' : 'contracts'}>
      <ContractPanel contract={contract} own={own} />
    </WhenOn>
  );
}

function OwnRecords({ contract, contracts }: { contract: ListedContract; contracts: readonly ListedContract[] }) {
  return <OwnLists own={useOwn(contract.wallet)} contracts={contracts} />;
}

function ContractButton({ contract, onClick }: { contract: ListedContract; onClick: () => void }) {
  return (
    <button type="button" className={tradeCss['pair']} aria-haspopup="dialog" onClick={onClick}>
      <span className={tradeCss['name']}>
        {nameOf(contract)}
        <Icon of={ChevronDown} size="inline" />
      </span>
    </button>
  );
}

const ContractPicker = laterSheet(loadContracts, 'ContractPicker');

const MoreSheet = laterSheet(loadMore, 'MoreSheet');

const CalculatorSheet = laterSheet(loadCalculator, 'CalculatorSheet');

interface LayersProps {
  contract: ListedContract;
  contracts: readonly ListedContract[];
  layer: Layer | null;
  onLayer: (layer: Layer | null) => void;
}

/** What opens over the screen. */
function Layers({ contract, contracts, layer, onLayer }: LayersProps) {
  const navigate = useNavigate();
  // Once opened it stays: the sheets behind it are its own.
  const [moreMet, setMoreMet] = useState(false);
  if (layer === 'more' && !moreMet) setMoreMet(true);
  const close = () => onLayer(null);
  const pick = (picked: string) => {
    close();
    void navigate({ to: '/pages/lever/lever', search: { contract: picked }, replace: true });
  };
  return (
    <Suspense>
      {layer === 'contracts' && (
        <ContractPicker open onClose={close} contracts={contracts} value={contract.id} onPick={pick} />
      )}
      {moreMet && (
        <MoreSheet
          open={layer === 'more'}
          onClose={close}
          contract={contract}
          onCalculate={() => onLayer('calculator')}
        />
      )}
      {layer === 'calculator' && <CalculatorSheet open onClose={close} contract={contract} />}
    </Suspense>
  );
}
