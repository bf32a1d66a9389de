-- Discarding deletes a promotion. Those discarded before still kept the copying of their classes from being undone.
DELETE FROM "promotion_runs" WHERE "status" = 'discarded';