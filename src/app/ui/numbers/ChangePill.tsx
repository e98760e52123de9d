import { useImperativeHandle, useRef, type ReactNode, type Ref, type RefObject } from 'react';
import css from './ChangePill.module.css';
import { type Direction, directionName } from './direction.ts';

/** Writes a change straight into the page, without React. */
export interface ChangeHandle {
  set: (text: string, direction: Direction) => void;
}

interface ChangeProps {
  children: ReactNode;
  direction: Direction;
  /** For changes that run; the children must then be one text. */
  ref?: Ref<ChangeHandle>;
}

function useChange(ref: Ref<ChangeHandle> | undefined): RefObject<HTMLSpanElement | null> {
  const cell = useRef<HTMLSpanElement>(null);
  useImperativeHandle(ref, () => ({
    set(text, direction) {
      const element = cell.current;
      if (element === null) return;
      // The text node itself is written, so that React still finds its own node at the next render.
      const node = element.firstChild;
      if (node !== null && node.nodeValue !== text) node.nodeValue = text;
      const name = directionName(direction);
      if (element.dataset['direction'] !== name) element.dataset['direction'] = name;
    },
  }));
  return cell;
}

/** A change in a tinted box of fixed width. The text carries its sign, so colour is never alone. */
export function ChangePill({ children, direction, ref }: ChangeProps) {
  return (
    <span ref={useChange(ref)} className={css['pill']} data-direction={directionName(direction)}>
      {children}
    </span>
  );
}

/** A change as coloured text. */
export function ChangeText({ children, direction, ref }: ChangeProps) {
  return (
    <span ref={useChange(ref)} className={css['text']} data-direction={directionName(direction)}>
      {children}
    </span>
  );
}
