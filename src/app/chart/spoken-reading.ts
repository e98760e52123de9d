import names from './kline-chart.module.css';

/** A reading is spoken once the cursor has rested this long, so that holding an arrow key does not chatter. */
const restMs = 400;

/** A live region that is heard and not seen, inside an element. */
export function createSpokenReading(element: HTMLElement) {
  const region = document.createElement('div');
  region.setAttribute('role', 'status');
  region.setAttribute('aria-live', 'polite');
  region.className = names['spoken'] ?? '';
  element.append(region);
  let rest: ReturnType<typeof setTimeout> | undefined;
  return {
    /** Says what `read` answers once nothing new came for a moment. */
    say(read: () => string) {
      clearTimeout(rest);
      rest = setTimeout(() => {
        region.textContent = read();
      }, restMs);
    },
    remove() {
      clearTimeout(rest);
      region.remove();
    },
  };
}
