/** A list of prices and a book, as the market and trade screens hold them, without any of their looks. */
import { useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { useOnScreen } from '#app/platform/stream/on-screen.ts';
import { startStream } from '#app/platform/stream/start-stream.ts';
import { useDepth, useTicker } from '#app/platform/stream/stream-hooks.ts';

declare global {
  interface Window {
    ticksPage: { readonly rendersOf: Record<string, number> };
  }
}

window.ticksPage = { rendersOf: {} };

/** Counts how often what calls it has rendered. */
function useCounted(name: string): void {
  useEffect(() => {
    const { rendersOf } = window.ticksPage;
    rendersOf[name] = (rendersOf[name] ?? 0) + 1;
  });
}

function Price({ pair }: { readonly pair: string }) {
  const [row, onScreen] = useOnScreen<HTMLDivElement>();
  const ticker = useTicker(onScreen ? pair : null);
  useCounted(pair);
  return (
    <div ref={row} style={{ height: 56 }} data-pair={pair}>
      {pair} <b>{ticker?.last}</b> <i>{ticker?.change}</i>
    </div>
  );
}

function Book({ pair }: { readonly pair: string }) {
  const depth = useDepth(pair, 10);
  return (
    <pre>
      {depth?.asks.map(({ price, amount, total }) => `${price} ${amount} ${total}\n`)}
      {depth?.bids.map(({ price, amount, total }) => `${price} ${amount} ${total}\n`)}
    </pre>
  );
}

function List() {
  useCounted('list');
  return (
    <>
      <Book pair="PAIR0USDT" />
      {Array.from({ length: 40 }, (_, index) => (
        <Price key={index} pair={`PAIR${index}USDT`} />
      ))}
    </>
  );
}

createRoot(document.getElementById('rows') as HTMLElement).render(<List />);
await startStream();
