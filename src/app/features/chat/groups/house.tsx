import { Trans } from '@lingui/react/macro';
import { MessageCircle } from 'lucide-react';
import { IconTile } from '../../../ui/lists/ListRow.tsx';

/** Dunlin's greeting at the start of a room: its purpose, and what Dunlin will never ask for. */
export function HouseText() {
  return (
    <span>
      <Trans>
        Welcome to the lounge. Ask about trading, share what you have learned, help others. Dunlin never asks for a
        password, a code or coins here; anyone who does is not from Dunlin.
      </Trans>
    </span>
  );
}

/** The house among users. */
export function HousePicture() {
  return <IconTile icon={MessageCircle} tone="accent" />;
}
