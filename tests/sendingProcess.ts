import { openDatabase } from '#server/platform/db.ts'
import { startJobs } from '#server/platform/jobs.ts'
import { sendMail } from '#server/platform/mail.ts'
import { sendThrough } from '#server/platform/mailServer.ts'
import { sealWith } from '#server/platform/secrets.ts'

/** A process that sends a school's emails until it is killed: `node tests/sendingProcess.ts DATABASE SCHEMA SMTP`. */
const [url = '', schema = '', smtp = ''] = process.argv.slice(2)
const settings = {
  publicUrl: 'http://localhost',
  isDemo: false,
  mail: sendThrough(smtp, 'office@school.example'),
  secrets: sealWith(),
}
await startJobs(openDatabase(url, schema), url, schema, [sendMail as never], settings)
