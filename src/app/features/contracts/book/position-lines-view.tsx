import { priceOfTicks } from '#protocol/core/ticks.ts';
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import type { ContractPosition, ListedContract } from '#protocol/contracts/entities.ts';
import type { KlineChart } from '#app/chart/kline/kline-options.ts';
import {
  createPositionLines,
  type LineName,
  type PositionLine,
  type PositionLines,
} from '#app/chart/lines/position-lines.ts';
import { amountsHidden } from '#app/platform/format/hidden-amounts.ts';
import { useObservable } from '#app/platform/observable.ts';
import { stream } from '#app/platform/stream/stream.ts';
import { toast } from '#app/ui/overlays/toast.ts';
import { nameOf, priceText, toastKey } from '../contract-labels.ts';
import { specFor } from './snapshot.ts';
import { LineConfirm } from './line-confirm.tsx';
import { protectMutation } from '../mutations.ts';
import { linesOf, lineLabels } from './position-line-labels.ts';
import type { ProtectionKind } from '../form/protection-field.tsx';
import { usePossible } from './contract-state.tsx';
import css from './contract-chart.module.css';

interface PositionLinesViewProps {
  readonly chart: KlineChart;
  readonly contract: ListedContract;
  /** Its current state. */
  readonly position: ContractPosition;
}

/** A line that was moved and waits for the word. */
interface Moved {
  readonly kind: ProtectionKind;
  readonly ticks: number;
  /** The protection it was moved away from: once that is another one, there is nothing to ask. */
  readonly from: string;
}

interface LinesOptions extends PositionLinesViewProps {
  /** Where the lines are drawn. */
  readonly host: RefObject<HTMLDivElement | null>;
  readonly canMove: boolean;
  readonly onMove: (moved: Moved) => void;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** The lines of a position over its chart, as long as both are there; null before they are made. */
function useLines({ chart, contract, position, host, canMove, ...asked }: LinesOptions): PositionLines | null {
  const [lines, setLines] = useState<PositionLines | null>(null);
  const { onMove, onConfirm, onCancel } = asked;
  const latest = useRef({ position, canMove, onMove, onConfirm, onCancel });
  useEffect(() => {
    latest.current = { position, canMove, onMove, onConfirm, onCancel };
  });
  useEffect(() => {
    const element = host.current;
    if (element === null) return;
    const made = createPositionLines(element, {
      tick: Number(contract.tickSize),
      labels: (name, ticks) => lineLabels(contract, latest.current.position, name, ticks),
      movable: () => latest.current.canMove,
      onSettle(name, ticks) {
        const from = protectionOf(latest.current.position);
        if (isProtection(name)) latest.current.onMove({ kind: name, ticks, from });
      },
      onConfirm: () => latest.current.onConfirm(),
      onCancel: () => latest.current.onCancel(),
    });
    setLines(made);
    const stops = [
      chart.follow((layout) => made.lay(layout)),
      stream.subscribe(`contract:${contract.id}`, () => made.refresh()),
    ];
    return () => {
      for (const stop of stops) stop();
      made.remove();
      setLines(null);
    };
  }, [chart, contract, host]);
  const hidden = useObservable(amountsHidden);
  // Only what the lines show: a position also changes in ways not shown here.
  const shown = JSON.stringify([linesOf(contract, position), position.lots, position.cost, hidden]);
  useEffect(() => {
    const [now] = JSON.parse(shown) as [PositionLine[]];
    lines?.setLines(now);
    chart.setReach(now.map(({ ticks }) => ticks * Number(contract.tickSize)));
  }, [lines, chart, contract, shown]);
  useEffect(() => () => chart.setReach([]), [chart]);
  return lines;
}

/** The lines of a position over its chart, and the bar that asks before a moved one is sent. */
export function PositionLinesView({ chart, contract, position }: PositionLinesViewProps) {
  const { t } = useLingui();
  const host = useRef<HTMLDivElement>(null);
  const sendId = useId();
  const [moved, setMoved] = useState<Moved | null>(null);
  const { possible, reason } = usePossible(contract.id, 'protect');
  const { mutate, reset, isPending, error } = useMutation(protectMutation(useQueryClient()));
  const move = (next: Moved | null) => {
    reset();
    setMoved(next);
  };
  const lines = useLines({
    chart,
    contract,
    position,
    host,
    canMove: possible && !isPending,
    onMove: move,
    onConfirm: () => document.getElementById(sendId)?.focus(),
    onCancel: () => move(null),
  });
  const asked = moved?.from === protectionOf(position) ? moved : null;
  const send = () => {
    if (asked === null || isPending) return;
    const price = priceOfTicks(specFor(contract), asked.ticks);
    const prices = { takeProfit: position.takeProfit ?? '', stopLoss: position.stopLoss ?? '', [asked.kind]: price };
    mutate(
      { id: position.id, ...prices },
      {
        onSuccess: () => {
          setMoved(null);
          const title = asked.kind === 'takeProfit' ? t`Take-profit set` : t`Stop-loss set`;
          const detail = `${nameOf(contract)}: ${priceText(contract, price)}`;
          toast.show({ type: 'success', title, detail, key: toastKey });
        },
        onError: () => lines?.release(),
      },
    );
  };
  return (
    <div ref={host} className={css['lines']}>
      {asked !== null && (
        <LineConfirm
          {...{ sendId, contract, position, possible, reason, error }}
          kind={asked.kind}
          ticks={asked.ticks}
          atTop={(asked.kind === 'stopLoss') === (position.side === 'long')}
          busy={isPending}
          onCancel={() => {
            lines?.release();
            move(null);
          }}
          onSend={send}
        />
      )}
    </div>
  );
}

function protectionOf({ takeProfit, stopLoss }: ContractPosition): string {
  return `${takeProfit} ${stopLoss}`;
}

function isProtection(name: LineName): name is ProtectionKind {
  return name === 'takeProfit' || name === 'stopLoss';
}
