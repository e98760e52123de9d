import type { ReactNode } from 'react';
import { useServerNow } from '#app/platform/stream/stream-hooks.ts';
import { CountdownRing } from '#app/ui/numbers/Rings.tsx';
import { clockOf, secondsUntil } from '#app/features/options/round/round-times.ts';
import css from './order.module.css';
import { closingMs, shareLeft } from './order-times.ts';

interface OrderCountdownProps {
  /** When the time began and when it ends, in epoch milliseconds of the server. */
  from: number;
  until: number;
  title: ReactNode;
  /** What the time is for, in a sentence. */
  children: ReactNode;
}

/** A deadline of an order on server time: a ring with what is left, and its sentence at the right. */
export function OrderCountdown({ from, until, title, children }: OrderCountdownProps) {
  const now = useServerNow();
  const leftMs = until - now;
  return (
    <div className={css['count']}>
      <CountdownRing size={84} share={shareLeft(from, until, now)} closing={leftMs > 0 && leftMs <= closingMs}>
        <span className={css['time']} role="timer" aria-live="off">
          {clockOf(secondsUntil(until, now))}
        </span>
      </CountdownRing>
      <div className={css['about']}>
        <h2 className={css['headline']}>{title}</h2>
        <p>{children}</p>
      </div>
    </div>
  );
}
