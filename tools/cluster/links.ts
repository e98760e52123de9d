import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** A member behind a network link of its own. */
export interface Link {
  /** Its address on that link. */
  readonly address: string;
  /** A command as it is run there; its process is the command itself. */
  readonly inside: (program: string, args: readonly string[]) => readonly [program: string, args: readonly string[]];
  /** From now on nothing that is sent arrives, in either direction, and neither end learns of it: as with a cut cable. */
  cut(): void;
  mend(): void;
}

/** Whether links can be made here: by root, on Linux, with iproute2; PostgreSQL there also needs `setpriv` of util-linux. */
export function canLink(): boolean {
  const runs = (program: string, ...args: readonly string[]) =>
    spawnSync(program, args, { stdio: 'ignore' }).status === 0;
  return process.getuid?.() === 0 && runs('ip', 'netns', 'list') && runs('setpriv', '--version');
}

function ip(...args: readonly string[]): void {
  execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] });
}

/** Begins the names of what is made here. */
const prefix = 'dun';
const ofProcess = /^dun([0-9a-z]+)(?:-\d+)?$/;

/** Whether a name is of a cluster whose process is gone. */
function isLeftOver(name: string): boolean {
  const pid = ofProcess.exec(name)?.[1];
  return pid !== undefined && !existsSync(`/proc/${Number.parseInt(pid, 36)}`);
}

/** Removes what clusters that were killed left: it would keep others from its addresses. */
function removeLeftOvers(): void {
  const listed = (...args: readonly string[]) => execFileSync('ip', args, { encoding: 'utf8' });
  const spaces = listed('netns', 'list').split('\n');
  const bridges = [...listed('-brief', 'link', 'show', 'type', 'bridge').matchAll(/^\S+/gm)];
  for (const [name = ''] of spaces.map((line) => line.split(' '))) if (isLeftOver(name)) ip('netns', 'delete', name);
  for (const [name] of bridges) if (isLeftOver(name)) ip('link', 'delete', name);
}

/**
 * Network namespaces of members, joined by a bridge of this machine. A cut link stays up at both ends, which are joined
 * no more: neither end learns of it, as it would from an interface that goes down.
 */
export class Links {
  /** Of this machine, as members see it. */
  readonly hostAddress: string;
  readonly #subnet: string;
  readonly #id: string;
  readonly #names: string[] = [];

  /** @throws Error where `canLink` is false */
  constructor() {
    // Interfaces have names of at most 15 letters, and several clusters may run at once.
    this.#id = `${prefix}${process.pid.toString(36)}`;
    this.#subnet = `10.88.${process.pid % 250}`;
    this.hostAddress = `${this.#subnet}.1`;
    removeLeftOvers();
    ip('link', 'add', this.#id, 'type', 'bridge');
    ip('addr', 'add', `${this.hostAddress}/24`, 'dev', this.#id);
    ip('link', 'set', this.#id, 'up');
  }

  add(): Link {
    const nth = this.#names.length;
    const name = `${this.#id}-${nth}`;
    const address = `${this.#subnet}.${nth + 2}`;
    ip('netns', 'add', name);
    this.#names.push(name);
    ip('link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
    ip('link', 'set', name, 'master', this.#id);
    ip('link', 'set', name, 'up');
    ip('-n', name, 'addr', 'add', `${address}/24`, 'dev', 'eth0');
    ip('-n', name, 'link', 'set', 'eth0', 'up');
    ip('-n', name, 'link', 'set', 'lo', 'up');
    return {
      address,
      inside: (program, args) => ['ip', ['netns', 'exec', name, program, ...args]],
      cut: () => ip('link', 'set', name, 'nomaster'),
      mend: () => ip('link', 'set', name, 'master', this.#id),
    };
  }

  /** Removes them, with whatever is still connected. */
  close(): void {
    // Of what a namespace takes with it, the name is free only some time later: another cluster may begin at once.
    for (const name of this.#names) ip('link', 'delete', name);
    for (const name of this.#names) ip('netns', 'delete', name);
    ip('link', 'delete', this.#id);
  }
}
