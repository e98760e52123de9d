import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { minuteMs } from '#protocol/core/durations.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { useObservable } from '#app/platform/observable.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { failureText } from '#app/platform/api/refusal-text.ts';
import { useServerNow } from '#app/platform/stream/stream-hooks.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { Banner } from '#app/ui/layout/Banner.tsx';
import { Button } from '#app/ui/controls/Button.tsx';
import { CoinIcon } from '#app/ui/lists/CoinIcon.tsx';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { ListRow } from '#app/ui/lists/ListRow.tsx';
import { SearchField } from '#app/ui/controls/SearchField.tsx';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import { toast } from '#app/ui/overlays/toast.ts';
import { isSought } from './overview/coin-filter.tsx';
import { faucetWaits, ownWaits } from './faucet-waits.ts';
import { nextTakeAt, takeCoinsMutation } from './mutations.ts';
import css from './practice-sheet.module.css';
import { coinsQuery } from './queries.ts';
import { NotLoaded } from '../loading/not-loaded.tsx';

/** The faucet of practice mode: each coin can be taken once in 24 hours. */
export function PracticeSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useLingui();
  return (
    <Sheet open={open} onClose={onClose} title={t`Practice coins`} tall flush>
      <PracticeCoins />
    </Sheet>
  );
}

/** Where it is said that nothing can be taken without a network. */
const offlineId = 'faucet-offline';

/** The coins of the faucet, each with a button that takes it. */
function PracticeCoins() {
  const { t } = useLingui();
  const coins = useQuery(coinsQuery);
  const reachable = useReachable();
  const nextAt = ownWaits(useObservable(faucetWaits));
  const now = useServerNow(minuteMs);
  const [query, setQuery] = useState('');
  if (coins.data === undefined) {
    return <NotLoaded query={coins} title={t`Coins did not load`} rows={6} />;
  }
  const found = coins.data.assets.filter(({ id, name }) => isSought(query, id, name));
  return (
    <>
      <div className={css['head']}>
        <p className={css['note']}>
          <Trans>Not real money. You can get each coin once every 24 hours.</Trans>
        </p>
        <SearchField label={t`Search coins`} value={query} onChange={setQuery} />
      </div>
      {!reachable && (
        <div id={offlineId}>
          <Banner tone="warn" inset>
            <Trans>No connection. Get coins when you are back online.</Trans>
          </Banner>
        </div>
      )}
      {found.length === 0 && <EmptyState icon={Search} title={t`Nothing found`} />}
      {found.map(({ id, name }) => {
        const until = nextAt[id] ?? 0;
        return (
          <FaucetRow key={id} asset={id} name={name} waitUntil={until > now ? until : null} reachable={reachable} />
        );
      })}
    </>
  );
}

interface FaucetRowProps {
  asset: string;
  name: string;
  /** When it can be taken again, or null when it can be taken now. */
  waitUntil: number | null;
  reachable: boolean;
}

function FaucetRow({ asset, name, waitUntil, reachable }: FaucetRowProps) {
  const { t } = useLingui();
  const take = useMutation(takeCoinsMutation(useQueryClient()));
  const reasonId = `faucet-${asset}`;
  const again = waitUntil === null ? null : `${formatTime(waitUntil, 'day')} ${formatTime(waitUntil, 'time')}`;
  const onFailure = async (error: unknown) => {
    const nextAt = nextTakeAt(error);
    if (nextAt === null) toast.show({ type: 'error', title: await failureText(error) });
    else toast.show({ type: 'info', title: t`${asset} was already received` });
  };
  const onTake = () =>
    take.mutate(asset, {
      onSuccess: ({ amount }) => toast.show({ type: 'success', title: t`${formatNumber(amount)} ${asset} added` }),
      onError: (error) => void onFailure(error),
    });
  return (
    <ListRow
      leading={<CoinIcon symbol={asset} />}
      title={asset}
      sub={<span id={reasonId}>{again === null ? name : <Trans>Received. More from {again}</Trans>}</span>}
      trailing={
        <Button
          size="s"
          label={t`Get ${asset}`}
          busy={take.isPending}
          disabled={again !== null || !reachable}
          describedBy={again === null ? (reachable ? undefined : offlineId) : reasonId}
          onClick={onTake}
        >
          <Trans>Get</Trans>
        </Button>
      }
    />
  );
}
