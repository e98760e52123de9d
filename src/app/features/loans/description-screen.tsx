import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { language } from '#app/platform/language/language.ts';
import { useObservable } from '#app/platform/observable.ts';
import { useFeature } from '#app/platform/session/launch-config.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { Section } from '#app/ui/layout/Section.tsx';
import { Skeleton } from '#app/ui/layout/Skeleton.tsx';
import { ArticleBody } from '#app/ui/lists/ArticleBody.tsx';
import { CoinIcon } from '#app/ui/lists/CoinIcon.tsx';
import { ListRow } from '#app/ui/lists/ListRow.tsx';
import { SourceRow } from '../backing/source-row.tsx';
import { LoadError } from '../loading/load-error.tsx';
import { articleQuery, offlineArticleQuery } from '../news/queries.ts';
import { levelText } from './health.ts';
import css from './loans.module.css';
import { lentCoin, limitsQuery } from './queries.ts';

const key = 'help/loans';

/** How loans work: the article with its worked example and risks, and the levels of each collateral as they are now. */
export function LoanDescriptionScreen() {
  const { t } = useLingui();
  const locale = useObservable(language);
  const article = useQuery(articleQuery(key, locale));
  const stored = useQuery({ ...offlineArticleQuery(key, locale), enabled: article.isError });
  const shown = article.data ?? stored.data ?? null;
  const isOn = useFeature('loans');
  return (
    <Page
      title={t`How loans work`}
      {...(isOn
        ? {
            bottom: (
              <Button kind="primary" size="l" href="#/pages/Apply/loanApply">
                <Trans>See what you may borrow</Trans>
              </Button>
            ),
          }
        : {})}
    >
      {shown !== null ? (
        <article className={css['article']}>
          <ArticleBody blocks={shown.blocks} />
        </article>
      ) : article.isError && stored.isFetched ? (
        <LoadError query={article} title={<Trans>The article did not load</Trans>} />
      ) : (
        <div className={css['stack']} aria-busy>
          {['100%', '92%', '96%', '60%'].map((width) => (
            <Skeleton key={width} width={width} height="15px" />
          ))}
        </div>
      )}
      <Levels />
      <SourceRow product="loans" asset={lentCoin} />
    </Page>
  );
}

/** The levels of each coin that is taken. */
function Levels() {
  const { t } = useLingui();
  const limits = useQuery(limitsQuery);
  if (limits.data === undefined || limits.data.collaterals.length === 0) return null;
  return (
    <Section title={<Trans>Levels of each collateral</Trans>}>
      {limits.data.collaterals.map(({ asset, levels, price }) => {
        const [initial, first, second, sale] = [levels.initial, levels.first, levels.second, levels.sale].map(
          levelText,
        );
        return (
          <ListRow
            key={asset}
            leading={<CoinIcon symbol={asset} />}
            title={asset}
            sub={t`Borrow up to ${initial}, warned at ${first} and ${second}`}
            value={t`Sold at ${sale}`}
            valueSub={price === null ? '–' : formatNumber(price)}
          />
        );
      })}
    </Section>
  );
}
