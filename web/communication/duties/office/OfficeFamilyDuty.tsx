import { useTranslations } from 'use-intl'
import { useFirstName } from '#web/words/Name.tsx'
import { useReadLater } from '#web/wire/call.ts'
import { Later } from '#web/routing/Later.tsx'
import { ButtonLink } from '#web/routing/link.tsx'
import { useMay } from '#web/session/may.ts'
import { Fact, Part } from '#web/records/record.tsx'
import { ShiftList } from '#web/communication/duties/ShiftList.tsx'
import { SidePanel } from '#web/ui/Dialog.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useFormat } from '#web/words/useFormat.ts'

/** One family's duty of a year: its state, and each of its shifts. */
export const OfficeFamilyDuty = ({ id, year, onClose }: { id: string; year?: string; onClose: () => void }) => {
  const t = useTranslations('duties')
  const first = useFirstName()
  const format = useFormat()
  const may = useMay()
  const found = useReadLater('duties-get', { id, ...(year && { year }) })
  const family = found.data?.id === id ? found.data : undefined
  return (
    <SidePanel
      open
      onClose={onClose}
      title={family ? first(family) : t('tab')}
      {...(may('parents-get') === true && {
        actions: (
          <ButtonLink to="/adminparent" search={{ id }}>
            {t('list.family')}
          </ButtonLink>
        ),
      })}
    >
      <Later read={{ ...found, data: family }}>
        {({ reason, note, shifts, ...standing }) => (
          <div className="grid gap-6">
            {reason !== null && (
              <Notice tone="info" title={t(`reason.${reason}`)}>
                {note}
              </Notice>
            )}
            <dl className="grid grid-cols-2 gap-4 sm:grid-cols-3">
              {(['due', 'worked', 'owed', 'planned', 'missed'] as const).map(key => (
                <Fact key={key} label={t(`list.${key}`)}>
                  {format.number(standing[key])}
                </Fact>
              ))}
            </dl>
            <Part title={t('list.shifts')}>
              {shifts.length === 0 ? (
                <p className="text-sm text-ink-2">{t('list.noShifts')}</p>
              ) : (
                <ShiftList shifts={shifts} to="/adminevent" />
              )}
            </Part>
          </div>
        )}
      </Later>
    </SidePanel>
  )
}
