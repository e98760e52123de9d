import names from './kline/kline-chart.module.css';

/** A reading is spoken once the cursor has rested this long, so that holding an arrow key does not chatter. */
const restMs = 400;

/** A live region that is heard and not seen, inside an element. */
export function createSpokenReading(element: HTMLElement) {
  let region: HTMLElement | null = null;
  let rest: ReturnType<typeof setTimeout> | undefined;

  /** Stands empty before it is first written to: readers of the screen hear what changes in it. */
  function makeRegion(): HTMLElement {
    const made = document.createElement('div');
    made.setAttribute('role', 'status');
    made.setAttribute('aria-live', 'polite');
    made.className = names['spoken'] ?? '';
    element.append(made);
    return made;
  }

  return {
    /** Says what `read` answers once nothing new came for a moment. */
    say(read: () => string) {
      const heard = (region ??= makeRegion());
      clearTimeout(rest);
      rest = setTimeout(() => {
        heard.textContent = read();
      }, restMs);
    },
    remove() {
      clearTimeout(rest);
      region?.remove();
    },
  };
}
