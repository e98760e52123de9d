import { Trans, useLingui } from '@lingui/react/macro';
import { CoinIcon } from '#app/ui/lists/CoinIcon.tsx';
import { ListRow } from '#app/ui/lists/ListRow.tsx';
import { TextLink } from '#app/ui/layout/Section.tsx';
import type { ListingFields } from '../draft.ts';
import css from '../listing.module.css';
import { useGoToStep } from './step-buttons.tsx';

/** Which coin the form is about, with the way back to its names. */
export function CoinLine({ draft: { symbol, name, englishName } }: { draft: ListingFields }) {
  const { t } = useLingui();
  const goTo = useGoToStep();
  return (
    <div className={css['row']}>
      <ListRow
        leading={<CoinIcon symbol={symbol} />}
        title={name}
        sub={name === englishName ? symbol : t`${symbol}, ${englishName}`}
        trailing={
          <TextLink onClick={() => goTo(1)}>
            <Trans>Edit</Trans>
          </TextLink>
        }
      />
    </div>
  );
}
