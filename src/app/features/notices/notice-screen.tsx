import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FileQuestion } from 'lucide-react';
import { useEffect, useState } from 'react';
import { codes } from '../../../protocol/core/codes.ts';
import { ApiRefusal, Unreachable } from '../../platform/api/api.ts';
import { language } from '../../platform/language/language.ts';
import { useObservable } from '../../platform/observable.ts';
import { useFailureText } from '../../platform/api/refusal-text.ts';
import { formatTime } from '../../platform/format/time-format.ts';
import { ArticleText } from '../../ui/lists/ArticleText.tsx';
import type { Picture } from '../../ui/lists/ArticleBody.tsx';
import { EmptyState, ErrorState } from '../../ui/layout/EmptyState.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { PictureViewer } from '../../ui/overlays/PictureViewer.tsx';
import { SkeletonRow } from '../../ui/layout/Skeleton.tsx';
import { TextSizeButton } from '../news/text-size-button.tsx';
import { textSize } from '../news/text-size.ts';
import { SubjectLink } from './subject-link.tsx';
import { readLater, refreshNotices } from './mutations.ts';
import { type NoticeWithText, noticeQuery, useStoredNotice } from './queries.ts';

/** One notice in full; opening it marks it read. */
export function NoticeScreen({ id }: { id: string }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const locale = useObservable(language);
  const notice = useQuery(noticeQuery(id, locale));
  const stored = useStoredNotice(id, locale);
  const failure = useFailureText(notice.error);
  const isRead = notice.isSuccess;
  useEffect(() => {
    if (isRead) void refreshNotices(client);
  }, [client, isRead]);
  const isUnsent = notice.error instanceof Unreachable && stored?.notice.read === false;
  useEffect(() => {
    if (isUnsent) void readLater(client, id);
  }, [client, id, isUnsent]);
  // Until there is an answer, as without a network, the text of the list is as good.
  const text = notice.data ?? stored;
  const isMissing = notice.error instanceof ApiRefusal && notice.error.code === codes.notFound;
  return (
    <Page
      title={t`Notice`}
      onRefresh={() => notice.refetch()}
      actions={<TextSizeButton />}
      // Notices that the device stored before this field existed have none.
      {...(text?.notice.subject == null ? {} : { bottom: <SubjectLink subject={text.notice.subject} /> })}
    >
      {text !== undefined ? (
        <NoticeText {...text} />
      ) : isMissing ? (
        <EmptyState icon={FileQuestion} title={<Trans>This notice is no longer available</Trans>} />
      ) : notice.isError ? (
        <ErrorState
          title={<Trans>The notice did not load</Trans>}
          text={failure}
          retrying={notice.isFetching}
          onRetry={() => void notice.refetch()}
        />
      ) : (
        <SkeletonRow count={5} />
      )}
    </Page>
  );
}

function NoticeText({ article }: NoticeWithText) {
  const [picture, setPicture] = useState<Picture | null>(null);
  return (
    <>
      <ArticleText
        article={article}
        about={<time dateTime={new Date(article.at).toISOString()}>{formatTime(article.at, 'dateTime')}</time>}
        size={useObservable(textSize)}
        onPicture={setPicture}
      />
      <PictureViewer picture={picture} onClose={() => setPicture(null)} />
    </>
  );
}
