import { sql, type SQL } from 'drizzle-orm'

/** What a family reported for a class meeting, as JSON, null where nothing: the answer that counts first, then the newest. */
export const noticeOf = (student: SQL, section: SQL, day: SQL): SQL => sql`(
  select json_build_object('id', n.id, 'reason', n.reason, 'note', n.note, 'status', n.status) from absence_notices n
  where n.student_id = ${student} and n.status <> 'withdrawn' and ${day} between n.from_day and n.to_day and (n.section_id is null or n.section_id = ${section})
  order by n.status = 'declined', n.filed_at desc limit 1)`
