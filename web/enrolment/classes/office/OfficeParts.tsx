import { Archive, ArchiveRestore, Ellipsis, Pencil, Plus } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { ClassPart } from '#contract/enrolment/classes.ts'
import { useRead, useWrite } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { Name, useNameText, useNames } from '#web/words/Name.tsx'
import { OfficeCourseForm, OfficeProgrammeForm, OfficeRoomForm } from '#web/enrolment/classes/office/OfficePartForm.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Switch } from '#web/ui/Choice.tsx'
import { Badge } from '#web/ui/Marks.tsx'
import { Menu, MenuItem } from '#web/ui/Menu.tsx'
import { Card } from '#web/ui/Page.tsx'
import { toast } from '#web/ui/Toast.tsx'

type Open = { part: ClassPart; id?: string }

type LineProps = {
  part: ClassPart
  entry: { id: string; name: string; nativeName?: string; isArchived: boolean }
  onChange: () => void
  children?: ReactNode
}

/** One part with its two actions; archiving takes effect at once and can be undone. */
const Line = ({ part, entry, onChange, children }: LineProps) => {
  const t = useTranslations('adminConfig.courses')
  const failure = useFailureText()
  const nameText = useNameText()
  const archive = useWrite('classes-archivePart')
  const name = nameText({ name: entry.name, nativeName: entry.nativeName ?? '' })
  const set = (isArchived: boolean) =>
    archive
      .send({ part, id: entry.id, isArchived })
      .then(() =>
        toast(t(isArchived ? 'archivedToast' : 'restoredToast', { name }), () => void set(!isArchived).catch(() => {})),
      )
      .catch((error: unknown) => toast(failure(error)))
  return (
    <div className="flex items-center justify-between gap-3 text-sm">
      <span className="min-w-0">
        <span className={part === 'programme' ? 'font-semibold' : 'font-medium'}>
          <Name name={entry.name} nativeName={entry.nativeName ?? ''} />
        </span>
        {entry.isArchived && (
          <span className="ms-2">
            <Badge>{t('archived')}</Badge>
          </span>
        )}
        {children}
      </span>
      <Menu
        label={t('actions', { name })}
        button={<Ellipsis size={18} aria-hidden />}
        buttonClassName="grid size-control-small place-items-center rounded-md text-ink-2 hover:bg-sunken hover:text-ink"
      >
        <MenuItem onSelect={onChange}>
          <Pencil size={16} aria-hidden />
          {t('change', { name })}
        </MenuItem>
        <MenuItem onSelect={() => void set(!entry.isArchived)}>
          {entry.isArchived ? <ArchiveRestore size={16} aria-hidden /> : <Archive size={16} aria-hidden />}
          {t(entry.isArchived ? 'restore' : 'archive', { name })}
        </MenuItem>
      </Menu>
    </div>
  )
}

const row = 'border-b border-line py-1 last:border-0'

/** The parts that classes are made of: programmes with their courses, and rooms. */
export const OfficeParts = () => {
  const t = useTranslations('adminConfig.courses')
  const after = useTranslations('promotions.after')
  const names = useNames()
  const parts = useRead('classes-parts', {})
  const [open, setOpen] = useState<Open | null>(null)
  const [showsArchived, setShowsArchived] = useState(false)
  const close = () => setOpen(null)
  /** The part whose form is open, in its current version. */
  const current = <Part extends { id: string }>(all: readonly Part[]): Part | undefined =>
    all.find(({ id }) => id === open?.id)
  const shown = <Part extends { isArchived: boolean }>(all: readonly Part[]): Part[] =>
    all.filter(({ isArchived }) => showsArchived || !isArchived)
  const then = ({ id, followingId }: (typeof parts.courses)[number]): string => {
    if (followingId === null) return after('last')
    const next = parts.courses.find(each => each.id === followingId)
    return next === undefined || next.id === id ? after('again') : after('followed', { name: names(next).first })
  }
  const usable = parts.programmes.filter(({ isArchived }) => !isArchived)
  const programmes = shown(parts.programmes)
  const rooms = shown(parts.rooms)
  const hasArchived = [...parts.programmes, ...parts.courses, ...parts.rooms].some(({ isArchived }) => isArchived)
  return (
    <div className="grid gap-4">
      {hasArchived && (
        <div className="flex justify-end">
          <Switch label={t('showArchived')} checked={showsArchived} onChange={setShowsArchived} />
        </div>
      )}
      <div className="grid items-start gap-4 xl:grid-cols-[2fr_1fr]">
        <Card
          title={t('programmes')}
          aside={
            <div className="flex flex-wrap justify-end gap-2">
              <Button size="small" icon={Plus} onClick={() => setOpen({ part: 'programme' })}>
                {t('addProgramme')}
              </Button>
              {usable.length > 0 && (
                <Button size="small" icon={Plus} onClick={() => setOpen({ part: 'course' })}>
                  {t('addCourse')}
                </Button>
              )}
            </div>
          }
        >
          {programmes.length === 0 && <p className="text-ink-2">{t('noProgrammes')}</p>}
          <div className="grid gap-5">
            {programmes.map(programme => {
              const courses = shown(parts.courses.filter(course => course.programmeId === programme.id))
              return (
                <section key={programme.id} aria-label={programme.name}>
                  <h3 className="font-sans tracking-normal">
                    <Line
                      part="programme"
                      entry={programme}
                      onChange={() => setOpen({ part: 'programme', id: programme.id })}
                    />
                  </h3>
                  {courses.length === 0 && <p className="py-2 text-sm text-ink-2">{t('noCourses')}</p>}
                  <ul className="ms-1 border-s border-line ps-3">
                    {courses.map(course => (
                      <li key={course.id} className={row}>
                        <Line part="course" entry={course} onChange={() => setOpen({ part: 'course', id: course.id })}>
                          {course.level !== null && (
                            <span className="ms-2 text-ink-2">{t('levelOf', { level: String(course.level) })}</span>
                          )}
                          <span className="ms-2 text-ink-2">{then(course)}</span>
                          {course.description && <span className="block text-ink-2">{course.description}</span>}
                        </Line>
                      </li>
                    ))}
                  </ul>
                </section>
              )
            })}
          </div>
        </Card>
        <Card
          title={t('rooms')}
          aside={
            <Button size="small" icon={Plus} onClick={() => setOpen({ part: 'room' })}>
              {t('addRoom')}
            </Button>
          }
        >
          {rooms.length === 0 && <p className="text-ink-2">{t('noRooms')}</p>}
          <ul>
            {rooms.map(room => (
              <li key={room.id} className={row}>
                <Line part="room" entry={room} onChange={() => setOpen({ part: 'room', id: room.id })}>
                  {room.capacity !== null && (
                    <span className="ms-2 text-ink-2">{t('seats', { n: room.capacity })}</span>
                  )}
                </Line>
              </li>
            ))}
          </ul>
        </Card>
      </div>
      {open?.part === 'programme' && <OfficeProgrammeForm existing={current(parts.programmes)} onClose={close} />}
      {open?.part === 'course' && (
        <OfficeCourseForm
          existing={current(parts.courses)}
          programmes={usable}
          courses={parts.courses}
          onClose={close}
        />
      )}
      {open?.part === 'room' && <OfficeRoomForm existing={current(parts.rooms)} onClose={close} />}
    </div>
  )
}
