import type { Study } from '#server/exchange/imports/study.ts'

/** What an import would make of a sheet, as text that a person can compare with the sheet, one line per item. */
export const readingOf = ({ plan, rows, totals }: Study): string[] => {
  const families = plan.families.flatMap(
    ({ name, address, guardians, children, contacts, bars, apart, custody, ...of }) => {
      const isApart = (studentId: string, guardianId: string) =>
        apart.some(each => each.studentId === studentId && each.guardianId === guardianId)
      const rightsOf = (studentId: string, guardianId: string): string => {
        const bar = bars.find(each => each.studentId === studentId && each.guardianId === guardianId)
        return bar ? (bar.isPickUpOnly ? ' [no pick-up]' : ' [barred]') : ''
      }
      return [
        `family ${[name, address].filter(Boolean).join(', ')} (rows ${of.rows.toSorted((a, b) => a - b).join(' ')})`,
        ...guardians.map(
          ({ name: called, nativeName, relationship, email, phone, otherPhones }) =>
            `  ${[called, nativeName === called ? '' : nativeName, relationship, email, phone, otherPhones && `also ${otherPhones}`].filter(Boolean).join(' | ')}`,
        ),
        ...children.map(({ id, of: child }) => {
          const { name: called, nativeName, preferredName, birthOn, grade, allergies, medical, medication } = child
          const facts = [
            called,
            nativeName === called ? '' : nativeName,
            preferredName && `“${preferredName}”`,
            birthOn ?? 'no birthday',
            grade && `grade ${grade}`,
            allergies && `allergies: ${allergies}`,
            medical && `medical: ${medical}`,
            medication && `medication: ${medication}`,
            child.doctorName && `doctor: ${child.doctorName} ${child.doctorPhone}`,
          ]
          const of = guardians
            .filter(guardian => !isApart(id, guardian.id))
            .map(guardian => `${guardian.name}${rightsOf(id, guardian.id)}`)
          const open = custody
            .filter(({ studentId }) => studentId === id)
            .map(
              ({ note, strangers }) =>
                ` {${[note.replaceAll('\n', ' / '), ...strangers.map(each => `blocked: ${each}`)].join('; ')}}`,
            )
          return `  - ${facts.filter(Boolean).join(' | ')} <- ${of.join(', ') || 'nobody'}${open.join('')}`
        }),
        ...contacts.map(
          contact => `  call ${[contact.name, contact.relationship, contact.phone].filter(Boolean).join(' | ')}`,
        ),
      ]
    },
  )
  const asked = rows.flatMap(({ n, outcome, report }) => {
    const { custody, doubt, number } = report
    return [
      ...custody.map(
        ({ child, guardians, notes }) =>
          `ask ${n}: who may see ${child} (${guardians.join(', ')})? ${notes.join(' / ')}`,
      ),
      ...(doubt ? [`ask ${n}: is ${doubt.child} ${doubt.name} of ${doubt.family} (${doubt.kind})?`] : []),
      ...(number ? [`ask ${n}: ${number.kind} ${number.number}: ${number.name} or ${number.other}?`] : []),
      ...(outcome === 'rejected' ? [`out ${n}: ${report.problems.map(({ code }) => code).join(', ')}`] : []),
    ]
  })
  const unused = totals.unused!.map(
    ({ column, reason, cells }) =>
      `unused ${column === null ? 'in no column' : `in column ${column + 1}`} (${reason}): ${[...new Set(cells.map(({ text }) => text))].join(' / ')}`,
  )
  return [...families, ...asked, ...unused]
}
