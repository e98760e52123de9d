import { useLingui, Trans } from '@lingui/react/macro';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { WalletCards } from 'lucide-react';
import { useState } from 'react';
import type { CallOutput } from '#protocol/calls.ts';
import { shownBankNumber } from '#protocol/p2p/bank-accounts/forms.ts';
import type { CollectionMethod } from '#protocol/p2p/entities/collection-methods.ts';
import type { OwnAdvert } from '#protocol/p2p/entities/trade.ts';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { Skeleton } from '#app/ui/layout/Skeleton.tsx';
import { NotLoaded } from '#app/features/loading/not-loaded.tsx';
import { OfflineAge } from '#app/features/loading/offline-age.tsx';
import { useFailureText } from '#app/platform/api/refusal-text.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { Banner } from '#app/ui/layout/Banner.tsx';
import { FailureBanner } from '#app/ui/layout/FailureBanner.tsx';
import { FactsCard } from '#app/ui/lists/FactsCard.tsx';
import { QrCode } from '#app/ui/lists/QrCode.tsx';
import { confirm } from '#app/ui/overlays/confirm.tsx';
import { useRetained } from '#app/ui/overlays/modal.ts';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import { toast } from '#app/ui/overlays/toast.ts';
import { accountKindNames, bankNumberName } from '#app/features/p2p/parts/bank-labels.ts';
import { methodNames } from '#app/features/p2p/parts/p2p-labels.ts';
import { formatFiatPrice } from '#app/features/p2p/parts/fiat-money.ts';
import { centreQuery, listedAdvertsQuery } from '../queries.ts';
import { MethodCard, isQrWrong } from './method-card.tsx';
import css from './methods.module.css';
import { useRemoveMethod } from './mutations.ts';
import { useStoredQr } from './stored-qr.ts';

/** The cards of own accounts, or why there are none; a card opens to its details. */
export function MethodList({ methods }: { methods: UseQueryResult<CallOutput<'GET cnyPayList'>> }) {
  const { t } = useLingui();
  const [opened, setOpened] = useState<string | null>(null);
  const isMerchant = useQuery(centreQuery).data?.merchant === true;
  // Only merchants have adverts; anybody else would be refused.
  const adverts = useQuery({ ...listedAdvertsQuery, enabled: isMerchant, refetchOnMount: 'always' }).data?.list;
  const offeredIn = (id: string) => adverts?.filter(({ methodIds }) => methodIds.includes(id)) ?? [];
  const { data } = methods;
  if (data === undefined) {
    return (
      <NotLoaded query={methods} title={t`Your collection methods did not load`}>
        <div className={css['list']} aria-busy="true">
          <Skeleton height="128px" />
          <Skeleton height="128px" />
        </div>
      </NotLoaded>
    );
  }
  if (data.list.length === 0) {
    return (
      <EmptyState
        icon={WalletCards}
        title={t`No collection method yet`}
        text={t`Add the account where buyers pay you.`}
      />
    );
  }
  const shown = data.list.find(({ id }) => id === opened);
  return (
    <>
      <OfflineAge at={methods.dataUpdatedAt} />
      <ul className={css['list']}>
        {data.list.map((method) => (
          <li key={method.id}>
            <MethodCard
              method={method}
              adverts={isMerchant && adverts === undefined ? null : offeredIn(method.id).length}
              onOpen={() => setOpened(method.id)}
            />
          </li>
        ))}
      </ul>
      <MethodSheet
        method={shown ?? null}
        offeredIn={shown === undefined ? [] : offeredIn(shown.id)}
        onClose={() => setOpened(null)}
      />
    </>
  );
}

interface MethodSheetProps {
  /** Null closes it. */
  readonly method: CollectionMethod | null;
  /** Listed adverts that offer it: it cannot be removed then. */
  readonly offeredIn: readonly OwnAdvert[];
  readonly onClose: () => void;
}

/** One account: its details, its QR code at full size, its removal. */
function MethodSheet({ method, offeredIn, onClose }: MethodSheetProps) {
  const { i18n } = useLingui();
  const shown = useRetained(method !== null, method);
  if (shown === null) return null;
  return (
    <Sheet
      open={method !== null}
      onClose={onClose}
      title={i18n._(methodNames[shown.method])}
      footer={<Removal {...{ method: shown, offeredIn, onClose }} />}
    >
      <Details method={shown} />
    </Sheet>
  );
}

function Details({ method }: { method: CollectionMethod }) {
  const { t, i18n } = useLingui();
  const text = useStoredQr(method.qr);
  const { holder, account, bank, branch, region, kind, createdAt } = method;
  const codes = (['bankCode', 'branchCode'] as const).flatMap((field) => {
    const code = method[field];
    const key = i18n._(bankNumberName(region, field));
    return code == null ? [] : [{ key, value: shownBankNumber(region, field, code) }];
  });
  return (
    <>
      <FactsCard
        items={[
          { key: t`Account holder`, value: holder.toUpperCase() },
          { key: method.method === 'bank' ? i18n._(bankNumberName(region, 'account')) : t`Account`, value: account },
          ...(kind == null ? [] : [{ key: t`Type of account`, value: i18n._(accountKindNames[kind]) }]),
          ...(bank === null ? [] : [{ key: t`Bank`, value: bank }]),
          ...codes,
          ...(branch === null ? [] : [{ key: t`Branch`, value: branch }]),
          { key: t`Added`, value: formatTime(createdAt, 'date') },
        ]}
      />
      {isQrWrong(method, text) && (
        <Banner inset tone="warn">
          <Trans>The QR code cannot be read, or it leads elsewhere. Add the account again with another picture.</Trans>
        </Banner>
      )}
      {typeof text === 'string' && (
        <div className={css['large']}>
          <QrCode text={text} label={t`QR code`} />
        </div>
      )}
    </>
  );
}

function Removal({ method, offeredIn, onClose }: MethodSheetProps & { readonly method: CollectionMethod }) {
  const { t, i18n } = useLingui();
  const reachable = useReachable();
  const remove = useRemoveMethod();
  const failure = useFailureText(remove.error);
  const name = i18n._(methodNames[method.method]);
  const adverts = offeredIn
    .map(({ side, asset, currency, price }) => {
      const at = price === null ? '' : ` ${formatFiatPrice(price, currency)}`;
      return side === 'sell' ? t`Sell ${asset}${at}` : t`Buy ${asset}${at}`;
    })
    .join(', ');
  const ask = async () => {
    const agreed = await confirm({
      title: t`Remove ${name}?`,
      text: t`Open orders keep the details they were taken with.`,
      confirmLabel: t`Remove`,
      kind: 'danger',
    });
    if (!agreed) return;
    remove.mutate(method.id, {
      onSuccess: () => {
        onClose();
        toast.show({ type: 'success', title: t`${name} removed` });
      },
    });
  };
  return (
    <>
      <FailureBanner text={failure} />
      <Button
        kind="outline"
        size="l"
        busy={remove.isPending}
        disabledReason={
          adverts === ''
            ? reachable
              ? undefined
              : t`No connection. Remove it when you are back online.`
            : t`Offered in: ${adverts}. Withdraw the advert first.`
        }
        onClick={() => void ask()}
      >
        <Trans>Remove</Trans>
      </Button>
    </>
  );
}
