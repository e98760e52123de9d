import { useLingui } from '@lingui/react/macro';
import { ArticleBody } from '#app/ui/lists/ArticleBody.tsx';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import { Skeleton } from '#app/ui/layout/Skeleton.tsx';
import { useArticle } from '#app/features/news/use-article.ts';
import type { Agreement } from '../queries.ts';
import styles from './agreement-sheet.module.css';
import { LoadError } from '#app/features/loading/load-error.tsx';

function AgreementText({ which }: { which: Agreement }) {
  const { t } = useLingui();
  const { article, ...query } = useArticle(which);
  if (article !== undefined) {
    return (
      <div className={styles['text']}>
        <p className={styles['summary']}>{article.summary}</p>
        <ArticleBody blocks={article.blocks} />
      </div>
    );
  }
  if (query.error !== null) return <LoadError query={query} title={t`The text did not load`} />;
  return (
    <div className={styles['text']} aria-busy="true">
      {['90%', '100%', '80%', '95%', '60%'].map((width) => (
        <Skeleton key={width} width={width} height="16px" />
      ))}
    </div>
  );
}

/** The text of an agreement over the form, in the reader's language; null closes it. */
export function AgreementSheet({ which, onClose }: { which: Agreement | null; onClose: () => void }) {
  const { t } = useLingui();
  const titles = { 'page/agreement': t`User agreement`, 'page/privacy': t`Privacy policy` };
  return (
    <Sheet open={which !== null} onClose={onClose} title={which === null ? '' : titles[which]} tall>
      {which !== null && <AgreementText which={which} />}
    </Sheet>
  );
}
