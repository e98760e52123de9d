import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { FileQuestion } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { NoticeSubject } from '#protocol/content/entities.ts';
import { codes } from '#protocol/core/codes.ts';
import { ApiRefusal, Unreachable } from '#app/platform/api/api.ts';
import { language } from '#app/platform/language/language.ts';
import { useObservable } from '#app/platform/observable.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { ArticleText } from '#app/ui/lists/ArticleText.tsx';
import type { Picture } from '#app/ui/lists/ArticleBody.tsx';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { PictureViewer } from '#app/ui/overlays/PictureViewer.tsx';
import { TextSizeButton } from '../news/text-size-button.tsx';
import { textSize } from '../news/text-size.ts';
import { readLater, refreshNotices } from './mutations.ts';
import { type NoticeWithText, noticeQuery, useStoredNotice } from './queries.ts';
import { NotLoaded } from '../loading/not-loaded.tsx';

/** One notice in full; opening it marks it read. */
export function NoticeScreen({ id }: { id: string }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const locale = useObservable(language);
  const notice = useQuery(noticeQuery(id, locale));
  const stored = useStoredNotice(id, locale);
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
      ) : (
        <NotLoaded query={notice} title={<Trans>The notice did not load</Trans>} rows={5} />
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

/**
 * Leads from a notice to the position, the closings, the round, the fiat order, the fixed term, the loan, the miner, the
 * robot, the application, the subscription or the team that it is about; to nothing where this version has no screen for it.
 */
function SubjectLink({ subject }: { subject: NoticeSubject }) {
  const { routesByPath } = useRouter();
  const href = hrefOf(subject);
  if (!((href.slice(1).split('?')[0] ?? '') in routesByPath)) return null;
  return (
    <Button kind="primary" href={href}>
      {subject.kind === 'position' ? (
        <Trans>Open the position</Trans>
      ) : subject.kind === 'closing' ? (
        <Trans>Open contract history</Trans>
      ) : subject.kind === 'fiat-order' ? (
        <Trans>Open the order</Trans>
      ) : subject.kind === 'fixed-term' ? (
        <Trans>Open the fixed term</Trans>
      ) : subject.kind === 'loan' ? (
        <Trans>Open the loan</Trans>
      ) : subject.kind === 'miner' ? (
        <Trans>Open the miner</Trans>
      ) : subject.kind === 'fixed-term-product' ? (
        <Trans>See the fixed term</Trans>
      ) : subject.kind === 'miners-on-sale' ? (
        <Trans>See miners on sale</Trans>
      ) : subject.kind === 'coin-application' ? (
        <Trans>Open the application</Trans>
      ) : subject.kind === 'subscription' ? (
        <Trans>See the result</Trans>
      ) : subject.kind === 'robot' ? (
        <Trans>Open the robot</Trans>
      ) : subject.kind === 'team' ? (
        <Trans>Open referrals</Trans>
      ) : (
        <Trans>Open the round</Trans>
      )}
    </Button>
  );
}

function hrefOf(subject: NoticeSubject): string {
  switch (subject.kind) {
    case 'position':
      return `#/pages/lever/lever?contract=${subject.contract}`;
    case 'closing':
      return `#/pages/lever/orderList?contract=${subject.contract}`;
    case 'fiat-order':
      return `#/pages/otc/Orderdetails?id=${subject.order}`;
    case 'fixed-term':
      return `#/pages/financial/records?id=${subject.holding}`;
    case 'loan':
      return `#/pages/loan/onlineRepayment?id=${subject.loan}`;
    case 'miner':
      return `#/pages/mstarch/mstarch?id=${subject.miner}`;
    case 'fixed-term-product':
      return `#/pages/financial/financial?product=${subject.product}`;
    case 'miners-on-sale':
      return '#/pages/mstarch/mstarch';
    case 'coin-application':
      return '#/pages/Apply/Apply';
    case 'subscription':
      return `#/pages/purchase/purchase?id=${subject.project}&view=result`;
    case 'robot':
      return `#/pages/AI_quantification/quantification_details?id=${subject.robot}`;
    case 'team':
      return '#/pages/member/member';
    case 'round':
      return `#/pages/Option/Riseandfall?id=${subject.round}&entry=${subject.entry}`;
  }
}
