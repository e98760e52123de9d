-- Releases before knew one pair of a robot: its orders and trades were all of that one.
UPDATE robot_orders AS own SET pair = robots.pair FROM robots WHERE robots.id = own.robot;
--> statement-breakpoint
UPDATE robot_trades AS own SET pair = robots.pair FROM robots WHERE robots.id = own.robot;
--> statement-breakpoint
-- The default was for the rows of before: from now on each names its pair.
ALTER TABLE robot_orders ALTER COLUMN pair DROP DEFAULT;
--> statement-breakpoint
ALTER TABLE robot_trades ALTER COLUMN pair DROP DEFAULT;
--> statement-breakpoint
-- Rebalancing knew one coin: its parameters name no others, and what it remembers is an order under way and a band.
UPDATE robots SET parameters = parameters || '{"others": []}'
 WHERE strategy = 'rebalance' AND NOT parameters ? 'others';
--> statement-breakpoint
UPDATE robots
   SET memory = jsonb_build_object(
         'nextRef', memory -> 'nextRef',
         'ordered', CASE jsonb_typeof(memory -> 'ordered') WHEN 'number' THEN jsonb_build_array(memory -> 'ordered')
                    ELSE '[]'::jsonb END,
         'buying', NULL,
         'closes', NULL)
 WHERE strategy = 'rebalance' AND jsonb_typeof(memory) = 'object';
--> statement-breakpoint
-- Releases before did not count how often a product was used: robots are numbered as they were created.
UPDATE robots SET product_use = used.of_all, own_use = used.of_owner
  FROM (SELECT id, row_number() OVER (PARTITION BY strategy, pair ORDER BY id) AS of_all,
               row_number() OVER (PARTITION BY owner, strategy, pair ORDER BY id) AS of_owner
          FROM robots) AS used
 WHERE used.id = robots.id;
--> statement-breakpoint
-- The defaults were for the rows of before: from now on each robot is numbered as it is written.
ALTER TABLE robots ALTER COLUMN product_use DROP DEFAULT, ALTER COLUMN own_use DROP DEFAULT,
  ADD CONSTRAINT robots_used CHECK (product_use > 0 AND own_use > 0);
--> statement-breakpoint
-- The numbers of before were all 0, so the indexes follow them.
CREATE UNIQUE INDEX robots_product_use ON robots (strategy, pair, product_use);
--> statement-breakpoint
CREATE UNIQUE INDEX robots_own_use ON robots (owner, strategy, pair, own_use);
--> statement-breakpoint
-- What robots made after fees was not kept.
UPDATE robots
   SET net = realized - fees + cost_fees + coalesce((SELECT sum(further.cost_fees) FROM robot_coins AS further WHERE robot = robots.id), 0);
--> statement-breakpoint
ALTER TABLE robots ALTER COLUMN net DROP DEFAULT;
