import PDFDocument from 'pdfkit'
import { dayIn } from '#rules/calendar.ts'
import { daysAfter } from '#rules/days.ts'
import { typeface } from '#server/platform/typeface.ts'
import type { Notable } from './children.ts'
import type { PlannedFamily } from './family.ts'
import type { Office } from './office.ts'
import { profile } from './profile.ts'
import { registrar } from './staff.ts'

const letter = (title: string, lines: readonly string[]): Promise<Buffer> => {
  const page = new PDFDocument({ size: 'A4', margin: 64, info: { Title: title, Author: 'Lakeside Chinese School' } })
  const chunks: Buffer[] = []
  page.on('data', (chunk: Buffer) => chunks.push(chunk))
  const done = new Promise<Buffer>((resolve, reject) => {
    page.on('end', () => resolve(Buffer.concat(chunks)))
    page.on('error', reject)
  })
  page.registerFont('words', typeface('noto-sans-sc latin', 400))
  page.font('words').fontSize(20).fillColor('#14463A').text(title)
  page.moveDown().fontSize(12).fillColor('#14201B')
  for (const line of lines) page.text(line).moveDown(0.6)
  page.end()
  return done
}

/** The action plan of the boy with the peanut allergy, and the court order for parents who live apart. */
export const keepPapers = async (office: Office, families: readonly PlannedFamily[], now: Date): Promise<void> => {
  const today = dayIn(profile.zone, now)
  const at = new Date(now.getTime() - 21 * 24 * 3_600_000)
  const emailOf = (notable: Notable): string => families.find(family => family.notable === notable)!.guardians[0]!.email
  const childOf = async (email: string) => (await office.call(email, 'students-mine', {}, now))[0]!
  const careful = emailOf('peanut')
  const oliver = await childOf(careful)
  const plan = await letter('Action plan: peanut allergy', [
    'Hives or swelling around the mouth: give one cetirizine tablet, call the parents, stay with the child.',
    'Trouble breathing, vomiting, or fainting: use the epinephrine injector at once, then call 911.',
    'A second injector is in the office. Say that epinephrine was given and when.',
  ])
  const planFile = await office.upload(careful, { name: 'action-plan.pdf', bytes: plan }, at)
  await office.call(
    careful,
    'documents-add',
    {
      studentId: oliver.id,
      kind: 'actionPlan',
      title: 'Action plan: peanut allergy',
      expiresOn: daysAfter(today, 280),
      fileId: planFile.id,
    },
    at,
  )
  const apart = await childOf(emailOf('separated'))
  const order = await letter('Custody and pick-up', [
    'The child lives with the mother. The father pays 40 percent of the school fees.',
    'The father may not pick up the child from school until the court decides otherwise.',
  ])
  const orderFile = await office.upload(registrar.email, { name: 'custody-order.pdf', bytes: order }, at)
  await office.call(
    registrar.email,
    'documents-add',
    {
      studentId: apart.id,
      kind: 'custody',
      title: 'Order of the family court',
      expiresOn: null,
      fileId: orderFile.id,
    },
    at,
  )
  await office.call(
    registrar.email,
    'students-changeCustody',
    {
      id: apart.id,
      note: 'Lives with the mother. The father pays 40 percent and may not pick him up. The court order is below.',
    },
    at,
  )
}
