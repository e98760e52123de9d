import { useLingui } from '@lingui/react/macro';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icons.tsx';
import { nextSort, type ColumnId, type Sort } from './boards.ts';
import css from './sort-heads.module.css';

interface SortHeadsProps {
  readonly sort: Sort;
  readonly onChange: (sort: Sort) => void;
}

/** The columns of a board; a tap sorts by one, a second turns the order round. */
export function SortHeads({ sort, onChange }: SortHeadsProps) {
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
