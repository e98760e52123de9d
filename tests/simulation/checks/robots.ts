import { type Check, lateness } from './check.ts';

/** A robot that is to end and keep its coins ends, and what one wants in the book comes there. */
export const robotsGoOn: Check = async (checked) => {
  const rows = await checked.query<{ id: string; says: string }>(
    `SELECT id::text, 'does not end' AS says FROM robots WHERE $1 AND state = 'stopping' AND keep AND changed_at < $2
      UNION ALL
     SELECT id::text, 'wants orders that nobody sends' FROM robots AS own
      WHERE $1 AND state <> 'stopped' AND updated_at < $2
        AND EXISTS (SELECT FROM robot_orders WHERE robot = own.id AND rests AND order_id IS NULL)
      UNION ALL
     SELECT id::text, 'was paused and keeps its orders' FROM robots AS own
      WHERE $1 AND state = 'paused' AND changed_at < $2 AND EXISTS (SELECT FROM robot_orders WHERE robot = own.id AND rests)`,
    lateness(checked),
  );
  return rows.map(({ id, says }) => `the robot ${id} ${says}`);
};
