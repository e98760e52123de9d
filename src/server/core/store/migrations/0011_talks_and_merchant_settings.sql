CREATE TABLE "merchant_settings" (
	"owner" bigint PRIMARY KEY NOT NULL,
	"paused" boolean NOT NULL,
	"hours_from" smallint,
	"hours_to" smallint,
	"offset_minutes" smallint NOT NULL,
	"auto_reply" text NOT NULL,
	"blocked" bigint[] NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "adverts" ADD COLUMN "paused" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "fiat_days" ADD COLUMN "rated" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "fiat_days" ADD COLUMN "positive" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "fiat_orders" ADD COLUMN "asked" text;--> statement-breakpoint
ALTER TABLE "fiat_orders" ADD COLUMN "penalty" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "fiat_orders" ADD COLUMN "positive" boolean;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "waits_until" bigint;--> statement-breakpoint
ALTER TABLE "chat_groups" ADD COLUMN "fiat_order" bigint;--> statement-breakpoint
ALTER TABLE "chat_groups" ADD COLUMN "closed_at" bigint;--> statement-breakpoint
ALTER TABLE "chat_groups" ADD COLUMN "hidden_at" bigint;--> statement-breakpoint
CREATE INDEX "merchant_settings_updated" ON "merchant_settings" USING btree ("updated_at","owner");--> statement-breakpoint
CREATE INDEX "fiat_orders_sold" ON "fiat_orders" USING btree ("seller","ended_at") WHERE state = 'completed';--> statement-breakpoint
CREATE INDEX "fiat_orders_bought" ON "fiat_orders" USING btree ("buyer","ended_at") WHERE state = 'completed';--> statement-breakpoint
CREATE INDEX "chat_groups_listed" ON "chat_groups" USING btree ("id") WHERE kind <> 'order';--> statement-breakpoint
ALTER TABLE "chat_groups" ADD CONSTRAINT "chat_groups_fiat_order_unique" UNIQUE("fiat_order");--> statement-breakpoint
ALTER TABLE "fiat_orders" ADD CONSTRAINT "fiat_orders_penalty" CHECK ("fiat_orders"."penalty" >= 0);--> statement-breakpoint
ALTER TABLE "chat_groups" ADD CONSTRAINT "chat_groups_order" CHECK (("chat_groups"."kind" = 'order') = ("chat_groups"."fiat_order" IS NOT NULL));