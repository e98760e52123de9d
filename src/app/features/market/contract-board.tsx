import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ChartNoAxesColumn } from 'lucide-react';
import type { CallOutput } from '#protocol/calls.ts';
import type { ChartedIndex } from '#protocol/market-data/entities/market.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { useFailureText } from '#app/platform/api/refusal-text.ts';
import { useOnScreen } from '#app/platform/stream/on-screen.ts';
import { CoinIcon } from '#app/ui/lists/CoinIcon.tsx';
import { EmptyState, ErrorState } from '#app/ui/layout/EmptyState.tsx';
import { pairsQuery } from '../pairs/queries.ts';
import { useLiveCells } from './live-cells.ts';
import { MarketRowSkeletons } from './market-row.tsx';
import css from './market-row.module.css';
import { RowFigures } from './row-figures.tsx';
import { type ContractBoardId, contractBoardQuery } from './queries.ts';

const waitingRows = 6;

/** Contracts of one kind with the figures of what they follow; a row leads to the contract. */
export function ContractBoard({ board }: { board: ContractBoardId }) {
  const { t } = useLingui();
  const figures = useQuery(contractBoardQuery(board));
  const pairs = useQuery(pairsQuery);
  const failure = useFailureText(figures.error ?? pairs.error);
  const reachable = useReachable();
  if (figures.data === undefined || pairs.data === undefined) {
    return failure === null ? (
      <MarketRowSkeletons count={waitingRows} />
    ) : (
      <ErrorState
        title={<Trans>The market did not load</Trans>}
        text={failure}
        retrying={figures.isFetching || pairs.isFetching}
        onRetry={() => void Promise.all([figures.refetch(), pairs.refetch()])}
      />
    );
  }
  const followed = [...pairs.data.list, ...pairs.data.indices];
  const rows = figures.data.list.flatMap((entry) => {
    const pair = followed.find(({ id }) => id === entry.ticker.pair);
    return entry.contract === null || pair === undefined ? [] : [{ ...entry, contract: entry.contract, pair }];
  });
  if (rows.length === 0) {
    return <EmptyState icon={ChartNoAxesColumn} title={<Trans>No contracts here now</Trans>} />;
  }
  return (
    <ul aria-label={t`Contracts`}>
      {rows.map((row) => (
        <li key={row.contract.id}>
          <ContractRow row={row} old={!reachable} />
        </li>
      ))}
    </ul>
  );
}

type Entry = CallOutput<'GET common/new/changerSymbolsList'>['list'][number];

interface Row extends Entry {
  readonly contract: NonNullable<Entry['contract']>;
  readonly pair: ChartedIndex;
}

function ContractRow({ row, old }: { row: Row; old: boolean }) {
  const { contract, pair, ticker, line } = row;
  const [ref, onScreen] = useOnScreen<HTMLAnchorElement>();
  const cells = useLiveCells({ pair, ticker }, onScreen);
  const [pairName = '', ...kind] = contract.name.split(' ');
  return (
    <a ref={ref} className={css['row']} href={`#/pages/lever/lever?contract=${contract.id}`} draggable={false}>
      <CoinIcon symbol={pair.base} size={28} />
      <span className={css['names']}>
        <span className={css['title']}>
          <b>{pair.base}</b>
          <span className={css['quote']}>{pairName.slice(pair.base.length)}</span>
        </span>
        <span className={css['volume']}>{[...kind, contract.id].join(' ')}</span>
      </span>
      <RowFigures cells={cells} line={line.map(Number)} old={old} />
    </a>
  );
}
