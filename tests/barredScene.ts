import { sql } from 'drizzle-orm'
import { rows } from '#server/platform/db.ts'
import { fileNameHeader, type StoredFile } from '#contract/access/files.ts'
import { blankCard, blankEvent, family, school, sunday } from './school.ts'
import { serve } from './served.ts'

/** The mark in every text about Mia, and in no other text. */
export const mark = 'ZQX'

/**
 * The small school with a child about whom everything is recorded: Mia, whose mother Ann may see it. Rex is also a
 * guardian of Ann's children but barred from their data. Roy may see Leo, Mia's brother, and is barred from Mia's data.
 * Both have an account and the role `parent`, Rex through a child of his own.
 */
export const barredScene = async () => {
  const s = await school()
  const home = s.annRegistration.householdId
  const children = await rows<{ id: string; name: string }>(
    s.database.db,
    sql`select p.id, p.name from persons p join students s on s.id = p.id`,
  )
  const idOf = (name: string) => children.find(child => child.name === name)!.id
  const [mia, leo] = [idOf('Mia Wang'), idOf('Leo Wang')]

  const rex = await s.newcomer('rex@home.example', 'Rex')
  await s.register(
    rex,
    family(
      { name: 'Rex Barr' },
      [{ key: 'ned', name: 'Ned Barr', birthOn: '2018-02-02' }],
      [{ childKey: 'ned', sectionId: s.chess.id }],
      s.term.id,
    ),
  )
  const roy = await s.newcomer('roy@home.example', 'Roy')
  const guardian = (name: string, email: string, hasDataAccess: boolean) => ({
    name,
    nativeName: '',
    email,
    phone: '+1 555 0177',
    language: 'en' as const,
    relationship: 'father' as const,
    hasDataAccess,
    mayPickUp: false,
  })
  const add = (name: string, email: string, hasDataAccess: boolean) =>
    s.ida.call('parents-addGuardian', { householdId: home, guardian: guardian(name, email, hasDataAccess) })
  await add('Rex Barr', 'rex@home.example', false)
  const royId = (await add('Roy Wang', 'roy@home.example', true)).id
  await s.database.db.execute(
    sql`update persons set account_id = (select id from accounts where email = 'roy@home.example') where id = ${royId}::uuid`,
  )
  const may = (studentId: string, hasDataAccess: boolean) => ({
    studentId,
    relationship: 'father' as const,
    hasDataAccess,
    mayPickUp: false,
  })
  const {
    relationship: _relationship,
    hasDataAccess: _access,
    mayPickUp: _pickUp,
    ...royRecord
  } = guardian('Roy Wang', 'roy@home.example', true)
  await s.ida.call('parents-changeGuardian', {
    householdId: home,
    id: royId,
    ...royRecord,
    contactOrder: 3,
    children: [may(mia, false), may(leo, true)],
  })

  // Each has a device that gets messages.
  await s.database.db.execute(sql`
    with signed as (
      insert into sign_ins (id, account_id, provider, device, auth_time, last_used_at, refresh_hash, expires_at)
      select gen_random_uuid(), id, 'password', 'Safari on iPhone', now(), now(), email, now() + interval '60 days' from accounts
      where email in ('ann@home.example', 'rex@home.example', 'roy@home.example') returning id, account_id
    )
    insert into push_subscriptions (id, sign_in_id, person_id, endpoint, p256dh, secret, school_key, created_at)
    select gen_random_uuid(), signed.id, p.id, 'https://web.push.apple.com/' || p.id, '', '', '', now() from signed join persons p on p.account_id = signed.account_id`)

  // A class that only Mia is in.
  const violin = await s.ida.call(
    'classes-create',
    s.section({
      name: `${mark} Violin`,
      nativeName: '',
      startsAt: '12:00',
      endsAt: '12:50',
      crayon: 'plum',
      auditCents: 9000,
    }),
  )
  await s.ida.call('classes-move', { id: violin.id, to: 'open' })
  await s.ida.call('enrolments-enrol', { studentId: mia, sectionId: violin.id })
  // Room parents of her class: Ann is appointed here, the others were appointed before they were barred.
  const annId = (await s.ann.actor()).personId!
  await s.ida.call('volunteers-appoint', { sectionId: violin.id, personId: annId, toOn: null })
  await s.database.db.execute(
    sql`insert into room_parents (id, section_id, person_id, from_on) select gen_random_uuid(), ${violin.id}::uuid, p.id, '2026-09-01' from persons p where p.email in ('rex@home.example', 'roy@home.example')`,
  )
  const drums = await s.ida.call(
    'classes-create',
    s.section({ name: `${mark} Drums`, startsAt: '11:00', endsAt: '11:50', capacity: 1, crayon: 'teal' }),
  )
  await s.ida.call('classes-move', { id: drums.id, to: 'open' })
  const zoe = idOf('Zoe Li')
  await s.ida.call('enrolments-enrol', { studentId: zoe, sectionId: drums.id })
  const flute = await s.ida.call(
    'classes-create',
    s.section({ name: `${mark} Flute`, startsAt: '10:00', endsAt: '10:50', capacity: 1, crayon: 'sky' }),
  )
  await s.ida.call('classes-move', { id: flute.id, to: 'open' })
  await s.ida.call('enrolments-enrol', { studentId: zoe, sectionId: flute.id })
  await s.ida.call('enrolments-enrol', { studentId: mia, sectionId: flute.id })
  const wanted = family(
    { name: 'Ann Wang' },
    [{ key: 'mia', name: 'Mia Wang', nativeName: '王美雅', birthOn: '2019-03-01' }],
    [{ childKey: 'mia', sectionId: drums.id }],
    s.term.id,
  )
  await s.register(s.ann, { ...wanted, children: wanted.children.map(child => ({ ...child, studentId: null })) })

  await s.ida.call('students-changeMedical', {
    ...blankCard,
    id: mia,
    allergies: `${mark} peanuts`,
  })
  await s.ann.call('parents-allowPickUp', {
    householdId: home,
    studentId: mia,
    name: `${mark} Aunt`,
    phone: '',
    relationship: '',
    fromDay: '2026-09-01',
    toDay: null,
  })
  await s.ann.call('parents-sign', {
    householdId: home,
    studentId: mia,
    kind: 'photo',
    level: 'none',
    signedName: `${mark} Ann Wang`,
  })
  await s.ann.call('parents-requestChange', {
    change: { kind: 'child', studentId: mia, name: `Mia ${mark}`, nativeName: '', birthOn: '2019-03-01' },
  })
  const absence = await s.ann.call('absences-file', {
    studentId: mia,
    fromDay: '2026-09-20',
    toDay: '2026-09-20',
    sectionId: violin.id,
    reason: 'ill',
    note: `${mark} fever`,
  })
  const field = await s.ida.call('forms-create', {
    about: 'student',
    kind: 'text',
    label: 'Favourite song',
    nativeLabel: '',
    help: '',
    nativeHelp: '',
    options: [],
    isRequired: false,
    isAsked: true,
    teachersSee: false,
    termId: null,
  })
  await s.ann.call('forms-answer', { studentId: mia, values: { [field.id]: `${mark} lullaby` } })
  await s.ida.call('absences-answer', { id: absence.id, to: 'acknowledged', note: `${mark} get well` })

  const other = await s.ann.call('absences-file', {
    studentId: mia,
    fromDay: '2026-09-27',
    toDay: '2026-09-27',
    sectionId: violin.id,
    reason: 'travel',
    note: `${mark} trip`,
  })
  await s.ida.call('absences-answer', { id: other.id, to: 'declined', note: `${mark} exam` })

  const [lesson] = await rows<{ id: string }>(
    s.database.db,
    sql`select m.session_date_id as id from meetings m where m.section_id = ${violin.id}::uuid and m.on_day = '2026-10-11'`,
  )
  const called = await s.ida.call('cancellations-previewDay', { sessionDateId: lesson!.id, sectionId: violin.id })
  await s.ida.call('cancellations-cancelDay', {
    sessionDateId: lesson!.id,
    sectionId: violin.id,
    reason: `${mark} broken string`,
    nativeReason: '',
    remedy: 'credit',
    makeUpOn: null,
    eventIds: [],
    tell: true,
    agreedCents: called.creditCents,
  })

  for (const per of ['student', 'household'] as const) {
    const charge = {
      audience: { kind: 'sections' as const, sectionIds: [violin.id] },
      per,
      kind: 'other' as const,
      description: `${mark} strings for each ${per}`,
      amountCents: 1500,
      again: [],
      without: [],
    }
    const preview = await s.ida.call('payments-previewCharges', charge)
    await s.ida.call('payments-charge', {
      ...charge,
      nativeDescription: '',
      dueOn: '2026-10-01',
      agreedCount: preview.count,
      agreedCents: preview.totalCents,
    })
  }
  const { paymentId } = await s.ida.call('payments-record', {
    householdId: home,
    amountCents: 50_000,
    method: 'cash',
    reference: '',
    payer: 'Ann',
    receivedOn: '2026-09-13',
  })

  const served = await serve(s)
  const signedIn = {
    ann: await served.signIn('ann@home.example'),
    rex: await served.signIn('rex@home.example'),
    roy: await served.signIn('roy@home.example'),
  }
  const upload = await fetch(`${served.origin}/files/uploads`, {
    method: 'POST',
    headers: { authorization: `Bearer ${signedIn.ann.idToken}`, [fileNameHeader]: `${mark}.txt` },
    body: `${mark} homework`,
  })
  const file = (await upload.json()) as StoredFile
  const paper = await fetch(`${served.origin}/files/uploads`, {
    method: 'POST',
    headers: { authorization: `Bearer ${signedIn.ann.idToken}`, [fileNameHeader]: `${mark}-plan.txt` },
    body: `${mark} plan`,
  })
  const { id: fileId } = (await paper.json()) as StoredFile
  await s.ann.call('documents-add', {
    studentId: mia,
    kind: 'actionPlan',
    title: `${mark} plan`,
    expiresOn: null,
    fileId,
  })
  const assignment = await s.tom.call('assignments-create', {
    sectionId: violin.id,
    title: `${mark} Scales`,
    nativeTitle: '',
    instructions: '',
    kind: 'homework',
    takesText: true,
    takesFiles: true,
    due: { day: '2026-09-20', time: '12:00' },
    closes: null,
    maxPoints: 10,
    fileIds: [],
    status: 'published',
    publish: null,
  })
  await s.ann.call('assignments-turnIn', {
    assignmentId: assignment.id,
    studentId: mia,
    text: `${mark} done`,
    fileIds: [file.id],
  })
  const plan = await s.tom.call('grades-plan', {
    sectionId: violin.id,
    scaleId: null,
    categories: [{ id: null, name: `${mark} Tests`, nativeName: '', weightPercent: 100, dropLowest: 0 }],
    reason: '',
  })
  const test = await s.tom.call('grades-createAssessment', {
    sectionId: violin.id,
    categoryId: plan.categories[0]!.id,
    name: `${mark} Quiz`,
    nativeName: '',
    onDay: '2026-09-13',
    maxPoints: 10,
  })
  const book = await s.tom.call('grades-book', { sectionId: violin.id })
  await s.tom.call('grades-enter', {
    sectionId: violin.id,
    cells: [
      {
        assessmentId: test.id,
        enrolmentId: book.rows[0]!.enrolmentId,
        points: 9,
        isExcused: false,
        note: `${mark} well done`,
        version: 0,
      },
    ],
    reason: '',
  })
  await s.tom.call('grades-release', { assessmentIds: [test.id] })

  const thread = await s.ann.call('messages-startThread', {
    side: 'family',
    householdId: home,
    studentId: mia,
    sectionId: violin.id,
    subject: `${mark} bow`,
    body: `${mark} Which bow?`,
  })
  await s.tom.call('messages-reply', { threadId: thread.id, body: `${mark} The long one.` })
  const send = async (
    subject: string,
    body: string,
    audience: Parameters<typeof s.ida.call<'messages-createNotice'>>[1]['audience'],
  ) => {
    const notice = await s.ida.call('messages-createNotice', {
      subject,
      body,
      nativeSubject: '',
      nativeBody: '',
      audience,
      byEmail: true,
      isUrgent: false,
      needsAnswer: false,
    })
    const reach = await s.ida.call('messages-audience', { audience })
    await s.ida.call('messages-sendNotice', { id: notice.id, agreedPeople: reach.people, at: null })
    // Until it can no longer be recalled.
    await s.jobs.drain(new Date(s.clock.now.getTime() + 60_000))
    return notice
  }
  const notice = await send(`${mark} recital`, 'Come all.', [{ kind: 'class', sectionId: violin.id }])
  // Is filled in with each reader's own children, which must not include Mia for a reader who may not see her.
  await send('To all', 'Dear {name}, this is about {student} in {class}.', [{ kind: 'everyone' }])

  const [entry] = await s.ida.call('enrolments-waitlist', { sectionId: drums.id })
  await s.database.db.execute(sql`update sections set capacity = 5 where id = ${drums.id}::uuid`)
  await s.ida.call('enrolments-moveWaiting', { id: entry!.id, to: 'offered' })

  const harp = await s.ida.call(
    'classes-create',
    s.section({ name: `${mark} Harp`, nativeName: '', startsAt: '09:00', endsAt: '09:50', crayon: 'berry' }),
  )
  await s.ida.call('classes-move', { id: harp.id, to: 'open' })
  const lottery = await s.ida.call('lotteries-create', {
    termId: s.term.id,
    name: 'Draw',
    nativeName: '',
    opensAt: '2026-09-01T08:00',
    closesAt: '2026-12-01T08:00',
    confirmHours: 48,
    usesPriorities: false,
    publicSource: '',
    sectionIds: [harp.id],
  })
  await s.ida.call('lotteries-move', { id: lottery.id, to: 'open' })
  await s.ann.call('lotteries-enter', {
    id: lottery.id,
    together: 'alone',
    children: [{ studentId: mia, ranks: ['A'] }],
  })
  await s.ida.call('lotteries-move', { id: lottery.id, to: 'closed' })
  await s.ida.call('lotteries-draw', { id: lottery.id, publicValue: '' })
  const [place] = await rows<{ id: string }>(
    s.database.db,
    sql`select id from enrolments where student_id = ${mia}::uuid and section_id = ${violin.id}::uuid`,
  )
  const move = { enrolmentId: place!.id, toSectionId: drums.id }
  const change = await s.ann.call('leavings-previewTransfer', move)
  await s.ann.call('leavings-ask', {
    ...move,
    agreedCents: change.differenceCents,
    agreedFreeCents: change.freeCents,
    back: 'credit',
    note: `${mark} too far away`,
    leavesWaits: false,
  })

  const guestClass = async (name: string, startsAt: string, needsApproval: boolean) => {
    const made = await s.ida.call(
      'classes-create',
      s.section({
        name: `${mark} ${name}`,
        nativeName: '',
        startsAt,
        endsAt: startsAt.replace(':00', ':50'),
        needsApproval,
        trialCents: 0,
        trialNeedsApproval: false,
      }),
    )
    await s.ida.call('classes-move', { id: made.id, to: 'open' })
    const { days } = await s.anybody.call('visits-days', { sectionId: made.id })
    return s.ann.call('visits-ask', {
      sectionId: made.id,
      onDay: days.at(-1)!.onDay,
      kind: 'trial',
      studentId: mia,
      note: mark,
      agreedCents: 0,
    })
  }
  const visit = await guestClass('Flute', '07:00', false)
  // A trial that was converted and now waits for the office's approval.
  const tried = await guestClass('Choir', '08:00', true)
  await s.ann.call('visits-convert', { id: tried.id, agreedCents: 0 })
  await s.ida.call('placements-decide', { studentId: mia, courseId: s.course.id, note: mark })

  const event = await s.ida.call('events-create', {
    ...blankEvent,
    title: `${mark} Recital`,
    startsOn: '2026-09-20',
    endsOn: '2026-09-20',
    startTime: '18:00',
    endTime: '19:00',
    audience: [{ kind: 'class', sectionId: violin.id }],
    takesRsvp: true,
  })
  await s.ida.call('events-move', { id: event.id, to: 'published' })
  await s.ann.call('events-answer', {
    eventId: event.id,
    householdId: home,
    answer: 'yes',
    partySize: 2,
    note: `${mark} us`,
  })
  const feeds: Record<string, string> = {}
  for (const [who, person] of Object.entries({ ann: s.ann, rex, roy })) {
    const { url } = await person.call('events-makeFeed', {})
    feeds[who] = new URL(url).pathname
  }
  s.clock.now = sunday
  // A place is held for each in the next term, and their families are emailed.
  const next = await s.ida.call('promotions-copyClasses', {
    fromTermId: s.term.id,
    toTermId: null,
    newTerm: { name: 'Spring', nativeName: '', startsOn: '2027-01-31', endsOn: '2027-06-06', closures: true },
    sectionIds: [s.grade1.id, s.chess.id, violin.id, drums.id],
    options: { teachers: true, rooms: true, fees: true },
  })
  const run = await s.ida.call('promotions-propose', {
    fromTermId: s.term.id,
    toTermId: next.termId,
    step: 'continue',
    raisesGrades: false,
    passPercent: null,
  })
  await s.ida.call('promotions-move', { id: run.id, to: 'reviewed' })
  await s.ida.call('promotions-apply', { id: run.id, holdUntil: '2027-01-10', tell: true })
  await s.ida.call('terms-move', { id: next.termId, to: 'registration' })
  const [held] = await rows<{ id: string }>(
    s.database.db,
    sql`select id from enrolments where student_id = ${mia}::uuid and status = 'held' limit 1`,
  )

  return {
    s,
    served,
    signedIn,
    people: { ann: s.ann, rex, roy },
    home,
    mia,
    leo,
    violin,
    drums,
    offerId: entry!.id,
    heldId: held!.id,
    violinPlaceId: place!.id,
    visit,
    paymentId,
    invoiceId: s.annRegistration.invoiceId!,
    file,
    assignment,
    thread,
    notice,
    event,
    feeds,
  }
}
export type BarredScene = Awaited<ReturnType<typeof barredScene>>
