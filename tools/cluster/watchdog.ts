import type { Member } from './member.ts';

const lookEveryMs = 250;
/** So many looks in a row without an answer, each of which waits a second for it, and the member is killed. */
const missesMax = 2;

/**
 * Kills a member that runs and does not answer, so that it is started again: what a liveness probe of Kubernetes or the
 * watchdog of systemd does for a process that hangs.
 */
export class Watchdog {
  readonly #timer: NodeJS.Timeout;
  #misses = 0;
  #isLooking = false;

  constructor(member: Member, answers: () => Promise<boolean>, say: (text: string) => void) {
    this.#timer = setInterval(() => {
      if (this.#isLooking) return;
      this.#isLooking = true;
      void this.#look(member, answers, say).finally(() => (this.#isLooking = false));
    }, lookEveryMs);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #look(member: Member, answers: () => Promise<boolean>, say: (text: string) => void): Promise<void> {
    const isOk = await answers();
    this.#misses = isOk || !member.isUp ? 0 : this.#misses + 1;
    if (this.#misses < missesMax) return;
    this.#misses = 0;
    say(`${member.name} does not answer and is killed`);
    await member.kill();
  }
}
