import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { enrollableSections } from '#contract/enrolment/classes.plain.ts'
import type { RoomParent } from '#contract/communication/volunteers.ts'
import { useReadLater, useWrite } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { FormDialog } from '#web/records/FormDialog.tsx'
import { Later } from '#web/routing/Later.tsx'
import { useMay } from '#web/session/may.ts'
import { Name, useNameText } from '#web/words/Name.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input, Select } from '#web/ui/Input.tsx'
import { Chip } from '#web/ui/Marks.tsx'
import { Card } from '#web/ui/Page.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useChanges } from '#web/records/useChanges.ts'
import { useForm } from '#web/records/useForm.ts'
import { useFormat } from '#web/words/useFormat.ts'

const sectionOf = ({ section, sectionNative }: RoomParent) => ({ name: section, nativeName: sectionNative })

/** Appoints a parent of a class, with an optional last day; for a current room parent, changes only that day. */
const Appoint = ({ roomParent, onClose }: { roomParent: RoomParent | null; onClose: () => void }) => {
  const t = useTranslations('volunteers')
  const nameText = useNameText()
  const sections = useReadLater('classes-names', {})
  const [{ sectionId, personId, toOn }, change] = useChanges({
    sectionId: roomParent?.sectionId ?? '',
    personId: roomParent?.personId ?? '',
    toOn: roomParent?.toOn ?? '',
  })
  const candidates = useReadLater(
    'volunteers-candidates',
    { sectionId },
    { enabled: roomParent === null && sectionId !== '' },
  )
  const labels: Record<string, string> = { sectionId: t('section'), personId: t('person') }
  const form = useForm('volunteers-appoint', path => labels[path] ?? t('toOn'))
  const format = useFormat()
  const found = sectionId === '' ? undefined : candidates.data
  const submit = () =>
    form.send({ sectionId, personId, toOn: toOn === '' ? null : toOn }, made => {
      toast(t('appointed', { name: nameText(made), section: nameText(sectionOf(made)) }))
      onClose()
    })
  return (
    <FormDialog
      title={roomParent ? t('changeOf', { name: nameText(roomParent) }) : t('appoint')}
      verb={roomParent ? t('change') : t('doAppoint')}
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      {roomParent === null && (
        <>
          <Field label={t('section')} required {...form.field('sectionId')}>
            <Select value={sectionId} onChange={event => change({ sectionId: event.target.value, personId: '' })}>
              <option value="">{t('chooseSection')}</option>
              {sections.data
                ?.filter(({ status }) => enrollableSections.includes(status))
                .map(section => (
                  <option key={section.id} value={section.id}>
                    {nameText(section)}
                  </option>
                ))}
            </Select>
          </Field>
          {found?.length === 0 ? (
            <p className="text-sm text-ink-2">{t('nobody')}</p>
          ) : (
            <Field label={t('person')} required {...form.field('personId')}>
              <Select
                value={personId}
                disabled={found === undefined}
                onChange={event => change({ personId: event.target.value })}
              >
                <option value="">{t('choosePerson')}</option>
                {found?.map(each => (
                  <option key={each.id} value={each.id}>
                    {`${nameText(each)} · ${t('of', { children: format.list(each.children.map(nameText)) })}`}
                  </option>
                ))}
              </Select>
            </Field>
          )}
        </>
      )}
      <Field label={t('toOn')} hint={t('toOnHint')} optional {...form.field('toOn')}>
        <Input type="date" className="max-w-48" value={toOn} onChange={event => change({ toOn: event.target.value })} />
      </Field>
    </FormDialog>
  )
}

/** The room parents of each class, with their period; appoints and ends them. */
export const OfficeRoomParents = () => {
  const t = useTranslations('volunteers')
  const format = useFormat()
  const nameText = useNameText()
  const failureText = useFailureText()
  const may = useMay()
  const found = useReadLater('volunteers-list', {})
  const end = useWrite('volunteers-end')
  const appoint = useWrite('volunteers-appoint')
  const [open, setOpen] = useState<RoomParent | 'new' | null>(null)
  /** The saved version of an open entry. */
  const now = (of: RoomParent): RoomParent => found.data?.find(({ id }) => id === of.id) ?? of
  const mayChange = may('volunteers-appoint') === true
  const span = ({ fromOn, toOn, isLive }: RoomParent) => {
    const day = format.day(fromOn)
    if (toOn === null) return t('since', { day })
    return isLive ? t('until', { day, end: format.day(toOn) }) : t('over', { end: format.day(toOn) })
  }
  const endOf = async (of: RoomParent) => {
    const { sectionId, personId, toOn } = of
    try {
      await end.send({ id: of.id })
      toast(t('ended', { name: nameText(of), section: nameText(sectionOf(of)) }), () =>
        appoint.start({ sectionId, personId, toOn }),
      )
    } catch (error) {
      toast(failureText(error))
    }
  }
  return (
    <Card
      title={t('title')}
      aside={
        mayChange && (
          <Button size="small" icon={UserPlus} onClick={() => setOpen('new')}>
            {t('appoint')}
          </Button>
        )
      }
    >
      <p className="mb-3 max-w-[66ch] text-sm text-ink-2">{t('lead')}</p>
      <Later read={found}>
        {list =>
          list.length === 0 ? (
            <p className="text-sm">{t('none')}</p>
          ) : (
            <ul className="divide-y divide-line">
              {list.map(each => (
                <li key={each.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
                  <span className="min-w-0 flex-1 basis-48">
                    <span className="block font-medium">
                      <Name {...each} />
                    </span>
                    <span className="block text-sm text-ink-2">{span(each)}</span>
                  </span>
                  <Chip crayon={each.crayon}>{nameText(sectionOf(each))}</Chip>
                  {mayChange && (
                    <span className="flex shrink-0">
                      <Button
                        size="small"
                        variant="quiet"
                        aria-label={t('changeOf', { name: nameText(each) })}
                        onClick={() => setOpen(each)}
                      >
                        {t('toOn')}
                      </Button>
                      <Button
                        size="small"
                        variant="quiet"
                        aria-label={t('endOf', { name: nameText(each) })}
                        onClick={() => void endOf(each)}
                      >
                        {t('end')}
                      </Button>
                    </span>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Later>
      {open !== null && <Appoint roomParent={open === 'new' ? null : now(open)} onClose={() => setOpen(null)} />}
    </Card>
  )
}
