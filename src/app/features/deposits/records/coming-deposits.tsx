import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ChainOfCoin } from '#protocol/chains/entities.ts';
import type { Deposit } from '#protocol/deposits/entities.ts';
import { serverNow } from '#app/platform/api/server-clock.ts';
import { Badge } from '#app/ui/lists/Badge.tsx';
import { Progress } from '#app/ui/layout/Progress.tsx';
import { Card, Section, TextLink } from '#app/ui/layout/Section.tsx';
import { LiveRegion } from '#app/ui/layout/VisuallyHidden.tsx';
import { coinText } from '../chain-labels.ts';
import css from './coming-deposits.module.css';
import { DepositSheet } from './deposit-sheet.tsx';
import { countsBlocks, depositLabels, isUnderWay } from '../deposit-labels.ts';
import { useLiveRecords } from './live-records.ts';
import { depositsQuery, depositsRoot } from '../queries.ts';

/** The most that stand here; the rest is among the records. */
const shownMost = 5;

/** Deposits of this coin and chain that are on their way, and those that came while the screen was looked at. */
export function ComingDeposits({ chain }: { chain: ChainOfCoin }) {
  const { t, i18n } = useLingui();
  useLiveRecords(depositsRoot, 'deposits');
  const { data } = useInfiniteQuery(depositsQuery({ asset: chain.asset }));
  const [since] = useState(serverNow);
  const [open, setOpen] = useState<string | null>(null);
  const list = data?.pages[0]?.list ?? [];
  const own = list
    .filter((deposit) => deposit.chain === chain.chain && (isUnderWay(deposit) || deposit.updatedAt >= since))
    .slice(0, shownMost);
  const newest = own[0];
  const said =
    newest === undefined
      ? null
      : `${coinText(newest.amount, newest.asset)}: ${i18n._(depositLabels[newest.state].name)}`;
  return (
    <>
      <LiveRegion>{said}</LiveRegion>
      {own.length > 0 && (
        <Section
          title={t`On the way`}
          action={
            <TextLink href={`#/pages/assets/rechargeRecord?asset=${chain.asset}`}>
              <Trans>All records</Trans>
            </TextLink>
          }
        >
          <ul className={css['list']} aria-label={t`Deposits on the way`}>
            {own.map((deposit) => (
              <li key={deposit.id}>
                <ComingDeposit deposit={deposit} onOpen={setOpen} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      <DepositSheet deposit={list.find(({ id }) => id === open) ?? null} onClose={() => setOpen(null)} />
    </>
  );
}

function ComingDeposit({ deposit, onOpen }: { deposit: Deposit; onOpen: (id: string) => void }) {
  const { t, i18n } = useLingui();
  const { asset, amount, state, confirmations, freeConfirmations } = deposit;
  const stateLabel = depositLabels[state];
  const blocks = Math.min(confirmations, freeConfirmations);
  return (
    <Card>
      <div className={css['head']}>
        <button type="button" className={css['open']} aria-haspopup="dialog" onClick={() => onOpen(deposit.id)}>
          {coinText(amount, asset)}
        </button>
        <Badge tone={stateLabel.tone}>{i18n._(stateLabel.name)}</Badge>
      </div>
      <p className={css['meaning']}>{i18n._(stateLabel.meaning)}</p>
      {countsBlocks(deposit) && (
        <>
          <p className={css['blocks']}>
            <Trans>
              Block {blocks} of {freeConfirmations}
            </Trans>
          </p>
          <Progress label={t`Blocks`} share={blocks / freeConfirmations} />
        </>
      )}
    </Card>
  );
}
