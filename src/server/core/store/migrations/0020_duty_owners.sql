CREATE TABLE "duty_owners" (
	"duty" text PRIMARY KEY NOT NULL,
	"writer" text NOT NULL,
	"epoch" bigint NOT NULL,
	"from_id" bigint NOT NULL,
	"at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "writer_fences" ADD COLUMN "holder" text;