import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import { endLeftOver, noteProcess } from './left-overs.ts';
import type { Link } from './links.ts';

/** A crashed member is started again after this, as systemd does by default. */
const restartMs = 300;
const endsWithinMs = 20_000;

/** A part of the cluster that can be made to fail. */
export interface Member {
  readonly name: string;
  /** Where it listens, as in `127.0.0.1:41234`. */
  readonly address: string;
  /** Whether it runs, or is paused. */
  readonly isUp: boolean;
  /** Ends it with nothing said, as a power cut would (SIGKILL). It is started again after a moment. */
  kill(): Promise<void>;
  /** Lets none of it run until `resume`: it neither ends nor answers (SIGSTOP). */
  pause(): void;
  resume(): void;
  /** Ends it in order (SIGTERM); it stays away until `start`. */
  stop(): Promise<void>;
  /** Starts it when it is away, and waits until it is up. */
  start(): Promise<void>;
  /** Its network, where it has one of its own: see `ClusterOptions.links`. */
  readonly link?: Link;
}

/** How a member that is one process is run. */
export interface Command {
  readonly name: string;
  readonly address: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** The network it runs in; left out, that of this process. */
  readonly link?: Link;
  /** Where its output goes. */
  readonly logFile: string;
  /** Resolves once it is up. @throws Error when it does not come up in time */
  readonly isReady: () => Promise<void>;
}

/** A member that is one process, which is started again when it ends by itself. */
export class ProcessMember implements Member {
  readonly #command: Command;
  readonly #log: WriteStream;
  #child: ChildProcess | null = null;
  #isWanted = false;
  #restarting: Promise<void> | null = null;

  constructor(command: Command) {
    this.#command = command;
    endLeftOver(this.#pidFile);
    this.#log = createWriteStream(command.logFile, { flags: 'a' });
  }

  get name(): string {
    return this.#command.name;
  }

  get #pidFile(): string {
    return `${this.#command.logFile}.pid`;
  }

  get address(): string {
    return this.#command.address;
  }

  get link(): Link | undefined {
    return this.#command.link;
  }

  get isUp(): boolean {
    return this.#child !== null;
  }

  async start(): Promise<void> {
    this.#isWanted = true;
    await this.#restarting;
    if (this.#child === null) this.#spawn();
    await this.#command.isReady();
  }

  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  pause(): void {
    this.#child?.kill('SIGSTOP');
  }

  resume(): void {
    this.#child?.kill('SIGCONT');
  }

  async stop(): Promise<void> {
    this.#isWanted = false;
    await this.#end('SIGTERM');
  }

  async #end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const child = this.#child;
    if (child === null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    // A paused process ends in order only when it is woken up.
    if (signal === 'SIGTERM') child.kill('SIGCONT');
    const late = sleep(endsWithinMs, 'late' as const, { ref: false });
    if ((await Promise.race([ended, late])) === 'late') {
      child.kill('SIGKILL');
      await ended;
    }
  }

  #spawn(): void {
    const { env, cwd, link } = this.#command;
    const command = [this.#command.program, this.#command.args] as const;
    const [program, args] = link === undefined ? command : link.inside(...command);
    const child = spawn(program, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      // Ctrl-C reaches the cluster alone, which ends its members in order.
      detached: true,
      ...(env === undefined ? {} : { env }),
      ...(cwd === undefined ? {} : { cwd }),
    });
    this.#child = child;
    if (child.pid !== undefined) noteProcess(this.#pidFile, child.pid);
    child.stdout.pipe(this.#log, { end: false });
    child.stderr.pipe(this.#log, { end: false });
    child.once('exit', (code, signal) => {
      this.#log.write(`-- ended with ${signal ?? code}\n`);
      this.#child = null;
      if (this.#isWanted) this.#restarting = this.#restart();
    });
  }

  async #restart(): Promise<void> {
    await sleep(restartMs);
    this.#restarting = null;
    if (this.#isWanted && this.#child === null) this.#spawn();
  }
}
