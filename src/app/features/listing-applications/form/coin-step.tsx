import { Trans, useLingui } from '@lingui/react/macro';
import { TextField } from '#app/ui/controls/TextField.tsx';
import { CoinIcon } from '#app/ui/lists/CoinIcon.tsx';
import { ListRow } from '#app/ui/lists/ListRow.tsx';
import { fieldLabels } from '../application-labels.ts';
import { isStarted } from '../draft.ts';
import css from '../listing.module.css';
import { longest } from '../steps.ts';
import type { StepFields } from './use-step.ts';

/** The first step: what the coin is called, seen as a row of the market. */
export function CoinStep({ fields: { draft, field } }: { fields: StepFields }) {
  const { t, i18n } = useLingui();
  const symbol = draft.symbol === '' ? '···' : draft.symbol;
  return (
    <>
      <TextField
        kind="text"
        label={i18n._(fieldLabels.name)}
        limit={longest('name')}
        enterKeyHint="next"
        required
        {...field('name')}
      />
      <TextField
        kind="text"
        label={i18n._(fieldLabels.englishName)}
        limit={longest('englishName')}
        enterKeyHint="next"
        required
        {...field('englishName')}
      />
      <TextField
        kind="text"
        label={i18n._(fieldLabels.symbol)}
        placeholder="AVO"
        limit={10}
        autoCapitalize="characters"
        enterKeyHint="next"
        required
        {...field('symbol', (typed) => typed.trim().toUpperCase())}
      />
      <TextField
        kind="text"
        label={i18n._(fieldLabels.region)}
        placeholder={t`Countries or regions`}
        limit={longest('region')}
        enterKeyHint="done"
        required
        {...field('region')}
      />
      {isStarted(draft) && (
        <section className={css['picture']}>
          <h3>
            <Trans>How buyers will see it</Trans>
          </h3>
          <div className={css['row']}>
            <ListRow
              leading={<CoinIcon symbol={symbol} />}
              title={`${symbol}/USDT`}
              sub={draft.englishName.trim() === '' ? '–' : draft.englishName}
            />
          </div>
        </section>
      )}
    </>
  );
}
