import type { Link } from './links.ts';
import { ProcessMember } from './member.ts';
import { logFile, local, pathOf, type Plan } from './plan.ts';
import { natsServer } from '../programs/programs.ts';
import { accepts, isReached, until } from './ready.ts';
import { Watchdog } from './watchdog.ts';

const clusterName = 'dunlin';
const answersWithinMs = 1_000;
const heardWithinMs = 3_000;

/** What its monitoring answers about connections. */
interface ConnectionsAnswer {
  readonly now: string;
  readonly connections: readonly { readonly last_activity: string }[];
}

/** A nats-server; how many edges and engines are connected to it is 0 while it does not say. */
interface NatsServer {
  readonly member: ProcessMember;
  readonly host: string;
  readonly clients: () => Promise<number>;
}

/**
 * The servers of NATS: one, and two of one NATS cluster where links are cut, since nothing starts a server elsewhere
 * while the host of the only one is not reached. Edges and engines know both.
 */
export class NatsServers {
  readonly members: readonly ProcessMember[];
  /** What edges and engines are given as `NATS_URL`. */
  readonly url: string;
  readonly #servers: readonly NatsServer[];
  readonly #port: number;

  constructor(plan: Plan) {
    const { ports, network } = plan;
    this.#port = ports.nats;
    const links = network?.nats ?? [undefined];
    const hosts = links.map((link) => link?.address ?? local);
    const routes = hosts.map((host) => `nats://${host}:${ports.natsRoutes}`).join(',');
    this.#servers = links.map((link, nth) => serverOf(plan, `nats-${nth + 1}`, link, routes));
    this.members = this.#servers.map(({ member }) => member);
    this.url = hosts.map((host) => `nats://${host}:${ports.nats}`).join(',');
  }

  /** Kills those that hang, as something on their own hosts does: not while their hosts are not reached. */
  watch(say: (text: string) => void): readonly Watchdog[] {
    return this.#servers.map(
      ({ member, host }) =>
        new Watchdog(member, async () => (await accepts(this.#port, true, host)) || !(await isReached(host)), say),
    );
  }

  /** The name of the one that most edges and engines are connected to. */
  async busiest(): Promise<string> {
    const counted = await Promise.all(
      this.#servers.map(async ({ member, clients }) => [member.name, await clients()] as const),
    );
    return counted.toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? '';
  }
}

/** @param routes to every server, itself among them */
function serverOf(plan: Plan, name: string, link: Link | undefined, routes: string): NatsServer {
  const { nats: port, natsRoutes, natsMonitor } = plan.ports;
  const host = link?.address ?? local;
  const member = new ProcessMember({
    name,
    address: `${host}:${port}`,
    ...(link === undefined ? {} : { link }),
    program: pathOf(natsServer),
    args: [
      `--addr=${host}`,
      `--port=${port}`,
      `--http_port=${natsMonitor}`,
      `--cluster_name=${clusterName}`,
      `--cluster=nats://${host}:${natsRoutes}`,
      `--routes=${routes}`,
    ],
    logFile: logFile(plan, name),
    isReady: () => until(() => accepts(port, true, host), name),
  });
  return { member, host, clients: () => countClients(`http://${host}:${natsMonitor}/connz`) };
}

/** Of its connections that were heard of lately, as edges and engines are each second: those of a cut link last on. */
async function countClients(url: string): Promise<number> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(answersWithinMs) });
    const { now, connections } = (await response.json()) as ConnectionsAnswer;
    const since = Date.parse(now) - heardWithinMs;
    return connections.filter(({ last_activity: last }) => Date.parse(last) > since).length;
  } catch {
    return 0;
  }
}
