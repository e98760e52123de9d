CREATE TABLE "notice_outbox" (
	"notice" bigint PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "notice_outbox" ADD CONSTRAINT "notice_outbox_notice_notices_id_fk" FOREIGN KEY ("notice") REFERENCES "public"."notices"("id") ON DELETE cascade ON UPDATE no action;