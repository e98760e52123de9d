ALTER TABLE "robot_orders" DROP CONSTRAINT "robot_orders_lots";--> statement-breakpoint
ALTER TABLE "robot_orders" ADD COLUMN "leverage" integer;--> statement-breakpoint
ALTER TABLE "robot_orders" ADD COLUMN "closes_at" bigint;--> statement-breakpoint
ALTER TABLE "robot_orders" ADD COLUMN "rests" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "robot_orders" ADD COLUMN "later_fee" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "robot_orders" ADD COLUMN "closed" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "robot_orders" ADD COLUMN "realized" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "robot_trades" ADD COLUMN "closing" text;--> statement-breakpoint
ALTER TABLE "robots" ADD COLUMN "liquidated" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "contract_closings_position" ON "contract_closings" USING btree ("position","id");--> statement-breakpoint
ALTER TABLE "robot_orders" ADD CONSTRAINT "robot_orders_lots" CHECK ("robot_orders"."lots" > 0 AND "robot_orders"."filled" >= 0 AND "robot_orders"."closed" BETWEEN 0 AND "robot_orders"."filled");