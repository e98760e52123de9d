import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useObservable } from '../../platform/observable.ts';
import { useFeature } from '../../platform/session/launch-config.ts';
import { useFailureText } from '../../platform/api/refusal-text.ts';
import { refreshStream } from '../../platform/stream/stream.ts';
import { Chips } from '../../ui/controls/Chips.tsx';
import { ErrorState } from '../../ui/layout/EmptyState.tsx';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { TabPanel, Tabs } from '../../ui/layout/Tabs.tsx';
import { BoardView } from './board-view.tsx';
import { boardIds, isBoardId, isContractBoard, type BoardId, type TagId } from './boards.ts';
import { chooseBoard, chooseSort, chosenBoard, sorts } from './choices.ts';
import { ContractBoard } from './contract-board.tsx';
import { FavouritesButton } from './favourites-button.tsx';
import { MarketRowSkeletons } from './market-row.tsx';
import css from './market-screen.module.css';
import { boardQuery, listedPairs } from './queries.ts';
import { pairsQuery } from '../pairs/queries.ts';
import { SearchScreen } from './search-screen.tsx';
import { SortHeads } from './sort-heads.tsx';

interface MarketScreenProps {
  /** The search is open. */
  readonly searching: boolean;
  /** The board an address asks for. */
  readonly board: string | undefined;
  /** The favourites are being chosen. */
  readonly editing: boolean;
}

/** The market: every pair by boards, and the search for one. */
export function MarketScreen({ searching, board, editing }: MarketScreenProps) {
  useEffect(() => {
    if (isBoardId(board)) chooseBoard(board);
  }, [board]);
  return searching ? <SearchScreen /> : <BoardsScreen editing={editing} />;
}

const searchHref = '#/pages/home/market?search=1';
const group = 'market';
const skeletonRows = 9;

/** A board begins at its top. */
function openBoard(board: BoardId): void {
  chooseBoard(board);
  scrollTo(0, 0);
}

/** The boards that are open here, and the one that is shown. */
function useBoards() {
  const { t } = useLingui();
  const on: Readonly<Record<'contract' | 'gold', boolean>> = {
    contract: useFeature('contracts'),
    gold: useFeature('gold'),
  };
  const labels: Readonly<Record<BoardId, string>> = {
    favourites: t`Favourites`,
    spot: t`Spot`,
    contract: t`Contracts`,
    gold: t`Gold`,
    gainers: t`Gainers`,
    losers: t`Losers`,
    new: t`New`,
  };
  const open = boardIds.filter((id) => !isContractBoard(id) || on[id]);
  const chosen = useObservable(chosenBoard);
  const board: BoardId = open.includes(chosen) ? chosen : 'spot';
  return { boards: open.map((id) => ({ id, label: labels[id] })), board };
}

function BoardsScreen({ editing }: { editing: boolean }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const pairs = useQuery(pairsQuery);
  const figures = useQuery(boardQuery);
  const failure = useFailureText(pairs.error ?? figures.error);
  const { boards, board } = useBoards();
  const sort = useObservable(sorts)[board];
  const [tag, setTag] = useState<TagId | 'all'>('all');
  const listed = useMemo(() => listedPairs(pairs.data, figures.data), [pairs.data, figures.data]);
  const refresh = () => {
    refreshStream();
    return client.refetchQueries({ type: 'active' });
  };
  const isContracts = isContractBoard(board);
  const tagged = board !== 'favourites' && board !== 'new' && !isContracts;
  const head = (
    <>
      <a className={css['field']} href={searchHref}>
        <Icon of={Search} size="row" />
        <Trans>Search coins, settings and help</Trans>
      </a>
      <Tabs label={t`Boards`} group={group} items={boards} value={board} onChange={openBoard} />
      {tagged && <TagChips value={tag} onChange={setTag} />}
      {!isContracts && <SortHeads sort={sort} onChange={(next) => chooseSort(board, next)} />}
    </>
  );
  return (
    <Page
      root
      title={t`Market`}
      actions={
        <>
          <span className={css['searchIcon']}>
            <IconButton icon={Search} label={t`Search`} href={searchHref} />
          </span>
          <FavouritesButton listed={listed} editing={editing} />
        </>
      }
      under={head}
      onRefresh={refresh}
      updating={figures.isFetching && listed !== null}
    >
      <TabPanel group={group} value={board}>
        {isContracts && <ContractBoard key={board} board={board} />}
        {!isContracts && listed === null && failure === null && <MarketRowSkeletons count={skeletonRows} />}
        {!isContracts && listed === null && failure !== null && (
          <ErrorState
            title={<Trans>The market did not load</Trans>}
            text={failure}
            retrying={pairs.isFetching || figures.isFetching}
            onRetry={() => void refresh()}
          />
        )}
        {!isContracts && listed !== null && (
          <BoardView key={board} listed={listed} board={board} sort={sort} tag={tagged && tag !== 'all' ? tag : null} />
        )}
      </TabPanel>
    </Page>
  );
}

function TagChips({ value, onChange }: { value: TagId | 'all'; onChange: (tag: TagId | 'all') => void }) {
  const { t } = useLingui();
  return (
    <Chips
      label={t`Coin categories`}
      value={value}
      onChange={onChange}
      items={[
        { id: 'all', label: t`All` },
        { id: 'layer1', label: t`Layer 1` },
        { id: 'layer2', label: t`Layer 2` },
        { id: 'defi', label: t`DeFi` },
        { id: 'meme', label: t`Meme` },
        { id: 'payment', label: t`Payment` },
        { id: 'ai', label: t`AI` },
      ]}
    />
  );
}
