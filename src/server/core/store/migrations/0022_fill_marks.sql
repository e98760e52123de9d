CREATE TABLE "spot_fill_marks" (
	"id" integer PRIMARY KEY NOT NULL,
	"written" bigint NOT NULL,
	"marks" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "spot_fill_minutes" (
	"owner" bigint PRIMARY KEY NOT NULL,
	"ends_at" bigint NOT NULL,
	"own" integer NOT NULL,
	"summed" integer NOT NULL
);
