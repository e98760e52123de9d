import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react';

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/**
 * Arrow keys, Home and End within a group of which one is chosen and only that one is a tab stop. Put it on the
 * group; the members are the elements with `data-member`, in order. Chooses by a click, so that there is one way;
 * with `choose` false the keys only move.
 */
export function moveInGroup(event: KeyboardEvent<HTMLElement>, choose = true): void {
  const members = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-member]')];
  const here = members.findIndex((member) => member === document.activeElement);
  if (here < 0) return;
  const step = steps[event.key];
  let next: number;
  if (step !== undefined) next = (here + step + members.length) % members.length;
  else if (event.key === 'Home') next = 0;
  else if (event.key === 'End') next = members.length - 1;
  else return;
  event.preventDefault();
  members[next]?.focus();
  if (choose) members[next]?.click();
}

/** What makes a button one of a group of which at most one is chosen. */
export function radioProps(checked: boolean, tabStop: boolean) {
  return { role: 'radio', 'aria-checked': checked, tabIndex: tabStop ? 0 : -1, 'data-member': '' } as const;
}

/** Brings a member of a sideways row into sight without moving the page. */
function showInRow(member: HTMLElement | null): void {
  const row = member?.parentElement;
  if (!member || !row) return;
  const space = 24;
  const left = member.offsetLeft - row.offsetLeft;
  if (left - space < row.scrollLeft) row.scrollLeft = left - space;
  const right = left + member.offsetWidth + space;
  if (right > row.scrollLeft + row.clientWidth) row.scrollLeft = right - row.clientWidth;
}

/** Keeps the chosen member of a horizontal row in view; the ref goes on that member. */
export function useInSight(chosen: string | null): RefObject<HTMLButtonElement | null> {
  const member = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (chosen !== null) showInRow(member.current);
  }, [chosen]);
  return member;
}
