import type { AreaTopics } from '#server/core/topics/area-topics.ts';
import type { RobotRow } from './tables.ts';

/** What is published of a robot after the commit of its step. */
export type ChangedRobot = Pick<RobotRow, 'id' | 'owner' | 'updatedAt'>;

/** Robots of the account topic: which of them did something. What they did is asked for by whoever shows it. */
interface RobotTopics {
  readonly topics: AreaTopics;
  /** Called after the commit of a step that wrote something. */
  readonly changed: (robot: ChangedRobot) => void;
}

export function createRobotTopics(): RobotTopics {
  const listeners = new Set<(robot: ChangedRobot) => void>();
  return {
    topics: {
      account: {
        fields: ['robots'],
        load: async () => ({ robots: [] }),
        publishTo: (accounts) =>
          void listeners.add(({ id, owner, updatedAt }) =>
            accounts.changed(owner, { robots: [{ id: id.toString(), at: updatedAt }] }),
          ),
      },
    },
    changed(robot) {
      for (const listener of listeners) listener(robot);
    },
  };
}
