import { useCallback, useState, type RefCallback } from 'react';

/** Rows this close to the screen count as on it, so that they have their price when they scroll in. */
const marginPx = 120;

type Listener = (onScreen: boolean) => void;

const listeners = new WeakMap<Element, Listener>();
let observer: IntersectionObserver | null = null;

/** One observer for all rows: the browser answers for many elements in one go. */
function sharedObserver(): IntersectionObserver {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) listeners.get(target)?.(isIntersecting);
    },
    { rootMargin: `${marginPx}px 0px` },
  );
  return observer;
}

/**
 * Whether an element is on the screen or about to be. Rows of a list hold their topic only then:
 * `const [row, onScreen] = useOnScreen(); const ticker = useTicker(onScreen ? pair : null);`
 */
export function useOnScreen<Row extends Element>(): [ref: RefCallback<Row>, onScreen: boolean] {
  const [onScreen, setOnScreen] = useState(false);
  const ref = useCallback<RefCallback<Row>>((row) => {
    if (row === null) return undefined;
    listeners.set(row, setOnScreen);
    sharedObserver().observe(row);
    return () => {
      listeners.delete(row);
      sharedObserver().unobserve(row);
    };
  }, []);
  return [ref, onScreen];
}
