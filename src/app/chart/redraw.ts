/** Draws at most once per animation frame, and not at all while nobody can see the element. */
interface Redraw {
  request(): void;
  stop(): void;
}

export function createRedraw(element: Element, draw: () => void): Redraw {
  let requested = 0;
  let wanted = false;
  let onScreen = true;

  function request(): void {
    wanted = true;
    if (requested !== 0 || !onScreen || document.hidden) return;
    requested = requestAnimationFrame(() => {
      requested = 0;
      wanted = false;
      draw();
    });
  }

  const resume = () => {
    if (wanted) request();
  };
  const observer = new IntersectionObserver((entries) => {
    onScreen = entries.at(-1)?.isIntersecting ?? true;
    resume();
  });
  observer.observe(element);
  document.addEventListener('visibilitychange', resume);
  return {
    request,
    stop() {
      observer.disconnect();
      document.removeEventListener('visibilitychange', resume);
      cancelAnimationFrame(requested);
      requested = 0;
      onScreen = false;
    },
  };
}

/** Calls back when the device's pixels become finer or coarser: another screen, another zoom; answers how to stop. */
export function watchPixelRatio(changed: () => void): () => void {
  let query: MediaQueryList | null = null;
  const follow = () => {
    query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    query.addEventListener('change', onChange, { once: true });
  };
  const onChange = () => {
    follow();
    changed();
  };
  follow();
  return () => query?.removeEventListener('change', onChange);
}
