CREATE TABLE "spot_fill_minutes" (
	"owner" bigint PRIMARY KEY NOT NULL,
	"ends_at" bigint NOT NULL,
	"own" integer NOT NULL,
	"summed" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "spot_fills_due" (
	"at" bigint NOT NULL,
	"id" bigint NOT NULL,
	"owner" bigint NOT NULL,
	"pair" text NOT NULL,
	"side" text NOT NULL,
	"filled" bigint NOT NULL,
	"filled_total" bigint NOT NULL,
	CONSTRAINT "spot_fills_due_at_id_pk" PRIMARY KEY("at","id")
);
--> statement-breakpoint
CREATE INDEX "spot_fill_minutes_end" ON "spot_fill_minutes" USING btree ("ends_at");