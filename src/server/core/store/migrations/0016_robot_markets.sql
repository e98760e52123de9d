CREATE TABLE "robot_coins" (
	"robot" bigint NOT NULL,
	"coin" integer NOT NULL,
	"pair" text NOT NULL,
	"base" text NOT NULL,
	"held" bigint NOT NULL,
	"cost" bigint NOT NULL,
	"cost_fees" bigint NOT NULL,
	CONSTRAINT "robot_coins_robot_coin_pk" PRIMARY KEY("robot","coin"),
	CONSTRAINT "robot_coins_held" CHECK ("robot_coins"."coin" > 0 AND "robot_coins"."held" >= 0 AND "robot_coins"."cost" >= 0)
);
--> statement-breakpoint
ALTER TABLE "robot_orders" ADD COLUMN "pair" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "robot_trades" ADD COLUMN "pair" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "robot_coins" ADD CONSTRAINT "robot_coins_robot_robots_id_fk" FOREIGN KEY ("robot") REFERENCES "public"."robots"("id") ON DELETE no action ON UPDATE no action;