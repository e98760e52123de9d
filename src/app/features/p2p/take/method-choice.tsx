import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { receivesCurrency } from '#protocol/p2p/bank-accounts/forms.ts';
import type { P2pSide, ListedAdvert } from '#protocol/p2p/entities/trade.ts';
import { callQuery } from '#app/platform/api/call-query.ts';
import { Chips } from '#app/ui/controls/Chips.tsx';
import { Skeleton } from '#app/ui/layout/Skeleton.tsx';
import { TextLink } from '#app/ui/layout/Section.tsx';
import { NotLoaded } from '#app/features/loading/not-loaded.tsx';
import { MethodName } from '../parts/method-name.tsx';
import css from './take.module.css';

const collectionQuery = callQuery('GET cnyPayList', {});
/** Where a receiving method is bound, as answers of type 997 lead, and from where the user comes back. */
const collectionPath = '/pages/mine/collect_money';

/** What can be chosen: a method of the advert, or an own account that the advert pays into; undefined while loading. */
export function useMethodChoice(advert: ListedAdvert, side: P2pSide) {
  const own = useQuery({ ...collectionQuery, enabled: side === 'sell' });
  if (side === 'buy') return { query: own, ids: advert.methods as readonly string[], own: [] };
  const list = own.data?.list.filter(
    (one) => advert.methods.includes(one.method) && receivesCurrency(one, advert.currency),
  );
  return { query: own, ids: list?.map(({ id }) => id), own: list ?? [] };
}

interface MethodChoiceProps {
  readonly advert: ListedAdvert;
  readonly side: P2pSide;
  readonly choice: ReturnType<typeof useMethodChoice>;
  readonly value: string | null;
  readonly onChange: (method: string) => void;
}

/** How the buyer pays, or on which own account the seller is paid. */
export function MethodChoice({ advert, side, choice, value, onChange }: MethodChoiceProps) {
  const { t } = useLingui();
  const here = useLocation().href;
  const label = side === 'buy' ? t`You pay with` : t`You are paid on`;
  const { query, ids, own } = choice;
  return (
    <section className={css['method']}>
      <h3>{label}</h3>
      {ids === undefined ? (
        <NotLoaded query={query} title={<Trans>Collection methods did not load</Trans>}>
          <Skeleton height="44px" />
        </NotLoaded>
      ) : ids.length === 0 ? (
        <p className={css['none']}>
          <Trans>
            This advert pays by another method than you have, or in a currency that your bank account cannot receive.
          </Trans>{' '}
          <TextLink href={`#${collectionPath}?${new URLSearchParams({ to: here }).toString()}`}>
            <Trans>Add a collection method</Trans>
          </TextLink>
        </p>
      ) : (
        <Chips
          label={label}
          inset
          wrap
          value={value}
          items={
            side === 'buy'
              ? advert.methods.map((method) => ({ id: method as string, label: <MethodName method={method} /> }))
              : own.map(({ id, method, account }) => ({
                  id,
                  label: (
                    <>
                      <MethodName method={method} /> {account}
                    </>
                  ),
                }))
          }
          onChange={onChange}
        />
      )}
    </section>
  );
}
