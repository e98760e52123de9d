import type { CssPx } from '../px.ts';

/** What moving a line does. Heights are from the top of the layer, positive counts are upwards in price. */
export interface DragTarget {
  /** Whether the line may be moved now. */
  readonly movable: boolean;
  /** Height of the line as it stands. */
  height(): CssPx;
  moveTo(height: CssPx): void;
  moveBy(ticks: number): void;
  /** The same way, but as far as a large step goes. */
  moveFar(way: 1 | -1): void;
  /** The line was let go where it is. */
  settle(): void;
  /** Asked for the next step from the keyboard. */
  confirm(): void;
  cancel(): void;
}

/** A finger that moves less only touches. */
const slopPx: CssPx = 3;

/**
 * Follows pointer and keys on the grip of a line: drags move it, arrows move it by a tick, page keys by more, Escape
 * takes it back, Enter goes on.
 *
 * @returns how to stop
 */
export function followDrag(grip: HTMLElement, target: DragTarget): () => void {
  const stop = new AbortController();
  const letGo = followPointer(grip, target, stop.signal);
  followKeys(grip, target, letGo, stop.signal);
  return () => stop.abort();
}

/** @returns how to let go of the line where it is; answers whether it had been moved */
function followPointer(grip: HTMLElement, target: DragTarget, signal: AbortSignal): () => boolean {
  let held: { id: number; startY: CssPx; offset: CssPx; moved: boolean } | null = null;
  const heightOf = (event: PointerEvent) => event.clientY - (grip.parentElement?.getBoundingClientRect().top ?? 0);

  function down(event: PointerEvent): void {
    if (held !== null || !target.movable || event.button !== 0) return;
    const y = heightOf(event);
    held = { id: event.pointerId, startY: y, offset: y - target.height(), moved: false };
    grip.setPointerCapture(event.pointerId);
    grip.dataset['held'] = '';
  }

  function move(event: PointerEvent): void {
    if (held?.id !== event.pointerId) return;
    const y = heightOf(event);
    held.moved ||= Math.abs(y - held.startY) > slopPx;
    if (held.moved) target.moveTo(y - held.offset);
  }

  function letGo(): boolean {
    const moved = held?.moved === true;
    held = null;
    delete grip.dataset['held'];
    return moved;
  }

  function up(event: PointerEvent): void {
    if (held?.id !== event.pointerId) return;
    const isOver = event.type === 'pointerup';
    if (!letGo()) return;
    if (isOver) target.settle();
    else target.cancel();
  }

  grip.addEventListener('pointerdown', down, { signal });
  grip.addEventListener('pointermove', move, { signal });
  grip.addEventListener('pointerup', up, { signal });
  grip.addEventListener('pointercancel', up, { signal });
  grip.addEventListener('contextmenu', (event) => event.preventDefault(), { signal });
  return letGo;
}

/** @param letGo ends a drag that is under way */
function followKeys(grip: HTMLElement, target: DragTarget, letGo: () => boolean, signal: AbortSignal): void {
  let typed = false;

  function press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') {
      letGo();
      typed = false;
      target.cancel();
    } else if (event.key === 'Enter') {
      typed = false;
      target.confirm();
    } else {
      if (!target.movable || !moveByKey(event.key, target)) return;
      typed = true;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** A key that repeats moves the line many times, and settles once. */
  function release(): void {
    if (typed) target.settle();
    typed = false;
  }

  grip.addEventListener('keydown', press, { signal });
  grip.addEventListener('keyup', release, { signal });
  grip.addEventListener('blur', release, { signal });
}

/** @returns whether the key moves a line */
function moveByKey(key: string, target: DragTarget): boolean {
  if (key === 'ArrowUp' || key === 'ArrowRight') target.moveBy(1);
  else if (key === 'ArrowDown' || key === 'ArrowLeft') target.moveBy(-1);
  else if (key === 'PageUp') target.moveFar(1);
  else if (key === 'PageDown') target.moveFar(-1);
  else return false;
  return true;
}
