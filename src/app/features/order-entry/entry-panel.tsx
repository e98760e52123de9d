import { Trans } from '@lingui/react/macro';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { LiveRegion } from '#app/ui/layout/VisuallyHidden.tsx';
import { onResize, type Room, useRoom } from './wide/use-room.ts';
import css from './entry-panel.module.css';

interface EntryPanelProps {
  readonly form: ReactNode;
  /** The book, with so many rows of one side; it announces the price of a level that was tapped. */
  readonly renderBook: (rows: number, announce: (price: string) => void) => ReactNode;
  /** Rows of one side of the book for a screen's height, in CSS pixels, and what room there is. */
  readonly rowsFor: (heightPx: number, room: Room | null) => number;
  /** What prices are quoted in. */
  readonly unit: string;
  /** Which hand holds the phone: left puts the form at the right. */
  readonly hand?: 'right' | 'left';
}

/** Form and book side by side: a tap on a level fills the price. */
export function EntryPanel({ form, renderBook, rowsFor, unit, hand }: EntryPanelProps) {
  const room = useRoom();
  const rows = useSyncExternalStore(onResize, () => rowsFor(innerHeight, room));
  const [picked, setPicked] = useState('');
  return (
    <div className={css['panel']} data-hand={hand}>
      {form}
      {renderBook(rows, setPicked)}
      <LiveRegion>
        {picked === '' ? null : (
          <Trans>
            Price set to {picked} {unit}
          </Trans>
        )}
      </LiveRegion>
    </div>
  );
}
