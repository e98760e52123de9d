import type { RefObject } from 'react';

/**
 * Leads to the first field of a form that is marked wrong, once the marks of this moment are drawn.
 *
 * @param wrong a selector, where more than fields can be wrong
 */
export function focusFirstInvalid(form: RefObject<HTMLElement | null>, wrong = '[aria-invalid="true"]'): void {
  requestAnimationFrame(() => form.current?.querySelector<HTMLElement>(wrong)?.focus());
}
