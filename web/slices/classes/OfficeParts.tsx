import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useRead } from '#web/call.ts'
import { Name } from '#web/Name.tsx'
import { OfficeAddCourse, OfficeAddProgramme, OfficeAddRoom } from '#web/slices/classes/OfficeAddPart.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Page.tsx'

const line = 'flex items-baseline justify-between gap-3 border-b border-line py-2 text-sm last:border-0'

/** What classes are made of: programmes with their courses, and rooms. */
export const OfficeParts = () => {
  const t = useTranslations('adminConfig.courses')
  const parts = useRead('classes-parts', {})
  const [adding, setAdding] = useState<'programme' | 'course' | 'room' | null>(null)
  const close = () => setAdding(null)
  const hasProgrammes = parts.programmes.length > 0
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[2fr_1fr]">
      <Card
        title={t('programmes')}
        aside={
          <div className="flex flex-wrap justify-end gap-2">
            <Button size="small" icon={Plus} onClick={() => setAdding('programme')}>
              {t('addProgramme')}
            </Button>
            {hasProgrammes && (
              <Button size="small" icon={Plus} onClick={() => setAdding('course')}>
                {t('addCourse')}
              </Button>
            )}
          </div>
        }
      >
        {!hasProgrammes && <p className="text-ink-2">{t('noProgrammes')}</p>}
        <div className="grid gap-5">
          {parts.programmes.map(programme => {
            const courses = parts.courses.filter(course => course.programmeId === programme.id)
            return (
              <section key={programme.id}>
                <h3 className="font-sans text-sm font-semibold tracking-normal">
                  <Name {...programme} />
                </h3>
                {courses.length === 0 && <p className="py-2 text-sm text-ink-2">{t('noCourses')}</p>}
                <ul>
                  {courses.map(course => (
                    <li key={course.id} className={line}>
                      <span className="min-w-0">
                        <span className="font-medium">
                          <Name {...course} />
                        </span>
                        {course.description && <span className="block text-ink-2">{course.description}</span>}
                      </span>
                      {course.level !== null && (
                        <span className="shrink-0 text-ink-2">{t('levelOf', { level: String(course.level) })}</span>
                      )}
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
          <Button size="small" icon={Plus} onClick={() => setAdding('room')}>
            {t('addRoom')}
          </Button>
        }
      >
        {parts.rooms.length === 0 && <p className="text-ink-2">{t('noRooms')}</p>}
        <ul>
          {parts.rooms.map(room => (
            <li key={room.id} className={line}>
              <span className="font-medium">{room.name}</span>
              {room.capacity !== null && <span className="text-ink-2">{t('seats', { n: room.capacity })}</span>}
            </li>
          ))}
        </ul>
      </Card>
      {adding === 'programme' && <OfficeAddProgramme onClose={close} />}
      {adding === 'course' && <OfficeAddCourse programmes={parts.programmes} onClose={close} />}
      {adding === 'room' && <OfficeAddRoom onClose={close} />}
    </div>
  )
}
