import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ChevronDown, Maximize } from 'lucide-react';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { decimalPlaces, multiplyDecimals } from '#protocol/core/decimal.ts';
import type { ContractSide, ContractView, ListedContract } from '#protocol/contracts/entities.ts';
import type { DepthRow, DepthView } from '#app/platform/stream/book.ts';
import { useStale } from '#app/platform/stream/stream-hooks.ts';
import { Badge } from '#app/ui/lists/Badge.tsx';
import { Button } from '#app/ui/controls/Button.tsx';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { useChartChoice } from '#app/features/chart/chart-choice.ts';
import { DepthOfBook } from '#app/features/chart/depth-view.tsx';
import { type FullScreen, FullScreenChart } from '#app/features/chart/full-screen-chart.tsx';
import { IndicatorRow } from '#app/features/chart/indicator-row.tsx';
import { IntervalRow } from '#app/features/chart/intervals/intervals.tsx';
import chartCss from '#app/features/chart/kline-screen.module.css';
import { KlineView } from '#app/features/chart/kline-view.tsx';
import { PairHero } from '#app/features/chart/pair-hero.tsx';
import { SettingsSheet } from '#app/features/chart/settings-sheet.tsx';
import { refreshMarket } from '#app/features/chart/stream-candle-source.ts';
import { changeContractChoice } from './contract-choice.ts';
import { ContractPicker } from './contract-picker.tsx';
import { StateBanner } from './contract-state.tsx';
import { chartedContract, nameOf } from '../contract-labels.ts';
import { configQuery } from '../queries.ts';
import { useContract } from '../use-contract.ts';
import { LoadError } from '#app/features/loading/load-error.tsx';

interface ContractKlineScreenProps {
  readonly id: string;
  readonly full: FullScreen;
  /** Shown before the contracts arrive, and when none has the id. */
  readonly waiting: ReactNode;
  readonly otherwise: ReactNode;
}

/** The K-line screen of a contract: candles and depth of its own book, and the way to a position in it. */
export function ContractKlineScreen({ id, full, waiting, otherwise }: ContractKlineScreenProps) {
  const { t } = useLingui();
  const config = useQuery(configQuery);
  if (config.data === undefined) {
    if (!config.isError) return waiting;
    return (
      <Page title={t`Contracts`}>
        <LoadError query={config} title={t`Contracts did not load`} />
      </Page>
    );
  }
  const { contracts } = config.data;
  const contract = contracts.find((each) => each.id === id);
  return contract === undefined ? (
    otherwise
  ) : (
    <Charted key={id} contract={contract} contracts={contracts} full={full} />
  );
}

interface ChartedProps {
  contract: ListedContract;
  contracts: readonly ListedContract[];
  full: FullScreen;
}

function Charted({ contract, contracts, full }: ChartedProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const client = useQueryClient();
  const choice = useChartChoice(contract.wallet === 'gold');
  const [open, setOpen] = useState<'contracts' | 'settings' | null>(null);
  const close = useCallback(() => setOpen(null), []);
  const pair = useMemo(() => chartedContract(contract), [contract]);
  const name = nameOf(contract);
  const pick = (id: string) => {
    close();
    void navigate({ to: '/pages/market/kline', search: { pair: id }, replace: true });
  };
  return (
    <Page
      title={t`${name} contract chart`}
      lead={
        <button type="button" className={chartCss['pair']} aria-haspopup="dialog" onClick={() => setOpen('contracts')}>
          <span>{name}</span>
          <Icon of={ChevronDown} size="inline" />
          <Badge>{contract.wallet === 'gold' ? <Trans>Gold</Trans> : <Trans>Perp</Trans>}</Badge>
        </button>
      }
      actions={<IconButton icon={Maximize} label={t`Full screen`} onClick={full.enter} />}
      onRefresh={() => {
        refreshMarket();
        return client.refetchQueries({ type: 'active' });
      }}
      bottom={<OpeningButtons contract={contract} />}
    >
      <PairHero pair={pair} traded />
      <StateBanner contract={contract.id} />
      <IntervalRow choice={choice} onSettings={() => setOpen('settings')} />
      <KlineView pair={pair} choice={choice} size="frame" />
      <IndicatorRow indicators={choice.indicators} />
      <Depth contract={contract} />
      <FullScreenChart
        screen={full}
        pair={pair}
        choice={choice}
        onPairs={() => setOpen('contracts')}
        onSettings={() => setOpen('settings')}
      />
      {open === 'contracts' && (
        <ContractPicker open onClose={close} contracts={contracts} value={contract.id} onPick={pick} />
      )}
      <SettingsSheet open={open === 'settings'} onClose={close} choice={choice} />
    </Page>
  );
}

/** Leads to the contract screen, with the side chosen. */
function OpeningButtons({ contract }: { contract: ListedContract }) {
  const to = (side: ContractSide) => ({
    href: `#/pages/lever/lever?contract=${contract.id}`,
    onClick: () => changeContractChoice({ side }),
  });
  return (
    <div className={chartCss['trade']}>
      <Button kind="buy" {...to('long')}>
        <Trans>Long</Trans>
      </Button>
      <Button kind="sell" {...to('short')}>
        <Trans>Short</Trans>
      </Button>
    </div>
  );
}

/** The contract's own book, in amounts of the base. */
function Depth({ contract }: { contract: ListedContract }) {
  const { t } = useLingui();
  const view = useContract(contract.id, whole);
  const stale = useStale(`contract:${contract.id}`);
  const { id, base, priceDecimals, lotSize } = contract;
  const book = useMemo(() => view && depthOf(view, lotSize), [view, lotSize]);
  return (
    <section aria-label={t`Order book`}>
      <DepthOfBook
        pair={{ id, base, priceDecimals, amountDecimals: decimalPlaces(lotSize) }}
        book={book}
        stale={stale}
      />
    </section>
  );
}

const whole = (view: ContractView) => view;

function depthOf({ bids, asks }: ContractView, lotSize: string): DepthView {
  const rows = (levels: ContractView['bids']): DepthRow[] => {
    let total = 0;
    return levels.map(([price, lots]) => {
      const amount = multiplyDecimals(lotSize, String(lots), decimalPlaces(lotSize));
      total += Number(amount);
      return { price, amount, total };
    });
  };
  return { bids: rows(bids), asks: rows(asks) };
}
