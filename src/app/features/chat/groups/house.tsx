import { Trans } from '@lingui/react/macro';
import { MessageCircle } from 'lucide-react';
import { IconTile } from '../../../ui/lists/ListRow.tsx';

/** What the house says when a room begins: what it is for, and what nobody there will ever ask. */
export function HouseText() {
  return (
    <span>
      <Trans>
        Welcome to the lounge. Ask about trading, share what you learned, help others. Dunlin never asks here for a
        password, a code or coins; whoever does is not from Dunlin.
      </Trans>
    </span>
  );
}

/** The house among users. */
export function HousePicture() {
  return <IconTile icon={MessageCircle} tone="accent" />;
}
