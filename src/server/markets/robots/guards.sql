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
