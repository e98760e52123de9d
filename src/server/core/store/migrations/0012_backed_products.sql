CREATE TABLE "listed_coins" (
	"id" text PRIMARY KEY NOT NULL,
	"nth" bigint GENERATED ALWAYS AS IDENTITY (sequence name "listed_coins_nth_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"scale" integer NOT NULL,
	"display_decimals" integer NOT NULL,
	"faucet_amount" numeric,
	"listed_at" bigint NOT NULL,
	CONSTRAINT "listed_coins_id" CHECK ("listed_coins"."id" ~ '^[A-Z0-9]{2,10}$'),
	CONSTRAINT "listed_coins_scale" CHECK ("listed_coins"."scale" BETWEEN 0 AND 8),
	CONSTRAINT "listed_coins_shown" CHECK ("listed_coins"."display_decimals" BETWEEN 0 AND "listed_coins"."scale"),
	CONSTRAINT "listed_coins_faucet" CHECK ("listed_coins"."faucet_amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "listed_pairs" (
	"id" text PRIMARY KEY NOT NULL,
	"nth" bigint GENERATED ALWAYS AS IDENTITY (sequence name "listed_pairs_nth_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"base" text NOT NULL,
	"quote" text NOT NULL,
	"price_decimals" integer NOT NULL,
	"amount_decimals" integer NOT NULL,
	"min_amount" numeric NOT NULL,
	"max_amount" numeric NOT NULL,
	"min_total" numeric NOT NULL,
	"maker_fee_ppm" integer NOT NULL,
	"taker_fee_ppm" integer NOT NULL,
	"tags" text[] NOT NULL,
	"listed_at" bigint NOT NULL,
	"state" text NOT NULL,
	"opens_at" bigint,
	"cancels_at" bigint,
	"closes_at" bigint,
	"reference_price" numeric,
	CONSTRAINT "listed_pairs_id" CHECK ("listed_pairs"."id" = "listed_pairs"."base" || "listed_pairs"."quote" AND "listed_pairs"."base" <> "listed_pairs"."quote"),
	CONSTRAINT "listed_pairs_steps" CHECK ("listed_pairs"."price_decimals" BETWEEN 0 AND 8 AND "listed_pairs"."amount_decimals" BETWEEN 0 AND 8),
	CONSTRAINT "listed_pairs_amounts" CHECK ("listed_pairs"."min_amount" > 0 AND "listed_pairs"."max_amount" >= "listed_pairs"."min_amount" AND "listed_pairs"."min_total" >= 0),
	CONSTRAINT "listed_pairs_fees" CHECK ("listed_pairs"."maker_fee_ppm" BETWEEN 0 AND 100000 AND "listed_pairs"."taker_fee_ppm" BETWEEN 0 AND 100000),
	CONSTRAINT "listed_pairs_closing" CHECK (("listed_pairs"."cancels_at" IS NULL) = ("listed_pairs"."closes_at" IS NULL) AND "listed_pairs"."closes_at" >= "listed_pairs"."cancels_at"
        AND ("listed_pairs"."state" <> 'closing' OR "listed_pairs"."closes_at" IS NOT NULL)),
	CONSTRAINT "listed_pairs_auction" CHECK ("listed_pairs"."state" <> 'auction' OR "listed_pairs"."opens_at" IS NOT NULL),
	CONSTRAINT "listed_pairs_reference" CHECK ("listed_pairs"."reference_price" > 0)
);
--> statement-breakpoint
CREATE TABLE "sign_in_pools" (
	"month" text PRIMARY KEY NOT NULL,
	"asset" text NOT NULL,
	"reward" bigint NOT NULL,
	"budget" bigint NOT NULL,
	"used" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "sign_in_pools_terms" CHECK ("sign_in_pools"."reward" > 0 AND "sign_in_pools"."budget" >= 0 AND "sign_in_pools"."used" >= 0)
);
--> statement-breakpoint
CREATE TABLE "sign_in_streaks" (
	"owner" bigint PRIMARY KEY NOT NULL,
	"last_day" integer DEFAULT 0 NOT NULL,
	"length" integer DEFAULT 0 NOT NULL,
	"asset" text,
	"reward" bigint DEFAULT 0 NOT NULL,
	"pool" text,
	"promised" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "sign_in_streaks_promise" CHECK ("sign_in_streaks"."promised" = 0 OR ("sign_in_streaks"."promised" > 0 AND "sign_in_streaks"."asset" IS NOT NULL AND "sign_in_streaks"."pool" IS NOT NULL))
);
--> statement-breakpoint
CREATE TABLE "sign_ins" (
	"owner" bigint NOT NULL,
	"day" integer NOT NULL,
	"at" bigint NOT NULL,
	"position" smallint NOT NULL,
	"asset" text NOT NULL,
	"units" bigint NOT NULL,
	"doubled" boolean NOT NULL,
	CONSTRAINT "sign_ins_owner_day_pk" PRIMARY KEY("owner","day")
);
--> statement-breakpoint
ALTER TABLE "listed_pairs" ADD CONSTRAINT "listed_pairs_base_listed_coins_id_fk" FOREIGN KEY ("base") REFERENCES "public"."listed_coins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listed_pairs" ADD CONSTRAINT "listed_pairs_quote_listed_coins_id_fk" FOREIGN KEY ("quote") REFERENCES "public"."listed_coins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_streaks" ADD CONSTRAINT "sign_in_streaks_pool_sign_in_pools_month_fk" FOREIGN KEY ("pool") REFERENCES "public"."sign_in_pools"("month") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "listed_pairs_base" ON "listed_pairs" USING btree ("base");--> statement-breakpoint
CREATE INDEX "sign_in_streaks_promised" ON "sign_in_streaks" USING btree ("last_day","owner") WHERE "sign_in_streaks"."promised" > 0;