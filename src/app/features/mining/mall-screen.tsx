import { Suspense, useState } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { CircleQuestionMark, ReceiptText } from 'lucide-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useFailureText } from '#app/platform/api/refusal-text.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { usePracticeMode } from '#app/platform/session/launch-config.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { OneLine } from '#app/ui/controls/OneLine.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { toast } from '#app/ui/overlays/toast.ts';
import { laterPart, laterSheet } from '../shell/later-part.tsx';
import { useAmountText } from '../assets/amount-text.ts';
import { NotLoaded } from '../loading/not-loaded.tsx';
import { OfflineAge } from '../loading/offline-age.tsx';
import { SubmitFailure } from '../outcomes/submit-failure.tsx';
import { useSubmit } from '../outcomes/use-submit.ts';
import { useAddressed } from '../shell/use-addressed.ts';
import { type LiveMiner, sumsOf } from './live-miner.ts';
import { MinerCard } from './miner-card.tsx';
import { MiningHero, HeroWaiting } from './mining-hero.tsx';
import css from './mall-screen.module.css';
import { collectMutation } from './mutations.ts';
import { modelsQuery, refreshMining, useOwnMiners } from './queries.ts';
import { ModelsOnSale } from './models-on-sale.tsx';

const DoneScreen = laterPart(() => import('./done-screen.tsx'), 'DoneScreen');

interface MallScreenProps {
  /** The miner that the address names. */
  readonly id?: string | undefined;
  /** Miners that are done in place of the mall. */
  readonly show?: 'done' | undefined;
}

/** The mining mall, or the records of miners that are done. */
export function MallScreen({ id, show }: MallScreenProps) {
  if (show !== 'done') return <MiningScreen id={id} />;
  return (
    <Suspense>
      <DoneScreen />
    </Suspense>
  );
}

const BuySheet = laterSheet(() => import('./buy-sheet.tsx'), 'BuySheet');
const FillSheet = laterSheet(() => import('./fill-sheet.tsx'), 'FillSheet');
const MinerSheet = laterSheet(() => import('./miner-sheet.tsx'), 'MinerSheet');

/** What lies over the mall, with the model or miner it is about. */
interface Open {
  readonly sheet: 'buy' | 'fill' | 'miner';
  readonly id: string;
}

const articleHref = '#/pages/home/newsDetail?key=help%2Fmining';

/** The mining mall: what own miners have earned, their fuel, and miners on sale. @param id the miner a notice is about */
function MiningScreen({ id }: { readonly id?: string | undefined }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const { own, miners, now } = useOwnMiners();
  const models = useQuery(modelsQuery);
  const [open, setOpen] = useState<Open | null>(null);
  const navigate = useNavigate();
  const forget = useAddressed(
    id,
    (miner) => setOpen({ sheet: 'miner', id: miner }),
    () => navigate({ to: '/pages/mstarch/mstarch', search: {}, replace: true }),
  );
  const close = () => {
    setOpen(null);
    forget();
  };
  const idOf = (sheet: Open['sheet']) => (open?.sheet === sheet ? open.id : null);
  const hasMiners = miners !== undefined && miners.length > 0;
  return (
    <Page
      title={t`Mining`}
      actions={
        <>
          <IconButton icon={ReceiptText} label={t`Mining records`} href="#/pages/mstarch/mstarch?show=done" />
          <IconButton icon={CircleQuestionMark} label={t`How it works`} href={articleHref} />
        </>
      }
      onRefresh={() => refreshMining(client)}
      updating={own.isFetching && own.data !== undefined}
      bottom={hasMiners ? <Collect miners={miners} /> : undefined}
    >
      {own.data !== undefined && <OfflineAge at={own.dataUpdatedAt} />}
      {miners !== undefined ? (
        <MiningHero miners={miners} />
      ) : (
        <NotLoaded query={own} title={<Trans>Your miners did not load</Trans>} coins>
          <HeroWaiting />
        </NotLoaded>
      )}
      {hasMiners && <OwnMiners miners={miners} onOpen={setOpen} />}
      {models.data !== undefined ? (
        <ModelsOnSale models={models.data.list} onPick={(model) => setOpen({ sheet: 'buy', id: model })} />
      ) : (
        <NotLoaded query={models} title={<Trans>Miners on sale did not load</Trans>} rows={3} />
      )}
      <Suspense>
        <BuySheet
          open={idOf('buy') !== null}
          onClose={close}
          model={models.data?.list.find((one) => one.id === idOf('buy')) ?? null}
        />
        <FillSheet
          open={idOf('fill') !== null}
          onClose={close}
          live={miners?.find((one) => one.miner.id === idOf('fill')) ?? null}
        />
        <MinerSheet id={idOf('miner')} onClose={close} now={now} />
      </Suspense>
    </Page>
  );
}

interface OwnMinersProps {
  readonly miners: readonly LiveMiner[];
  readonly onOpen: (open: Open) => void;
}

function OwnMiners({ miners, onOpen }: OwnMinersProps) {
  const { t } = useLingui();
  return (
    <ul className={css['cards']} aria-label={t`Your miners`}>
      {miners.map((live) => (
        <li key={live.miner.id}>
          <MinerCard
            live={live}
            onFill={() => onOpen({ sheet: 'fill', id: live.miner.id })}
            onOpen={() => onOpen({ sheet: 'miner', id: live.miner.id })}
          />
        </li>
      ))}
    </ul>
  );
}

const calls = ['POST pickMiningOrder'] as const;

/** Collects the income of all miners into the mining wallet; with nothing there, says when the next comes. */
function Collect({ miners }: { readonly miners: readonly LiveMiner[] }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const navigate = useNavigate();
  const amountOf = useAmountText();
  const submit = useSubmit(calls, collectMutation(client));
  const failure = useFailureText(submit.error);
  const isReachable = useReachable();
  const isPractice = usePracticeMode() === true;
  const sums = sumsOf(miners);
  const facts = sums.map(({ amount, asset }) => amountOf(amount, asset)).join(', ');
  const nextAt = nextIncomeOf(miners);
  const send = () =>
    submit.send(
      { facts },
      {
        onSuccess: ({ list }) => {
          const got = list.map(({ amount, asset }) => amountOf(amount, asset)).join(', ');
          toast.show({
            type: 'success',
            title: t`${got} collected`,
            action: {
              label: t`Open wallet`,
              onAction: () => void navigate({ to: '/pages/assets/tradeAccount', search: { wallet: 'mining' } }),
            },
          });
        },
      },
    );
  const isNothing = sums.length === 0;
  const reason = isNothing
    ? nextAt === null
      ? t`A running miner earns income daily.`
      : t`Next income ${formatTime(nextAt, 'dayTime')}`
    : isReachable
      ? undefined
      : t`No connection. Collect when you are back online.`;
  return (
    <>
      <SubmitFailure held={submit.held} failure={failure} />
      <Button
        kind="primary"
        size="l"
        busy={submit.busy}
        busyLabel={t`Sending…`}
        disabledReason={submit.busy ? undefined : reason}
        {...(isNothing ? {} : { detail: <OneLine>{t`Goes to your mining wallet now`}</OneLine> })}
        onClick={send}
      >
        <OneLine>
          {isNothing ? t`Nothing to collect` : isPractice ? t`Collect ${facts} (practice)` : t`Collect ${facts}`}
        </OneLine>
      </Button>
    </>
  );
}

function nextIncomeOf(miners: readonly LiveMiner[]): number | null {
  const times = miners.flatMap(({ nextIncomeAt }) => nextIncomeAt ?? []);
  return times.length === 0 ? null : Math.min(...times);
}
