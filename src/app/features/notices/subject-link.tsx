import { Trans } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import type { NoticeSubject } from '../../../protocol/content/entities.ts';
import { Button } from '../../ui/controls/Button.tsx';

/**
 * Leads from a notice to the position, the closings, the round, the fiat order, the fixed term, the loan, the miner, the
 * robot, the application, the subscription or the team that it is about; to nothing where this version has no screen for it.
 */
export function SubjectLink({ subject }: { subject: NoticeSubject }) {
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
