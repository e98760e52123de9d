import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ThumbsDown, ThumbsUp } from 'lucide-react';
import type { P2pOrderDetail } from '#protocol/p2p/entities/trade.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { useServerNow } from '#app/platform/stream/stream-hooks.ts';
import { minuteMs } from '#protocol/core/durations.ts';
import { Card } from '#app/ui/layout/Section.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { LiveRegion } from '#app/ui/layout/VisuallyHidden.tsx';
import { useCounterpartyName } from '../counterparty-row.tsx';
import { ratingMutation } from '../mutations.ts';
import css from './rating.module.css';

interface RatingCardProps {
  readonly detail: P2pOrderDetail;
  readonly rating: NonNullable<P2pOrderDetail['rating']>;
}

/** How the merchant was: one tap, which another one changes while the order counts. */
export function RatingCard({ detail, rating }: RatingCardProps) {
  const { t } = useLingui();
  const reachable = useReachable();
  const now = useServerNow(minuteMs);
  const change = useMutation(ratingMutation(useQueryClient()));
  const name = useCounterpartyName()(detail.order);
  const chosen = change.isPending ? change.variables.positive : rating.positive;
  if (now >= rating.until && chosen === null) return null;
  const isOff = !reachable || change.isPending || now >= rating.until;
  const choice = (positive: boolean, label: string) => (
    <button
      type="button"
      className={css['choice']}
      aria-pressed={chosen === positive}
      aria-disabled={isOff || undefined}
      onClick={() => {
        if (!isOff && chosen !== positive) change.mutate({ id: detail.order.id, positive });
      }}
    >
      <Icon of={positive ? ThumbsUp : ThumbsDown} size="row" />
      {label}
    </button>
  );
  return (
    <Card>
      <fieldset className={css['rating']}>
        <legend>
          <Trans>How was {name}?</Trans>
        </legend>
        <div className={css['choices']}>
          {choice(true, t({ message: 'Good', context: 'rating of a merchant' }))}
          {choice(false, t({ message: 'Bad', context: 'rating of a merchant' }))}
        </div>
        <LiveRegion>{change.isSuccess && <Trans>Rating saved</Trans>}</LiveRegion>
      </fieldset>
    </Card>
  );
}
