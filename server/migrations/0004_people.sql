CREATE TABLE "kept_apart" (
	"kind" text NOT NULL,
	"one_id" uuid NOT NULL,
	"other_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "kept_apart_kind_one_id_other_id_pk" PRIMARY KEY("kind","one_id","other_id")
);
