import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, ChevronsUpDown, Search, Star } from 'lucide-react';
import { Suspense, useEffect, useMemo, useState } from 'react';
import { useObservable } from '#app/platform/observable.ts';
import { useFeature } from '#app/platform/session/launch-config.ts';
import { useFailureText } from '#app/platform/api/refusal-text.ts';
import { refreshStream } from '#app/platform/stream/stream.ts';
import { classNames } from '#app/ui/class-names.ts';
import { Chips } from '#app/ui/controls/Chips.tsx';
import { ErrorState } from '#app/ui/layout/EmptyState.tsx';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { TabPanel, Tabs } from '#app/ui/layout/Tabs.tsx';
import { laterSheet } from '../shell/later-part.tsx';
import { BoardView } from './board-view.tsx';
import {
  type BoardId,
  boardIds,
  type ColumnId,
  isBoardId,
  isContractBoard,
  nextSort,
  type Sort,
  type TagId,
} from './boards.ts';
import { chooseBoard, chooseSort, chosenBoard, sorts } from './choices.ts';
import { ContractBoard } from './contract-board.tsx';
import { MarketRowSkeletons } from './market-row.tsx';
import css from './market-screen.module.css';
import { boardQuery, type Listed, listedPairs } from './queries.ts';
import { pairsQuery } from '../pairs/queries.ts';
import { SearchScreen } from './search-screen.tsx';

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

/** Not part of the list, so not of its chunk. */
const FavouritesSheet = laterSheet(() => import('./favourites-sheet.tsx'), 'default');

interface FavouritesButtonProps {
  readonly listed: readonly Listed[] | null;
  /** The address asks for the sheet. */
  readonly editing: boolean;
}

/** Opens the sheet in which pairs are starred. */
function FavouritesButton({ listed, editing }: FavouritesButtonProps) {
  const { t } = useLingui();
  const [open, setOpen] = useState(editing);
  return (
    <>
      <IconButton icon={Star} label={t`Edit favourites`} aria-haspopup="dialog" onClick={() => setOpen(true)} />
      <Suspense>
        {open && listed !== null && <FavouritesSheet listed={listed} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
}

interface SortHeadsProps {
  readonly sort: Sort;
  readonly onChange: (sort: Sort) => void;
}

/** The columns of a board; a tap sorts by one, a second turns the order round. */
function SortHeads({ sort, onChange }: SortHeadsProps) {
  const { t } = useLingui();
  const head = (column: ColumnId, title: string) => {
    const here = sort.column === column;
    const way = !here ? 'none' : sort.descending ? 'descending' : 'ascending';
    return (
      <th scope="col" aria-sort={way} className={css[column]}>
        <button
          type="button"
          className={classNames(css['head'], here && css['here'])}
          onClick={() => onChange(nextSort(sort, column))}
        >
          {title}
          <Icon of={here ? (sort.descending ? ArrowDown : ArrowUp) : ChevronsUpDown} size="note" />
        </button>
      </th>
    );
  };
  return (
    <div className={css['scrolls']}>
      <table className={css['table']} aria-label={t`Sort by`}>
        <thead>
          <tr className={css['heads']}>
            {head('name', t`Name`)}
            {head('volume', t`Volume`)}
            {head('price', t`Last price`)}
            {head('change', t`24h`)}
          </tr>
        </thead>
      </table>
    </div>
  );
}
